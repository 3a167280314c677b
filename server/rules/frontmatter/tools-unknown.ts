import { closest, distance } from 'fastest-levenshtein';
import { ADDITIONAL_TOOLS as KEY, type Range } from '../../../skill/index.ts';
import { isChosen } from '../../clients.ts';
import type { Problem, Rule, RuleInput } from '../rule/rule.ts';
import { list } from '../rule/writing.ts';

/** Reports tools that a skill requests but no agent of the workspace has: they are left out, although the skill mentions them to the model. */
export const toolsUnknown: Rule = {
  code: 'tools.unknown',
  title: 'A tool of `metadata.adk_additional_tools` that no agent of the workspace declares',
  severity: 'warning',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { document, bundled, clients } = input;
    if (document.frontmatter.kind !== 'valid' || (clients !== 'auto' && !isChosen(clients, 'adk'))) return;
    const metadata = document.frontmatter.fields.find(({ key }) => key === 'metadata');
    const value: unknown = metadata?.value;
    const names: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, KEY) : undefined;
    if (!Array.isArray(names) || names.length === 0) return;
    const pool = bundled.toolPool();
    // Tools of servers and of modules with imports are known only at run time.
    if (pool === undefined) return;
    let from = document.text.indexOf(KEY);
    for (const name of names) {
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
        message:
          meant.length > 0
            ? `No agent in ${list([pool.file])} declares the tool \`${name}\`. Did you mean \`${like}\`?`
            : `No agent in ${list([pool.file])} declares the tool \`${name}\`. Add it to an agent's \`additionalTools\`, or remove it.`,
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

/** Returns the next occurrence of a name as a whole word in the frontmatter, after an offset. */
function placeOf(name: string, from: number, { document }: RuleInput): Range | undefined {
  const { text, bodyStart } = document;
  for (let at = text.indexOf(name, from + 1); at >= 0 && at < bodyStart; at = text.indexOf(name, at + 1)) {
    const around = `${text[at - 1] ?? ''}${text[at + name.length] ?? ''}`;
    if (!/[\w-]/.test(around)) return { start: at, end: at + name.length };
  }
  return undefined;
}
