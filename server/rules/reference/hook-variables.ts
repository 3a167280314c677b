/** Paths in hooks behind a variable for the skill's folder, which Claude Code does not set when it runs a hook. */
import { defined, hookPaths, within } from '../../../skill/index.ts';
import type { Fix, Problem, RuleInput } from '../rule/rule.ts';
import { fromPlugin } from '../rule/writing.ts';

/** The variable before a path. */
const VARIABLE = /["']?(?:\$\{?\w+\}?|%\w+%|\$env:\w+)["']?[/\\]$/;

/** Reports bundled files that a hook runs behind such a variable: the shell leaves `/scripts/x.sh` of it. */
export function* hookVariableProblems(input: RuleInput): Iterable<Problem> {
  const { document, analysis } = input;
  const starts = new Set(hookPaths(document).map(({ range }) => range.start));
  if (starts.size === 0) return;
  for (const { reference, resolution } of analysis.references) {
    const { range, base, target } = reference;
    if (!starts.has(range.start) || base.kind !== 'skill' || resolution.kind !== 'found') continue;
    const before = VARIABLE.exec(document.text.slice(Math.max(0, range.start - 80), range.start))?.[0] ?? '';
    if (before === '') continue;
    const variable = before.replace(/^["']|["']?[/\\]$/g, '');
    const prefix = { start: range.start - before.length, end: range.start };
    const fix = fixOf(input, resolution.path, { start: prefix.start, end: range.end });
    yield defined({
      range: prefix,
      target: `${variable}/${target}`,
      cause: `hook ${variable}`,
      severity: 'warning' as const,
      message: `\`${variable}\` is not set in hooks, so \`/${target}\` is run. Start from \`\${CLAUDE_PLUGIN_ROOT}\` or \`\${CLAUDE_PROJECT_DIR}\`.`,
      fixes: fix ? [fix] : undefined,
    });
  }
}

/** Returns the fix that writes a file from the plugin's or the project's folder; undefined if the skill is in neither. */
function fixOf({ skill, place }: RuleInput, path: string, range: Problem['range']): Fix | undefined {
  const file = within(skill.root, path) ?? '';
  const inPlugin = place.pluginRoots.CLAUDE_PLUGIN_ROOT === undefined ? undefined : fromPlugin(file, skill.root);
  const project = /\/(\.claude\/skills\/[^/]+)$/.exec(skill.root)?.[1];
  const text =
    inPlugin !== undefined
      ? `\${CLAUDE_PLUGIN_ROOT}/${inPlugin}`
      : project !== undefined
        ? `\${CLAUDE_PROJECT_DIR}/${project}/${file}`
        : undefined;
  if (text === undefined || file === '') return undefined;
  return { kind: 'edit', title: `Change to ${text}`, preferred: true, edits: [{ range, text }] };
}
