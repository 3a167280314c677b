/** GitHub's anchors for headings, as used in links to `file.md#anchor`. */
import GithubSlugger, { slug } from 'github-slugger';

/** Returns the anchor of a heading whose text is unique in its document. */
export const slugOf = (heading: string): string => slug(heading);

/** Creates a function that returns the anchor of each heading of a document in turn and numbers duplicates. Accepts slugs too. */
export function slugger(): (heading: string) => string {
  const used = new GithubSlugger();
  return (heading) => used.slug(heading);
}
