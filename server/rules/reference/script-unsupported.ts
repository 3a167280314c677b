import type { Range } from '../../../skill/index.ts';
import { extension } from '../../../skill/index.ts';
import { isChosen } from '../../clients.ts';
import { appendOthers } from '../rule/message.ts';
import type { Problem, Rule, RuleInput } from '../rule/rule.ts';

/** Extensions of scripts that ADK's `run_skill_script` can run. */
const RUN_BY_ADK: ReadonlySet<string> = new Set(['.py', '.sh', '.bash']);

/** Extensions of scripts; any other file in `scripts/` is considered data. */
const SCRIPT =
  /\.(?:py|sh|bash|js|mjs|cjs|ts|mts|cts|tsx|jsx|ps1|bat|cmd|vbs|rb|pl|php|lua|r|jl|zsh|fish|ksh|csh|awk|tcl|groovy|kts|csx|fsx|exs|applescript|scpt|exe|jar)$/i;

/** Reports scripts that ADK's `run_skill_script` refuses to run. Other clients have a shell, which runs anything. */
export const scriptUnsupported: Rule = {
  code: 'script.unsupported',
  title: 'A script that ADK cannot run',
  severity: 'information',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { skill, clients } = input;
    const { text } = input.document;
    if (!isChosen(clients, 'adk') || !skill.bundle.folders.has('scripts')) return;
    const scripts = [...skill.bundle.files].filter((file) => file.startsWith('scripts/') && SCRIPT.test(file)).sort();
    const [runnable, refused] = [true, false].map((isRunnable) =>
      scripts.filter((file) => RUN_BY_ADK.has(extension(file)) === isRunnable),
    );
    // `run.ps1` next to `run.sh` is for users of another system.
    const twins = new Set(runnable?.map(withoutExtension));
    const kinds = new Map<string, string[]>();
    for (const file of refused ?? []) {
      // A file that SKILL.md does not name is part of another script, or a test.
      if (text.includes(file) && !twins.has(withoutExtension(file)))
        kinds.set(extension(file), [...(kinds.get(extension(file)) ?? []), file]);
    }
    for (const [kind, [first = '', ...others]] of kinds) {
      if (hasRunner(kind, text)) continue;
      const why = `ADK does not run \`${kind}\`, such as \`${first}\`. Name the tool that runs it, or bundle a Python or shell script.`;
      yield {
        range: firstRangeOf(first, input),
        target: first,
        suggestions: [],
        message: appendOthers(why, others),
      };
    }
  },
};

const withoutExtension = (file: string): string => file.slice(0, -extension(file).length);

/** Matches a command up to its script if it starts with an interpreter, or a variable that may contain one. */
const RUNNER =
  /\b(?:npx|bunx?|tsx|ts-node|deno|pwsh|powershell|ruby|perl|php|rscript|julia|lua|cmd|fish|zsh|java|go run|dotnet)\b[^\n]*$|\$\{?\w+\}?[ \t]+\S*$/i;

/** Returns true if SKILL.md shows how to run scripts of a kind. */
function hasRunner(kind: string, text: string): boolean {
  for (let at = text.indexOf('scripts/'); at >= 0; at = text.indexOf('scripts/', at + 8)) {
    const [path = ''] = /^[\w./<>{}*-]*/.exec(text.slice(at, at + 200)) ?? [];
    const before = text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - 200), at);
    if (path.toLowerCase().includes(kind) && RUNNER.test(before)) return true;
  }
  return false;
}

/** Returns the first occurrence of the file in SKILL.md, preferably in the body. */
function firstRangeOf(file: string, { document: { text, bodyStart } }: RuleInput): Range {
  const start = Math.max(text.indexOf(file, bodyStart), text.indexOf(file));
  return { start, end: start + file.length };
}
