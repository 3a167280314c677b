/** Skills and requests for the examples of the kinds of misses. */
import type { FailedRequest, SkillFacts } from './miss.ts';

export const HOME = '/home/ada';
export const WORK = '/home/ada/tea';
/** The folder of the skill `brew`. */
export const BREW = '/home/ada/.agents/skills/brew';

/** Returns paths as SKILL.md writes them. */
export const writes = (...paths: readonly string[]): NonNullable<SkillFacts['written']> =>
  paths.map((path) => ({ path, document: 'SKILL.md' }));

/** Returns what is known about the skill `brew`: its folder, and `facts`. */
export const brew = (facts: Partial<SkillFacts> = {}): SkillFacts => ({ name: 'brew', folder: BREW, ...facts });

/** Returns a request in the working directory. */
export const inWork = (by: FailedRequest['by'], asked: string): FailedRequest => ({
  asked,
  by,
  directory: WORK,
  home: HOME,
});
