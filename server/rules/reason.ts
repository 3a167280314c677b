/** Messages of findings that a judge looked at: short, and with the reason in one clause. */
import type { Judgement } from '../../skill/index.ts';
import { list } from './writing.ts';

/** UTF-16 units of a message, unless a path alone is longer. */
export const LONGEST = 160;
/** From this certainty on it is likelier that a bundled file is meant than not. */
const LIKELY = 0.5;

/** The message with the strongest clue as its reason; without where it would become too long, or where no clue says it. */
export function withReason(message: string, judgement: Judgement | undefined): string {
  if (judgement === undefined) return message;
  const isLikely = judgement.certainty >= LIKELY;
  // Words around a path are weighed together: they give no reason that one could read.
  const strongest = judgement.clues.find(({ id, weight }) => id !== 'words' && (isLikely ? weight > 0 : weight < 0));
  if (strongest === undefined) return message;
  const whole = `${message} ${isLikely ? 'Likely meant' : 'Maybe not meant'}: ${strongest.says}.`;
  return whole.length <= LONGEST ? whole : message;
}

/** `Did you mean A or B? REST`, with as many of the paths as fit; at least one. */
export function didYouMean(paths: readonly string[], rest: string): string {
  const said = (count: number): string => `Did you mean ${list(paths.slice(0, count))}? ${rest}`;
  let count = Math.min(paths.length, 5);
  while (count > 1 && said(count).length > LONGEST) count--;
  return said(count);
}
