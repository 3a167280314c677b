/** Replaces `node:path` in the page's bundle: paths of journals with either separator. */

export function basename(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

export function dirname(path: string): string {
  return path.slice(0, Math.max(0, path.length - basename(path).length - 1));
}
