import { isInside } from './is-inside.ts';

/**
 * Returns the skill that a file belongs to. If skills are nested, this is the innermost.
 * @param skills each with its folder, an absolute path
 * @param file absolute path; undefined if no file is open
 */
export function enclosingSkill<T extends { readonly root: string }>(
  skills: readonly T[],
  file: string | undefined,
): T | undefined {
  if (file === undefined) return undefined;
  const enclosing = skills.filter(({ root }) => isInside([root], file));
  return enclosing.toSorted((a, b) => b.root.length - a.root.length)[0];
}
