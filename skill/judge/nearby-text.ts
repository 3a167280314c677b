/** The text near a path: its line, the lines above it and the heading. Bounded parts of the text alone. */
import { lineAround } from '../text/lines.ts';
import type { Situation } from './situation.ts';
import { topicsIn } from './topics.ts';

/** UTF-16 units above a line that count as near it. */
const ABOVE = 240;
/** UTF-16 units of a heading that are looked at. */
const HEADING = 159;

export interface NearbyText {
  readonly line: string;
  readonly before: string;
  /** What each part speaks of, as bits of `topics.ts`. */
  readonly lineTopics: number;
  readonly aboveTopics: number;
  readonly headingTopics: number;
}

let last: { readonly situation: Situation; readonly nearby: NearbyText } | undefined;

/** Read once for all clues of a situation. */
export function nearbyText(situation: Situation): NearbyText {
  if (last?.situation === situation) return last.nearby;
  const { document, reference } = situation;
  const { text } = document;
  const { start, end } = lineAround(text, reference.range);
  const before = text.slice(start, reference.range.start);
  // The path's own words say nothing here.
  const line = `${before} ${text.slice(reference.range.end, end)}`;
  const nearby = {
    line,
    before,
    lineTopics: topicsIn(line),
    aboveTopics: topicsIn(text.slice(Math.max(0, start - ABOVE), start)),
    headingTopics: topicsIn(headingAbove(text, reference.range.start)),
  };
  last = { situation, nearby };
  return nearby;
}

/** The last line above that begins with `#`. */
function headingAbove(text: string, at: number): string {
  const start = text.lastIndexOf('\n#', at) + 1;
  if (start === 0) return '';
  const heading = text.slice(start, start + HEADING);
  const end = heading.indexOf('\n');
  return end < 0 ? heading : heading.slice(0, end);
}
