/** GitHub's anchors for headings, as links to `file.md#anchor` write them. */

/** Answers the anchor of one heading after another: the text in lower case, punctuation dropped, spaces as `-`, repeats numbered. */
export function slugger(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
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
