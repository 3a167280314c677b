/** The names of tools, as models write them. */

/** Maximum number of characters in a tool's name. Providers accept 64 or 128. */
export const MAX_NAME_LENGTH = 256;

/** Number of characters that remain of a longer name, and the suffix that marks it: no real tool has it in its name. */
const TRUNCATED_LENGTH = 64;
const ELLIPSIS = '…';

/** Truncates an overlong name: a model's invention would otherwise be in the journal and in every request from then on. */
export function truncateName(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : name.slice(0, TRUNCATED_LENGTH) + ELLIPSIS;
}

/** True if `truncateName` shortened this name. */
export function isTruncatedName(name: string): boolean {
  return name.length === TRUNCATED_LENGTH + ELLIPSIS.length && name.endsWith(ELLIPSIS);
}
