/** Builds messages of judged findings: short, with the reason in one clause. */
import type { Judgment } from '../../../skill/index.ts';
import { list } from './writing.ts';

/** Maximum length of a message in UTF-16 units, unless a path alone is longer. */
export const MAX_MESSAGE_LENGTH = 160;
/** Minimum certainty at which a bundled file is more likely meant than not. */
const LIKELY = 0.5;

/** Appends the strongest clue as the reason, unless the message would become too long or no clue supports it. */
export function appendReason(message: string, judgment: Judgment | undefined): string {
  if (judgment === undefined) return message;
  const isLikely = judgment.certainty >= LIKELY;
  // Words around a path are weighed together and give no readable reason.
  const strongest = judgment.clues.find(({ id, weight }) => id !== 'words' && (isLikely ? weight > 0 : weight < 0));
  if (strongest === undefined) return message;
  const whole = `${message} ${isLikely ? 'Likely intended' : 'Possibly not intended'}: ${strongest.says}.`;
  return whole.length <= MAX_MESSAGE_LENGTH ? whole : message;
}

/** Returns `FACT Did you mean A or B?` with as many paths as fit; at least one. */
export const didYouMean = (fact: string, paths: readonly string[]): string =>
  fitMessage(paths, (shown) => `${fact} Did you mean ${list(shown)}?`);

/**
 * Returns a message with as many of the items as fit into {@link MAX_MESSAGE_LENGTH}, at most five and at least
 * `minCount`.
 */
export function fitMessage(
  items: readonly string[],
  write: (shown: readonly string[]) => string,
  minCount = 1,
): string {
  let count = Math.min(items.length, 5);
  while (count > minCount && write(items.slice(0, count)).length > MAX_MESSAGE_LENGTH) count--;
  return write(items.slice(0, count));
}

/** Returns `a`, `b` and 7 more, formatted as code: the items shown, and the number of the others. */
export function listSome(count: number, shown: readonly string[]): string {
  const more = count - shown.length;
  if (more === 0) return list(shown, 'and');
  return shown.length === 0 ? `${more} more` : `${shown.map((one) => `\`${one}\``).join(', ')} and ${more} more`;
}

/** Returns a message with a list of further files that have the same problem, as far as they fit. */
export const appendOthers = (message: string, others: readonly string[]): string =>
  others.length === 0
    ? message
    : fitMessage(others, (shown) => `${message} Also: ${listSome(others.length, shown)}.`, 0);
