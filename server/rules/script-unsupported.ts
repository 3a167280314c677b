import type { Range } from '../../skill/index.ts';
import { extension } from '../../skill/index.ts';
import type { Rule, RuleInput } from './rule.ts';
import { list } from './writing.ts';

/** What ADK's `run_skill_script` has interpreters for. */
const RUN_BY_ADK: ReadonlySet<string> = new Set(['.py', '.sh', '.bash']);

/** What is a script at all; anything else in `scripts/` is taken for its data. */
const SCRIPT =
  /\.(?:py|sh|bash|js|mjs|cjs|ts|mts|cts|tsx|jsx|ps1|bat|cmd|vbs|rb|pl|php|lua|r|jl|zsh|fish|ksh|csh|awk|tcl|groovy|kts|csx|fsx|exs|applescript|scpt|exe|jar)$/i;

/** A script that ADK's `run_skill_script` refuses, whatever it does. Other clients have a shell, which runs anything. */
export const scriptUnsupported: Rule = {
  code: 'script.unsupported',
  title: 'A script that ADK does not run',
  severity: 'information',
  manifestOnly: true,
  *check(input) {
    const { skill, profile } = input;
    const { text } = input.document;
    if (profile !== 'adk' || !skill.bundle.folders.has('scripts')) return;
    const scripts = [...skill.bundle.files].filter((file) => file.startsWith('scripts/') && SCRIPT.test(file)).sort();
    const [run, refused] = [true, false].map((is) => scripts.filter((file) => RUN_BY_ADK.has(extension(file)) === is));
    // `run.ps1` beside `run.sh` is for people on another system.
    const twins = new Set(run?.map(unended));
    const kinds = new Map<string, string[]>();
    for (const file of refused ?? []) {
      // What SKILL.md does not name is a part of another script, or a test.
      if (text.includes(file) && !twins.has(unended(file)))
        kinds.set(extension(file), [...(kinds.get(extension(file)) ?? []), file]);
    }
    for (const [kind, [first = '', ...others]] of kinds) {
      if (isToldHow(kind, text)) continue;
      const more = others.length === 0 ? '' : ` The same goes for ${others.length} more: ${list(others, 'and')}.`;
      yield {
        range: placeOf(first, input),
        target: first,
        suggestions: [],
        message: `\`${first}\` is a script that \`run_skill_script\` does not run: \`${kind}\` is none of ${[...RUN_BY_ADK].join(', ')}. A model that calls it gets an error. Say with which tool it is run, or bundle one that is run.${more}`,
      };
    }
  },
};

const unended = (file: string): string => file.slice(0, -extension(file).length);

/** What runs a script, before it in a command: a program, or a variable that holds one. */
const RUNNER =
  /\b(?:npx|bunx?|tsx|ts-node|deno|pwsh|powershell|ruby|perl|php|rscript|julia|lua|cmd|fish|zsh|java|go run|dotnet)\b[^\n]*$|\$\{?\w+\}?[ \t]+\S*$/i;

/** Whether SKILL.md says somewhere with what scripts of a kind are run. */
function isToldHow(kind: string, text: string): boolean {
  for (let at = text.indexOf('scripts/'); at >= 0; at = text.indexOf('scripts/', at + 8)) {
    const [path = ''] = /^[\w./<>{}*-]*/.exec(text.slice(at, at + 200)) ?? [];
    const before = text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - 200), at);
    if (path.toLowerCase().includes(kind) && RUNNER.test(before)) return true;
  }
  return false;
}

/** Where SKILL.md names the file first. */
function placeOf(file: string, { document: { text, bodyStart } }: RuleInput): Range {
  const start = Math.max(text.indexOf(file, bodyStart), text.indexOf(file));
  return { start, end: start + file.length };
}
