/** Which of some elements need not be moved to put all of them in order. */

/**
 * @param places where each stands now, in the order that is wanted
 * @param fixed place in that list of one that must not be moved; -1 for none
 * @returns places in the list of those that stay: as many as can be
 */
export function staying(places: readonly number[], fixed = -1): ReadonlySet<number> {
  // For each one that may stay: how many may up to it, and the one before it among them.
  const lengths = new Map<number, number>();
  const before = new Map<number, number>();
  let last = -1;
  for (const [at, place] of places.entries()) {
    if (fixed >= 0 && at !== fixed && at < fixed !== place < places[fixed]!) continue;
    let length = 1;
    for (const [other, upTo] of lengths) {
      if (places[other]! > place || upTo < length) continue;
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
