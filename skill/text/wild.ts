/** Paths in which parts are left open. */

/** Data and templates by pattern: a placeholder or a star stands for any part of a name. */
export const WILD = /<[^<>]*>|\{[^{}]*\}|\[[^[\]]*\]|\$\w+|\*+|\bN+\b|\bX+\b|YYYY(?:-MM-DD)?|\.\.\.|…/;

/** Files under a path in which parts are left open: `themes/<name>.md`, `references/*.md`, `phase-N.md`. */
export function matching(path: string, files: ReadonlySet<string>): readonly string[] {
  const source = path
    .split(new RegExp(`(${WILD.source})`))
    .map((part) => (WILD.test(part) ? (part === '**' ? '.*' : '[^/]*') : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
    .replace(/^(?:\\\.\\\.\/)+/, '');
  // A pattern that leaves everything open says nothing.
  if (!/\w{3}/.test(source.replace(/\\\.\w+$/, ''))) return [];
  const pattern = new RegExp(`(?:^|/)${source}(?:$|/)`, 'i');
  return [...files].filter((file) => pattern.test(file));
}
