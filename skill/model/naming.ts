/** What agentskills.io says of a skill's name and texts. */

/** Lowercase letters and digits with single hyphens between them. */
const NAME = /^[\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+)*$/u;

export const MAX_NAME = 64;
export const MAX_DESCRIPTION = 1024;
export const MAX_COMPATIBILITY = 500;

/** Whether a name has the form of one; its length is another question. */
export function hasNameForm(name: string): boolean {
  return NAME.test(name);
}
