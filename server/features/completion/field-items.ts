/** Completes fields of the frontmatter and their values. */
import { type CompletionItem, CompletionItemKind, MarkupKind } from 'vscode-languageserver-protocol';
import {
  CLIENTS,
  defined,
  type FieldValue,
  formatCount,
  KNOWN_FIELDS,
  type KnownField,
  SPECIFICATION,
} from '../../../skill/index.ts';
import type { Clients } from '../../clients.ts';
import { knowsField } from '../../rules/frontmatter/fields.ts';
import type { FrontmatterPlace } from './frontmatter-place.ts';
import type { CompletionResult } from './item.ts';
import type { CompletionSupport } from './support.ts';

type FieldPlace = Extract<FrontmatterPlace, { kind: 'field' }>;
type ValuePlace = Extract<FrontmatterPlace, { kind: 'value' }>;

/** Returns the unused fields that some chosen client reads, required ones first. */
export function fieldItems(
  { range, given }: FieldPlace,
  clients: Clients,
  isCompletedByEditor: (name: string) => boolean,
  hasColon: boolean,
  support: CompletionSupport,
): CompletionResult {
  const items = [...KNOWN_FIELDS.values()]
    .filter(({ name }) => knowsField(name, clients) && !given.includes(name) && !isCompletedByEditor(name))
    .map((field, index): CompletionItem => {
      const text = hasColon ? field.name : `${field.name}: `;
      return {
        label: field.name,
        kind: CompletionItemKind.Property,
        detail: readersOf(field),
        documentation: asDocumentation(fieldDocumentation(field), support),
        sortText: String(index).padStart(3, '0'),
        filterText: field.name,
        insertText: text,
      };
    });
  return { items, range };
}

/** Returns the values that the readers of a field accept, if there is a fixed set. */
export function valueItems(
  { field, range, prefix }: ValuePlace,
  folder: string,
  support: CompletionSupport,
): CompletionResult {
  const known = KNOWN_FIELDS.get(field);
  const values = new Map<string, string[]>();
  const add = (value: string, client: string): void => void values.set(value, [...(values.get(value) ?? []), client]);
  for (const { client, field: one } of known?.readers ?? [])
    for (const value of fixedValues(one.value)) add(value, client.name);
  if (field === 'name') add(folder, 'the folder’s name, which every client accepts');
  const items = [...values].map(
    ([value, clients], index): CompletionItem =>
      defined({
        label: value,
        kind: CompletionItemKind.Value,
        detail: clients.join(', '),
        documentation: known ? asDocumentation(fieldDocumentation(known), support) : undefined,
        sortText: String(index).padStart(3, '0'),
        filterText: prefix + value,
        insertText: prefix + value,
      }),
  );
  return { items, range };
}

/** Returns the fixed values of a field; for a flag, the non-default one first, since the default may be omitted. */
export function fixedValues(value: FieldValue): readonly string[] {
  if (value.kind === 'one-of') return value.values;
  return value.kind === 'flag' ? [String(!value.default), String(value.default)] : [];
}

const readersOf = ({ name, readers }: KnownField): string => {
  const specified = SPECIFICATION.some((one) => one.name === name) ? ['specification'] : [];
  const names = (all: KnownField['readers']): readonly string[] => all.map(({ client }) => client.name);
  const acting = names(readers.filter(({ field }) => field.does !== undefined));
  const effective = acting.length > 0 || specified.length > 0 ? acting : names(readers);
  return effective.length === CLIENTS.length ? 'all clients' : [...specified, ...effective].join(', ');
};

/** Formats a field as Markdown: its meaning, its valid values, and its effect in each client. */
export function fieldDocumentation({ name, means, readers }: KnownField): string {
  const values = new Map<string, string[]>();
  const specified = SPECIFICATION.filter((one) => one.name === name).map(
    ({ value }) => ['specification', value] as const,
  );
  for (const [reader, value] of [
    ...specified,
    ...readers.map(({ client, field }) => [client.name, field.value] as const),
  ]) {
    const words = describeValue(value);
    if (words !== '') values.set(words, [...(values.get(words) ?? []), reader]);
  }
  const allowed = [...values].map(([words, names]) => (values.size === 1 ? words : `${words} (${names.join(', ')})`));
  const effects = readers.flatMap(({ client, field }) => (field.does ? [`- ${client.name}: ${field.does}`] : []));
  const idle = readers.filter(({ field }) => field.does === undefined).map(({ client }) => client.name);
  return [
    means,
    ...(allowed.length > 0 ? [`Value: ${allowed.join('; ')}.`] : []),
    ...(effects.length > 0 ? [effects.join('\n')] : []),
    ...(idle.length > 0 ? [`No effect in ${idle.join(', ')}.`] : []),
  ].join('\n\n');
}

function describeValue(value: FieldValue): string {
  switch (value.kind) {
    case 'text':
      return `string${value.max === undefined ? '' : ` of at most ${formatCount(value.max, 'character')}`}`;
    case 'flag':
      return `\`true\` or \`false\`, \`${value.default}\` by default`;
    case 'one-of':
      return value.values.map((one) => `\`${one}\``).join(', ');
    case 'text-or-list':
      return 'string or list of strings';
    case 'hint':
      return 'string';
    case 'map':
      return 'mapping of names to values';
    case 'tools':
      return `tools with ${value.commas ? 'spaces or commas' : 'spaces'} between them${value.list ? ', or a list' : ''}`;
    case 'tool-list':
      return 'list of tools';
    case 'any':
      return '';
  }
}

/** Returns Markdown if the client supports it, else plain text. */
export const asDocumentation = (markdown: string, { markdown: isSupported }: CompletionSupport) =>
  isSupported
    ? { kind: MarkupKind.Markdown, value: markdown }
    : { kind: MarkupKind.PlainText, value: markdown.replaceAll(/`/g, '') };
