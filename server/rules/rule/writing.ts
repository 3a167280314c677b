/** Writes paths into texts, for fixes that change or add one. */
import type { Reference, SkillDocument } from '../../../skill/index.ts';
import { basename, dirname, join, relative, within } from '../../../skill/index.ts';
import type { Fix, TextEdit } from './rule.ts';

/**
 * Returns a file of the skill (relative to its folder) as this reference would write it: relative to the document if the
 * reference is a link or already was, to the plugin if it starts there, else to the skill; a leading `./` stays. Undefined
 * if no replacement path resolves to the file.
 */
export function writePath(
  file: string,
  reference: Reference,
  document: SkillDocument,
  root: string,
): string | undefined {
  // An entry of a tree is a name within its parent folder.
  if (reference.form === 'tree') return dirname(file) === dirname(reference.path) ? basename(file) : undefined;
  if (reference.base.kind === 'plugin') return fromPlugin(file, root);
  const folder = dirname(document.path);
  const linked = reference.form === 'link' || reference.form === 'image' || reference.form === 'definition';
  const own = folder === root || startsAtSkill(reference);
  const fromDocument = !own && (linked || /^\.\.?\//.test(reference.target));
  const path = fromDocument ? relative(folder, join(root, file)) : file;
  const dotted = reference.target.startsWith('./') && !path.startsWith('../') ? `./${path}` : path;
  if (!linked) return quoteIfNeeded(dotted, reference, document);
  const bracketed = document.text[reference.range.start - 1] === '<';
  return bracketed
    ? dotted
    : dotted.replaceAll('%', '%25').replaceAll(' ', '%20').replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Returns true if a path has a prefix for the skill's folder. */
const startsAtSkill = ({ base }: Reference): boolean => base.kind === 'skill' || base.kind === 'installed';

/** Returns a file of the skill relative to its plugin's folder, the parent of `skills/`; undefined if there is none. */
export const fromPlugin = (file: string, root: string): string | undefined =>
  basename(dirname(root)) === 'skills' ? relative(dirname(dirname(root)), join(root, file)) : undefined;

/** Quotes a path with spaces in a command unless it already is quoted. */
function quoteIfNeeded(path: string, { form, range }: Reference, { text }: SkillDocument): string {
  const isCommand = form === 'fence-command' || form === 'code-command';
  return isCommand && path.includes(' ') && !/["']/.test(text[range.start - 1] ?? '') ? `"${path}"` : path;
}

/**
 * Returns the edits that write a path in place of a reference. The text of a link that repeats the old path, or its file name,
 * changes with it: a model may follow the text.
 */
export function pathEdits(path: string, { range, form }: Reference, { text }: SkillDocument): readonly TextEdit[] {
  const edit = { range, text: path };
  const opening = text[range.start - 1] === '<' ? range.start - 3 : range.start - 2;
  if (form !== 'link' || !text.startsWith('](', opening)) return [edit];
  const end = text[opening - 1] === '`' ? opening - 1 : opening;
  const old = text.slice(range.start, range.end);
  for (const [shown, by] of [
    [old, path],
    [basename(old), basename(path)],
  ] as const) {
    const start = end - shown.length;
    if (shown === by || by.includes('%') || text.slice(start, end) !== shown) continue;
    if (/[[`]/.test(text[start - 1] ?? '')) return [{ range: { start, end }, text: by }, edit];
  }
  return [edit];
}

/** Returns fixes that replace a reference with each suggested file; the first is preferred. */
export function replacements(
  suggestions: readonly string[],
  reference: Reference,
  document: SkillDocument,
  root: string,
): readonly Fix[] {
  return suggestions.flatMap((file, index): readonly Fix[] => {
    const text = writePath(file, reference, document, root);
    if (text === undefined) return [];
    const edits = pathEdits(text, reference, document);
    return [{ kind: 'edit', title: `Change to ${file}`, preferred: index === 0, edits }];
  });
}

/** Returns a reference's path relative to the skill; undefined if it is outside of it or a pattern. */
export function inSkill(reference: Reference, document: SkillDocument, root: string): string | undefined {
  if (reference.base.kind === 'plugin' || reference.excuse === 'glob') return undefined;
  const linked = reference.form === 'link' || reference.form === 'image' || reference.form === 'definition';
  const from = linked || reference.path.startsWith('../') ? dirname(document.path) : root;
  const inner = within(root, join(startsAtSkill(reference) ? root : from, reference.path));
  return inner === '' ? undefined : inner;
}

/** Returns `a`, `b` or `c` formatted as code; at most five. */
export function list(paths: readonly string[], word = 'or'): string {
  const shown = paths.slice(0, 5).map((path) => `\`${path}\``);
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} ${word} ${last}`;
}
