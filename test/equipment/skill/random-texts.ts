/**
 * Generates random texts from pieces, the same texts on every run.
 * @param maxPieces maximum number of pieces in one text
 */
export function* randomTexts(pieces: readonly string[], count: number, maxPieces = 14): Iterable<string> {
  let seed = 7;
  const randomBelow = (end: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed >> 8) % end;
  };
  for (let index = 0; index < count; index++) {
    let text = '';
    for (let remaining = randomBelow(maxPieces); remaining >= 0; remaining--)
      text += pieces[randomBelow(pieces.length)] ?? '';
    yield text;
  }
}
