/** Hover section about a frontmatter field. */
import { KNOWN_FIELDS, type Range } from '../../../skill/index.ts';
import { fieldDocumentation } from '../completion/field-items.ts';
import type { Session } from '../session.ts';
import type { Part } from './content.ts';
import type { HoverSupport } from './file.ts';

/** Describes a known field at its key: its meaning, its valid values, and its effect in each client. */
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
  const isShownByEditor = support.meanings === true && known.readers.some(({ client }) => client.id === 'vscode');
  const value = fieldDocumentation(isShownByEditor ? { ...known, means: '' } : known).trim();
  return { range: field.keyRange, parts: [{ kind: 'markdown', value }] };
}
