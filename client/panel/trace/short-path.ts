/** Shortens paths in the texts of rows. */

/** Maximum length of a path in a row, in characters. */
const MAX_PATH = 40;
/** A path has a separator in its first word, and no signs of a command or a pattern. */
const PATH_START = /^[^\s/\\]*[/\\]/;
const NO_PATH = /, |["'`|;&<>(){}*?\n]|:\/\//;
const MAX_SPACES = 3;
/** The start of a command that changes to a folder first. */
const CHANGE = /^\s*cd\s+("[^"\n]{1,500}"|'[^'\n]{1,500}'|[^\s;&|"']{1,500})\s*(?:&&|;)\s*/;

/**
 * Returns a text without the session's folder: paths in it become relative, and a command does not change to it first.
 * @param folder absolute, as the session writes it; undefined if it is unknown
 */
export function inFolder(text: string, folder: string | undefined): string {
  const base = withoutEnd(folder ?? '');
  // The root of a file system is part of every path.
  if (base.length < 3 || !text.includes(base)) return text;
  const target = CHANGE.exec(text);
  const isSame = withoutEnd(target?.[1]?.replace(/^["']|["']$/g, '') ?? '') === base;
  const command = isSame ? text.slice(target?.[0].length) : text;
  return [`${base}/`, `${base}\\`].reduce((shorter, prefix) => withoutPrefix(shorter, prefix), command);
}

/** Removes a separator at the end. */
function withoutEnd(path: string): string {
  return path.endsWith('/') || path.endsWith('\\') ? path.slice(0, -1) : path;
}

/** Removes a prefix of paths, but not from the middle of a longer path. */
function withoutPrefix(text: string, prefix: string): string {
  const [first = '', ...others] = text.split(prefix);
  return others.reduce((before, part) => before + (/[\w.~/\\-]$/.test(before) ? prefix : '') + part, first);
}

/** True for a single path of several parts. */
export function isPath(text: string): boolean {
  if (text.length > 1000 || !PATH_START.test(text) || NO_PATH.test(text)) return false;
  return !text.includes(' ') || text.split(' ').length - 1 <= MAX_SPACES;
}

/** Cuts a long path in the middle: its first folder and the file remain. Other texts are unchanged. */
export function cutPath(path: string): string {
  if (path.length <= MAX_PATH || !isPath(path)) return path;
  const separator = path.includes('/') ? '/' : '\\';
  const head = path.slice(0, path.indexOf(separator, 1) + 1);
  const parts = path.slice(head.length).split(separator);
  let tail = parts.pop() ?? '';
  const left = MAX_PATH - head.length - 2;
  for (let part = parts.pop(); part !== undefined && tail.length + part.length < left; part = parts.pop())
    tail = `${part}${separator}${tail}`;
  if (tail.length <= left) return `${head}…${separator}${tail}`;
  return cutMiddle(tail === '' ? path : tail);
}

function cutMiddle(name: string): string {
  if (name.length < MAX_PATH) return `…${name}`;
  const start = Math.ceil(MAX_PATH / 2);
  return `${name.slice(0, start).replace(/[\ud800-\udbff]$/, '')}…${name.slice(start - MAX_PATH + 1).replace(/^[\udc00-\udfff]/, '')}`;
}

/** Returns the last part of a path, and any other text unchanged. */
export function lastPart(text: string): string {
  if (!isPath(text)) return text;
  const path = withoutEnd(text);
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || text;
}
