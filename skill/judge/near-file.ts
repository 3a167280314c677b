/** The test for a path in SKILL.md that is almost that of a bundled file, which outweighs what the words around it suggest. */
import { isCommonName, isTypo } from '../clues/evidence.ts';
import { MANIFESTS } from '../files/find.ts';
import { basename, dirname, extension, stem } from '../files/paths.ts';
import { isBaseElsewhere } from '../references/target.ts';
import type { Situation } from './situation.ts';

/** The evidence as a clause. */
export const NEAR_FILE =
  'SKILL.md names a file that the skill has in another folder, with another extension or almost so';

/**
 * Returns true if SKILL.md names a file that the skill has in another folder, in the same folder with another extension, or
 * with a slip in its path. Names that many folders have are no evidence, nor are paths that lead out of the skill.
 * Of the labelled findings of this kind 55 of 62 are right (28 authors), and of those below the certainty of 0.5 6 of 9
 * (`docs/certainty.md`).
 */
export function isNearFile({ reference, document, skill, path, names, stems, isManifest }: Situation): boolean {
  // An instruction file is the manifest of the repository, about which nothing was measured.
  if (!isManifest || !MANIFESTS.includes(basename(document.path)) || isBaseElsewhere(reference.base)) return false;
  if (!path.includes('/') || path.endsWith('/') || path.startsWith('../') || isCommonName(path)) return false;
  return (
    names.has(basename(path).toLowerCase()) ||
    (stems.has(stem(path).toLowerCase()) && hasOtherExtension(path, skill.bundle.files)) ||
    isTypo(reference, document, skill)
  );
}

/** Returns true if a file has the folder and the name of a path, and another extension. */
function hasOtherExtension(path: string, files: ReadonlySet<string>): boolean {
  const name = stem(path).toLowerCase();
  for (const file of files)
    if (dirname(file) === dirname(path) && stem(file).toLowerCase() === name && extension(file) !== extension(path))
      return true;
  return false;
}
