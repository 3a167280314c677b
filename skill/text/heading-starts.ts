/** Positions of the lines of a document that begin with `#`, found once for all paths below them. */
import type { SkillDocument } from '../model/model.ts';

const known = new WeakMap<SkillDocument, readonly number[]>();

/**
 * Returns the start of the last line that begins with `#` and whose line break is at `at` or before it; undefined if there is
 * none. The first line of a document does not count.
 */
export function headingStart(document: SkillDocument, at: number): number | undefined {
  const starts = known.get(document) ?? startsIn(document.text);
  known.set(document, starts);
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at + 1) low = middle + 1;
    else high = middle;
  }
  return starts[low - 1];
}

function startsIn(text: string): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('\n#'); at >= 0; at = text.indexOf('\n#', at + 1)) starts.push(at + 1);
  return starts;
}
