/** Path patterns: paths in which parts are left open. */

/** An open part of a path, such as a placeholder or a star. It stands for any part of a name. */
export const OPEN_PART = /<[^<>]*>|\{[^{}]*\}|\[[^[\]]*\]|\$\w+|\*+|\bN+\b|\bX+\b|YYYY(?:-MM-DD)?|\.\.\.|…/;

/** Returns the files that match a path pattern: `themes/<name>.md`, `references/*.md`, `phase-N.md`. */
export function filesMatching(path: string, files: ReadonlySet<string>): readonly string[] {
  const source = path
    .split(new RegExp(`(${OPEN_PART.source})`))
    .map((part) =>
      OPEN_PART.test(part) ? (part === '**' ? '.*' : '[^/]*') : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
    .replace(/^(?:\\\.\\\.\/)+/, '');
  // A pattern with hardly any literal text would match everything.
  if (!/\w{3}/.test(source.replace(/\\\.\w+$/, ''))) return [];
  const pattern = new RegExp(`(?:^|/)${source}(?:$|/)`, 'i');
  return [...files].filter((file) => pattern.test(file));
}
