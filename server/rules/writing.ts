/** How a path is written into a text, for fixes that change or add one. */
import type { Reference, SkillDocument } from '../../skill/model.ts';
import { dirname, join, relative, within } from '../../skill/paths.ts';
import type { Fix } from './rule.ts';

/**
 * A file of the skill (relative to its folder) as this reference would name it: from the document's own folder where
 * the reference already went that way or is a link, else from the skill's folder; a leading `./` stays.
 */
export function writePath(file: string, reference: Reference, document: SkillDocument, root: string): string {
  const folder = dirname(document.path);
  const linked = reference.form === 'link' || reference.form === 'image' || reference.form === 'definition';
  const own = folder === root || reference.base.kind === 'skill';
  const fromDocument = !own && (linked || /^\.\.?\//.test(reference.target));
  const path = fromDocument ? relative(folder, join(root, file)) : file;
  const dotted = reference.target.startsWith('./') && !path.startsWith('../') ? `./${path}` : path;
  if (!linked) return dotted;
  const bracketed = document.text[reference.range.start - 1] === '<';
  return bracketed
    ? dotted
    : dotted.replaceAll('%', '%25').replaceAll(' ', '%20').replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Fixes that put each suggested file in the place of a reference; the first is preferred. */
export function replacements(
  suggestions: readonly string[],
  reference: Reference,
  document: SkillDocument,
  root: string,
): readonly Fix[] {
  return suggestions.map((file, index) => ({
    kind: 'edit',
    title: `Change to ${file}`,
    preferred: index === 0,
    edits: [{ range: reference.range, text: writePath(file, reference, document, root) }],
  }));
}

/** The path of a reference from the skill's folder, or undefined where it lies elsewhere. */
export function inSkill(reference: Reference, document: SkillDocument, root: string): string | undefined {
  const linked = reference.form === 'link' || reference.form === 'image' || reference.form === 'definition';
  const from = linked || reference.path.startsWith('../') ? dirname(document.path) : root;
  const inner = within(root, join(reference.base.kind === 'skill' ? root : from, reference.path));
  return inner === '' ? undefined : inner;
}

/** `a`, `b` or `c`, as code; at most five. */
export function list(paths: readonly string[], word = 'or'): string {
  const shown = paths.slice(0, 5).map((path) => `\`${path}\``);
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} ${word} ${last}`;
}
