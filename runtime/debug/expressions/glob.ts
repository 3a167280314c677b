/** Returns true if a glob matches the entire text: `*` stands for any text, `?` for one character. Takes at most quadratic time. */
export function globMatches(glob: string, text: string): boolean {
  let at = 0;
  let inGlob = 0;
  let lastStar = -1;
  let lastMatch = 0;
  while (at < text.length) {
    const wanted = glob[inGlob];
    if (wanted === '*') {
      lastStar = inGlob++;
      lastMatch = at;
    } else if (wanted === '?' || wanted === text[at]) {
      inGlob++;
      at++;
    } else if (lastStar >= 0) {
      // The last star takes one more character.
      inGlob = lastStar + 1;
      at = ++lastMatch;
    } else return false;
  }
  while (glob[inGlob] === '*') inGlob++;
  return inGlob === glob.length;
}
