/** Paths in manifests. */
import { join, within } from '../files/paths.ts';

/** Maximum length of a path, in UTF-16 units. */
const MAX_LENGTH = 1000;

/** A path of a manifest: its folder, absolute, or the reason why it names none. */
export type LocalPath =
  | { readonly kind: 'inside'; readonly path: string }
  /** It is absolute, or leads out of the folder by `..`: clients refuse it, and nothing is looked up there. */
  | { readonly kind: 'outside' }
  /** A URL, an empty text, or no text. */
  | { readonly kind: 'no-path' };

/**
 * Resolves a path as written in a manifest.
 * @param top the folder that it must not leave; absolute
 * @param base the folder that it is relative to, in `top`
 */
export function localPath(top: string, base: string, written: unknown): LocalPath {
  if (typeof written !== 'string') return { kind: 'no-path' };
  const text = written.trim().replaceAll('\\', '/');
  if (text === '' || text.length > MAX_LENGTH || /^[a-z][\w+.-]+:/i.test(text)) return { kind: 'no-path' };
  if (/^(?:\/|~|[a-z]:)/i.test(text)) return { kind: 'outside' };
  const path = join(base, text);
  return within(top, path) === undefined ? { kind: 'outside' } : { kind: 'inside', path };
}
