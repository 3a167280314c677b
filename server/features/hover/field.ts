/** A field of the frontmatter in a hover. */
import { type FieldValue, KNOWN_FIELDS, type KnownField, type Range, SPECIFICATION } from '../../../skill/index.ts';
import type { Session } from '../session.ts';
import type { HoverSupport } from './file.ts';
import { code, type Part, type Words } from './shown.ts';

/** At the key of a field that some client reads: what it means, what it may hold, and what each client makes of it. */
export function describeField(
  { targets }: Session,
  path: string,
  at: number,
  support: HoverSupport,
): { readonly range: Range; readonly parts: readonly Part[] } | undefined {
  const frontmatter = targets.frontmatter(path);
  if (frontmatter?.kind !== 'valid') return undefined;
  const field = frontmatter.fields.find(({ keyRange }) => keyRange.start <= at && at <= keyRange.end);
  const known = field && KNOWN_FIELDS.get(field.key);
  if (field === undefined || known === undefined) return undefined;
  const isSaid = support.meanings === true && known.readers.some(({ client }) => client.id === 'vscode');
  const meaning: readonly Part[] = isSaid ? [] : [{ kind: 'markdown', value: known.means }];
  return { range: field.keyRange, parts: [...meaning, ...limits(known), ...effects(known)] };
}

/** What the field may hold: once where all readers agree, else reader by reader. */
function limits({ name, readers }: KnownField): readonly Part[] {
  const specified = SPECIFICATION.filter((one) => one.name === name);
  const said = [
    ...specified.map(({ value }) => ({ who: 'specification', value })),
    ...readers.map(({ client, field }) => ({ who: client.name, value: field.value })),
  ];
  const groups = new Map<string, { readonly value: FieldValue; readonly who: string[] }>();
  for (const { who, value } of said) {
    const key = JSON.stringify(value);
    const group = groups.get(key);
    if (group) group.who.push(who);
    else groups.set(key, { value, who: [who] });
  }
  const items = [...groups.values()].flatMap(({ value, who }): Words[] => {
    const words = inWords(value);
    return words.length === 0 ? [] : [groups.size === 1 ? words : [...words, ` (${who.join(', ')})`]];
  });
  const joined = items.flatMap((item, index) => [...(index === 0 ? ['Value: '] : ['; ']), ...item]);
  return joined.length === 0 ? [] : [{ kind: 'words', words: [...joined, '.'] }];
}

/** What each client makes of the field; those that take it without effect last. */
function effects({ readers }: KnownField): readonly Part[] {
  const lines = readers.flatMap(({ client, field }) =>
    field.does === undefined ? [] : [`- ${client.name}: ${field.does}`],
  );
  const idle = readers.filter(({ field }) => field.does === undefined).map(({ client }) => client.name);
  return [
    ...(lines.length === 0 ? [] : [{ kind: 'markdown', value: lines.join('\n') } as const]),
    ...(idle.length === 0 ? [] : [{ kind: 'words', words: [`No effect in ${idle.join(', ')}.`] } as const]),
  ];
}

function inWords(value: FieldValue): Words {
  switch (value.kind) {
    case 'text':
      return [value.max === undefined ? 'text' : `text of at most ${value.max.toLocaleString('en')} characters`];
    case 'flag':
      return [code('true'), ' or ', code('false'), '; ', code(String(value.usual)), ' where it is left out'];
    case 'one-of':
      return value.values.flatMap((one, index) => [...(index === 0 ? [] : [', ']), code(one)]);
    case 'text-or-list':
      return ['text or a list of texts'];
    case 'hint':
      return ['text'];
    case 'map':
      return ['a map of names to values'];
    case 'tools':
      return [
        `tool names separated by ${value.commas ? 'spaces or commas' : 'spaces'}${value.list ? ', or a list' : ''}`,
      ];
    case 'tool-list':
      return ['a list of tool names'];
    case 'any':
      return [];
  }
}
