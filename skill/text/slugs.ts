/** GitHub's anchors for headings, as links to `file.md#anchor` write them. */
import GithubSlugger, { slug } from 'github-slugger';

/** Returns the anchor of a heading whose text is unique in its document. */
export const slugOf = (heading: string): string => slug(heading);

/** Returns a function that gives a document's headings their anchors in order, with repeats numbered. It accepts a heading or its slug. */
export function slugger(): (heading: string) => string {
  const used = new GithubSlugger();
  return (heading) => used.slug(heading);
}
