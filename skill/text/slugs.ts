/** GitHub's anchors for headings, as used in links to `file.md#anchor`. */
import { slug } from 'github-slugger';

/** Returns the anchor of a heading whose text is unique in its document. */
export const slugOf = (heading: string): string => slug(heading);

/** Creates a function that returns the anchor of each heading of a document in turn and numbers duplicates. */
export function slugger(): (heading: string) => string {
  const numbered = slugNumberer();
  return (heading) => numbered(slugOf(heading));
}

/**
 * Creates the same function for slugs instead of headings. It numbers as github-slugger does, which would convert each
 * heading to a slug again: for hundreds of headings that takes longer than all other work for a keystroke.
 */
export function slugNumberer(): (slug: string) => string {
  /** The assigned slugs, each with the last number that was appended to it. */
  const used = new Map<string, number>();
  return (base) => {
    let unique = base;
    let number = used.get(base) ?? 0;
    while (used.has(unique)) unique = `${base}-${++number}`;
    if (unique !== base) used.set(base, number);
    used.set(unique, 0);
    return unique;
  };
}
