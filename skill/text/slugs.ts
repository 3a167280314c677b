/** GitHub's anchors for headings, as links to `file.md#anchor` write them. */

/** The anchor of a heading that has no namesake: its text in lower case, punctuation dropped, spaces as `-`. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Answers the anchor of one heading after another, repeats numbered; `slug` where that of the heading alone is known. */
export function slugger(): (heading: string, slug?: string) => string {
  const used = new Map<string, number>();
  return (heading, slug = slugOf(heading)) => {
    const count = used.get(slug);
    used.set(slug, (count ?? 0) + 1);
    if (count === undefined) return slug;
    let number = count;
    while (used.has(`${slug}-${number}`)) number++;
    used.set(slug, number + 1);
    used.set(`${slug}-${number}`, 1);
    return `${slug}-${number}`;
  };
}
