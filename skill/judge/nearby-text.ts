/** The text near a path, of bounded length: its line, the lines above it, and the heading. */
import type { SkillDocument } from '../model/model.ts';
import { headingStart } from '../text/heading-starts.ts';
import { lineAround } from '../text/lines.ts';
import type { Situation } from './situation.ts';
import { topicsIn } from './topics.ts';

/** Maximum distance above a line, in UTF-16 units. */
const ABOVE = 240;
/** Maximum length of a heading that is read, in UTF-16 units. */
const HEADING = 159;

export interface NearbyText {
  readonly line: string;
  readonly before: string;
  /** The topics of each part, as bits of `topics.ts`. */
  readonly lineTopics: number;
  readonly aboveTopics: number;
  readonly headingTopics: number;
}

let last: { readonly situation: Situation; readonly nearby: NearbyText } | undefined;

/** Reads the text near a path, once for all clues of a situation. */
export function nearbyText(situation: Situation): NearbyText {
  if (last?.situation === situation) return last.nearby;
  const { document, reference } = situation;
  const { text } = document;
  const { start, end } = lineAround(text, reference.range);
  const before = text.slice(start, reference.range.start);
  // Without the path itself.
  const line = `${before} ${text.slice(reference.range.end, end)}`;
  const nearby = {
    line,
    before,
    lineTopics: topicsIn(line),
    aboveTopics: topicsIn(text.slice(Math.max(0, start - ABOVE), start)),
    headingTopics: topicsIn(headingAbove(document, reference.range.start)),
  };
  last = { situation, nearby };
  return nearby;
}

/** Returns the last line above that begins with `#`. */
function headingAbove(document: SkillDocument, at: number): string {
  const { text } = document;
  const start = headingStart(document, at);
  if (start === undefined) return '';
  const heading = text.slice(start, start + HEADING);
  const end = heading.indexOf('\n');
  return end < 0 ? heading : heading.slice(0, end);
}
