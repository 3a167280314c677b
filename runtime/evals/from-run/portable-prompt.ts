/** Removes the paths of one machine from a prompt. */

/** Replaces absolute paths below these folders by relative ones. Both kinds of separators are found. */
export function withRelativePaths(prompt: string, bases: readonly string[]): string {
  const folders = [...new Set(bases.map((base) => base.replaceAll('\\', '/').replace(/\/$/, '')))].filter(
    // The root of a disk is no folder of a project.
    (base) => /^(?:\/[^/]+\/|[A-Za-z]:\/)[^/]/.test(base),
  );
  // Inner folders first.
  folders.sort((a, b) => b.length - a.length);
  let text = prompt;
  for (const folder of folders)
    for (const written of new Set([folder, folder.replaceAll('/', '\\')])) {
      const separator = written.includes('\\') ? '\\' : '/';
      text = text.replaceAll(written + separator, '');
      // The folder itself, unless it is the beginning of another name.
      text = text.split(written).reduce((done, rest) => done + (/^(?:[\w-]|\.\w)/.test(rest) ? written : '.') + rest);
    }
  return text;
}

const ABSOLUTE =
  /(?<![\p{L}\p{N}_:/.\\])(?:(?:\/[\p{L}\p{N}._~@+-]+){2,}|~\/[^\s"'`<>),;]+|[A-Za-z]:[\\/][^\s"'`<>),;]+)/gu;

/** Returns the absolute paths in a text, which may contain the name of a user and exist on one machine only. */
export function absolutePathsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(ABSOLUTE)].map(([path]) => path))];
}
