import { posix } from 'node:path';
import { guessesOf, isBaseElsewhere, normalize, type SkillDocument } from '../../skill/index.ts';

/** Returns the paths that a text writes, unless it says that they are not those of the skill. */
export function writtenPaths(document: SkillDocument): readonly string[] {
  const own = document.references.filter(({ excuse, base }) => excuse === undefined && !isBaseElsewhere(base));
  return own.map(({ path }) => path);
}

/**
 * Returns the bundled paths that a text names or makes a model guess, and the folders above them, which end in `/`.
 *
 * @param file path of the document in its skill
 * @param isBundled true if a written path can be that of a bundled file; by default every path that is relative to the
 *   skill
 */
export function provokedPaths(
  document: SkillDocument,
  file: string,
  isBundled: (path: string) => boolean = () => true,
): ReadonlySet<string> {
  const files = guessesOf(document).map(({ path }) => path);
  const folder = posix.dirname(file);
  const written = writtenPaths(document).flatMap((path) => [
    normalize(path),
    normalize(folder === '.' ? path : `${folder}/${path}`),
  ]);
  const bundled = written.filter(isBundled);
  const paths = new Set([...files, ...bundled]);
  for (const path of [...paths]) {
    const parts = path.split('/').slice(0, -1);
    for (let length = 1; length <= parts.length; length++) paths.add(`${parts.slice(0, length).join('/')}/`);
  }
  return paths;
}
