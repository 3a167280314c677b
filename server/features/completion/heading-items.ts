/** Completes headings of a document after `#`. */
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver-protocol';
import { isMarkdown, readDocument, resolve, type SkillDocument } from '../../../skill/index.ts';
import type { EditedDocument } from './candidate.ts';
import { asReference } from './candidates.ts';
import type { CompletionResult } from './item.ts';
import { plainPath } from './path-items.ts';
import type { HeadingPlace } from './place.ts';

/** Returns the headings of the target document in order; none if it is not a Markdown file. */
export function headingItems(place: HeadingPlace, edited: EditedDocument): CompletionResult {
  const document = place.target === '' ? edited.document : targetOf(place, edited);
  const items = (document?.headings ?? []).map(
    ({ slug, text, depth }, index): CompletionItem => ({
      label: slug,
      kind: CompletionItemKind.Reference,
      detail: `${'#'.repeat(depth)} ${text}`,
      sortText: String(index).padStart(5, '0'),
      filterText: slug,
      insertText: slug,
    }),
  );
  return { items, range: place.range };
}

function targetOf(place: HeadingPlace, { entry, document, context }: EditedDocument): SkillDocument | undefined {
  const { form, range, base, target } = place;
  const path = { kind: 'path' as const, form, range, base, typed: target, under: '', angled: false, mayBeSkill: false };
  const found = resolve(asReference(path, plainPath(target, place)), document, context);
  if (found.kind !== 'found' || found.target !== 'file' || !isMarkdown(found.path)) return undefined;
  if (found.path === document.path) return document;
  if (entry?.has(found.path)) {
    const other = entry.document(found.path);
    return 'unreadable' in other ? undefined : other;
  }
  const read = context.fs.read(found.path);
  return read.kind === 'text' ? readDocument(found.path, read.text) : undefined;
}
