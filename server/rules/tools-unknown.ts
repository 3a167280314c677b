import { closest, distance } from 'fastest-levenshtein';
import { ADDITIONAL_TOOLS as KEY, type Range } from '../../skill/index.ts';
import type { Rule, RuleInput } from './rule.ts';
import { list } from './writing.ts';

/** A tool that a skill asks for and no agent of the workspace has: it is left out, and the model is told of it all the same. */
export const toolsUnknown: Rule = {
  code: 'tools.unknown',
  title: 'A tool of `metadata.adk_additional_tools` that no agent of the workspace declares',
  severity: 'warning',
  manifestOnly: true,
  *check(input) {
    const { document, bundled, profile } = input;
    if (document.frontmatter.kind !== 'valid' || !document.text.includes(KEY)) return;
    if (profile !== 'auto' && profile !== 'adk') return;
    const metadata = document.frontmatter.fields.find(({ key }) => key === 'metadata');
    const value: unknown = metadata?.value;
    const wanted: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, KEY) : undefined;
    if (!Array.isArray(wanted) || wanted.length === 0) return;
    const pool = bundled.toolPool();
    // Servers and modules that import others tell their tools only when they run.
    if (pool === undefined) return;
    let from = document.text.indexOf(KEY);
    for (const name of wanted) {
      if (typeof name !== 'string') continue;
      const range = placeOf(name, from, input) ?? metadata?.valueRange;
      if (range === undefined) continue;
      if (range.end > from) from = range.end;
      if (pool.has(name)) continue;
      const like = pool.names.length === 0 ? '' : closest(name, [...pool.names]);
      const meant = like !== '' && distance(name, like) <= Math.max(2, name.length / 4) ? [like] : [];
      yield {
        range,
        target: name,
        suggestions: meant,
        message: `No agent of ${list([pool.file])} has a tool \`${name}\`, so it is not offered when the skill is loaded, and a model that calls it fails. ${
          meant.length > 0
            ? `Did you mean \`${like}\`?`
            : 'Add what declares it to `additionalTools`, or take the name out.'
        }`,
        fixes: meant.map((to) => ({
          kind: 'edit',
          title: `Change to ${to}`,
          preferred: true,
          edits: [{ range, text: to }],
        })),
      };
    }
  },
};

/** Where a name stands as a whole word in the frontmatter, behind an offset. */
function placeOf(name: string, from: number, { document }: RuleInput): Range | undefined {
  const { text, bodyStart } = document;
  for (let at = text.indexOf(name, from + 1); at >= 0 && at < bodyStart; at = text.indexOf(name, at + 1)) {
    const around = `${text[at - 1] ?? ''}${text[at + name.length] ?? ''}`;
    if (!/[\w-]/.test(around)) return { start: at, end: at + name.length };
  }
  return undefined;
}
