/**
 * True if a text consists of the parts, in their order, with any characters between two of them. Takes time in proportion to the
 * lengths of both, other than a regular expression.
 */
export function matchesWildcards(parts: readonly string[], text: string): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  // The first place of each part leaves the most for the others.
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}
