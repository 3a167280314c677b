/** Path functions on strings, always with `/` and without a file system. (Node's module depends on the platform.) */

/** Matches anything that `normalize` would change: empty parts, `.`, `..` or a trailing `/`. */
const LOOSE = /\/(?:\/|\.{1,2}(?:\/|$)|$)|^\.{1,2}(?:\/|$)/;

/**
 * `a/./b/../c` → `a/c`. Leading `..` are kept in a relative path and dropped in an absolute one. Drops a trailing `/`.
 */
export function normalize(path: string): string {
  if (!LOOSE.test(path)) return path;
  const absolute = path.startsWith('/');
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && out.length > 0 && out.at(-1) !== '..') out.pop();
    else if (part !== '..' || !absolute) out.push(part);
  }
  return (absolute ? '/' : '') + out.join('/');
}

/** Joins and normalizes paths; an absolute path replaces the parts before it. */
export function join(...parts: readonly string[]): string {
  let path = '';
  for (const part of parts) path = part.startsWith('/') ? part : path === '' ? part : `${path}/${part}`;
  return normalize(path);
}

/** Returns the folder of a path: `/a/b` → `/a`, `a` → ``. */
export function dirname(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : slash === 0 ? '/' : path.slice(0, slash);
}

/** Returns the last part of a path: `/a/b.md` → `b.md`, `a/` → `a`. */
export function basename(path: string): string {
  const clean = path.endsWith('/') ? path.slice(0, -1) : path;
  return clean.slice(clean.lastIndexOf('/') + 1);
}

/** Returns the extension of the last part, with its dot and in lower case; empty for none and for dot files. */
export function extension(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}

/** Returns the last part of a path without its extension. */
export function stem(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

/**
 * Returns `path` relative to `folder` (both absolute and normalized), `` for the folder itself, undefined if outside.
 */
export function within(folder: string, path: string): string | undefined {
  if (path === folder) return '';
  const prefix = folder === '/' ? '/' : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** Returns the relative path from a folder to a path, with `../` if needed. Both are absolute and normalized. */
export function relative(folder: string, path: string): string {
  const from = folder.split('/').filter(Boolean);
  const to = path.split('/').filter(Boolean);
  let same = 0;
  while (same < from.length && same < to.length && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}

/** Percent-decodes a text without throwing; a malformed text is returned unchanged. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
