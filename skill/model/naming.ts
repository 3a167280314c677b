/** Limits that agentskills.io sets for a skill's name and texts. */

/** Lowercase letters and digits, with single hyphens between them. */
const NAME = /^[\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+)*$/u;

export const MAX_NAME = 64;
export const MAX_DESCRIPTION = 1024;
export const MAX_COMPATIBILITY = 500;

/** Returns true if a name uses only the permitted characters. Does not check its length. */
export function hasNameForm(name: string): boolean {
  return NAME.test(name);
}
