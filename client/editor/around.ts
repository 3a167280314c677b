import { isInside } from './inside.ts';

/**
 * The skill that a file belongs to: of one within another, the inner.
 * @param skills each with its folder, an absolute path
 * @param file absolute path; undefined where no file is open
 */
export function around<T extends { readonly root: string }>(
  skills: readonly T[],
  file: string | undefined,
): T | undefined {
  if (file === undefined) return undefined;
  const holding = skills.filter(({ root }) => isInside([root], file));
  return holding.toSorted((a, b) => b.root.length - a.root.length)[0];
}
