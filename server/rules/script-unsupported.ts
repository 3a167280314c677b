import type { Range } from '../../skill/model.ts';
import { extension } from '../../skill/paths.ts';
import { placeOfSkill } from './place.ts';
import type { Rule, RuleInput } from './rule.ts';
import { list } from './writing.ts';

/** What Skillwright's own runtime has interpreters for, and what ADK's `run_skill_script` has. */
const RUN_HERE: ReadonlySet<string> = new Set(['.py', '.sh', '.bash', '.js', '.mjs', '.cjs']);
const RUN_BY_ADK: ReadonlySet<string> = new Set(['.py', '.sh', '.bash']);

/** What is a script at all; anything else in `scripts/` is taken for its data. */
const SCRIPT =
  /\.(?:py|sh|bash|js|mjs|cjs|ts|mts|cts|tsx|jsx|ps1|bat|cmd|vbs|rb|pl|php|lua|r|jl|zsh|fish|ksh|csh|awk|tcl|groovy|kts|csx|fsx|exs|applescript|scpt|exe|jar)$/i;

/** A script that `run_skill_script` refuses, whatever it does. */
export const scriptUnsupported: Rule = {
  code: 'script.unsupported',
  title: 'A script that no agent runtime here runs',
  severity: 'information',
  *check(input) {
    const { skill, isManifest, profile } = input;
    if (!isManifest || !skill.bundle.folders.has('scripts')) return;
    const runs = profile === 'adk' ? RUN_BY_ADK : RUN_HERE;
    const scripts = [...skill.bundle.files].filter((file) => file.startsWith('scripts/') && SCRIPT.test(file)).sort();
    const [run, refused] = [true, false].map((is) => scripts.filter((file) => runs.has(extension(file)) === is));
    // `run.ps1` beside `run.sh` is for people on another system.
    const twins = new Set(run?.map(unended));
    const kinds = new Map<string, string[]>();
    for (const file of refused ?? []) {
      if (!twins.has(unended(file))) kinds.set(extension(file), [...(kinds.get(extension(file)) ?? []), file]);
    }
    for (const [kind, [first = '', ...others]] of kinds) {
      const more = others.length === 0 ? '' : ` The same goes for ${others.length} more: ${list(others, 'and')}.`;
      yield {
        range: placeOf(first, input),
        target: first,
        suggestions: [],
        message: `\`${first}\` is a script that \`run_skill_script\` does not run: \`${kind}\` is none of ${list([...runs])}. A model that calls it gets an error. Say with which tool it is run, or bundle one that is run.${more}`,
      };
    }
  },
};

const unended = (file: string): string => file.slice(0, -extension(file).length);

/** Where SKILL.md names the file first. */
function placeOf(file: string, input: RuleInput): Range {
  const { text, bodyStart } = input.document;
  const start = text.indexOf(file, bodyStart);
  return start < 0 || /^[\w.-]*\w/.test(text.slice(start + file.length, start + file.length + 10))
    ? placeOfSkill(input)
    : { start, end: start + file.length };
}
