/** Finds the elements that need not move when a list is reordered (longest increasing subsequence). */

/**
 * Returns the indexes of the elements that can stay, as many as possible.
 * @param positions current position of each element, listed in the desired order
 * @param fixed index in that list of an element that must not move; -1 for none
 */
export function findUnmoved(positions: readonly number[], fixed = -1): ReadonlySet<number> {
  // For each candidate: the length of the longest chain that ends with it, and its predecessor in that chain.
  const lengths = new Map<number, number>();
  const before = new Map<number, number>();
  let last = -1;
  for (const [at, position] of positions.entries()) {
    if (fixed >= 0 && at !== fixed && at < fixed !== position < positions[fixed]!) continue;
    let length = 1;
    for (const [other, upTo] of lengths) {
      if (positions[other]! > position || upTo < length) continue;
      length = upTo + 1;
      before.set(at, other);
    }
    lengths.set(at, length);
    if (last < 0 || length > lengths.get(last)!) last = at;
  }
  const stay = new Set<number>();
  for (let at: number | undefined = last; at !== undefined && at >= 0; at = before.get(at)) stay.add(at);
  return stay;
}
