/** Paths as text: always `/`, never the file system. Node's own module is out of reach here, and it follows the platform. */

/** Empty parts, `.`, `..` or a `/` at the end: all that there is to normalize. */
const LOOSE = /\/(?:\/|\.{1,2}(?:\/|$)|$)|^\.{1,2}(?:\/|$)/;

/** `a/./b/../c` → `a/c`; leading `..` of a relative path are kept, those of an absolute one dropped. A trailing `/` is dropped. */
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

/** Joins and normalizes; an absolute later part wins. */
export function join(...parts: readonly string[]): string {
  let path = '';
  for (const part of parts) path = part.startsWith('/') ? part : path === '' ? part : `${path}/${part}`;
  return normalize(path);
}

/** The folder of a path: `/a/b` → `/a`, `a` → ``. */
export function dirname(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : slash === 0 ? '/' : path.slice(0, slash);
}

/** The last part: `/a/b.md` → `b.md`, `a/` → `a`. */
export function basename(path: string): string {
  const clean = path.endsWith('/') ? path.slice(0, -1) : path;
  return clean.slice(clean.lastIndexOf('/') + 1);
}

/** The extension with its dot, in lower case, of the last part; empty for none and for dot files. */
export function extension(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}

/** The last part without its extension. */
export function stem(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

/** `path` from `folder` on (both absolute and normal), `` for the folder itself, undefined where it lies elsewhere. */
export function within(folder: string, path: string): string | undefined {
  if (path === folder) return '';
  const prefix = folder === '/' ? '/' : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** The way from a folder to a path, with `../` where needed; both absolute and normal. */
export function relative(folder: string, path: string): string {
  const from = folder.split('/').filter(Boolean);
  const to = path.split('/').filter(Boolean);
  let same = 0;
  while (same < from.length && same < to.length && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}

/** Percent-decoding that never throws: text that is not encoded well is kept as it stands. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
