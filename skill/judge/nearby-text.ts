/** The text near a path: its line, the lines above it and the heading. Bounded parts of the text alone. */
import { lineAround } from '../text/lines.ts';
import type { Situation } from './situation.ts';

/** UTF-16 units above a line that count as near it. */
const ABOVE = 240;

/** Words that tables of clues share, looked for in the line, above it and in the heading. */
export const SHOWS =
  /\b(?:examples?|e\.g\.|such as|for instance|samples?|illustrat\w+|hypothetical|anti-?patterns?|bad|good|wrong|invalid|❌|✅|before:|after:|instead of|rather than|imagine|suppose)(?![\w-])|[❌✅✗✓]/i;
export const FUTURE =
  /\b(?:future|planned|todo|not yet|coming soon|possible additions?|roadmap|candidates?|optional(?:ly)?|if (?:it )?(?:exists?|present|available)|when present|removed|deleted|deprecated|archived|legacy|retired|superseded|previously|formerly|not (?:included|shipped|bundled|implemented)|missing|if any)\b/i;
export const MADE =
  /\b(?:creat(?:e[sd]?|ing)|writ(?:e[sn]?|ing)|sav(?:e[sd]?|ing)|generat(?:e[sd]?|ing)|outputs?|produc(?:e[sd]?|ing)|log(?:s|ged)?|export(?:s|ed)?|persist(?:s|ed)?|scaffold(?:s|ed|ing)?|append(?:s|ed)?|stor(?:e[sd]?|ing)|record(?:s|ed)?)\b/i;
export const PROJECT =
  /\b(?:your|user['’]?s?|projects?|repo(?:sitory|sitories)?|codebase|workspace|app(?:lication)?|vault|target|CI)\b/i;

export interface NearbyText {
  readonly line: string;
  readonly before: string;
  readonly above: string;
  readonly heading: string;
}

let last: { readonly situation: Situation; readonly nearby: NearbyText } | undefined;

/** Read once for all clues of a situation. */
export function nearbyText(situation: Situation): NearbyText {
  if (last?.situation === situation) return last.nearby;
  const { document, reference } = situation;
  const { start, end } = lineAround(document.text, reference.range);
  const hash = document.text.lastIndexOf('\n#', reference.range.start);
  const found: NearbyText = {
    // The path's own words say nothing here.
    line: `${document.text.slice(start, reference.range.start)} ${document.text.slice(reference.range.end, end)}`,
    before: document.text.slice(start, reference.range.start),
    above: document.text.slice(Math.max(0, start - ABOVE), start),
    heading: hash < 0 ? '' : (document.text.slice(hash + 1, hash + 160).split('\n', 1)[0] ?? ''),
  };
  last = { situation, nearby: found };
  return found;
}
