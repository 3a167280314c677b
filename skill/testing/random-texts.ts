/**
 * Generates random texts from pieces, the same texts on every run.
 * @param most maximum number of pieces in one text
 */
export function* randomTexts(pieces: readonly string[], count: number, most = 14): Iterable<string> {
  let seed = 7;
  const below = (end: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed >> 8) % end;
  };
  for (let made = 0; made < count; made++) {
    let text = '';
    for (let more = below(most); more >= 0; more--) text += pieces[below(pieces.length)] ?? '';
    yield text;
  }
}
