/** Skills that tests use as data: no client reads them, and many are wrong on purpose. */

/** A folder of test data around a skill: `fixtures`, `__tests__`, `test-data`, `test-skills`, `golden`. */
const TEST_DATA =
  /(?:^|\/)(?:__\w+__|fixtures?|(?:self[-_])?tests?[-_](?:cases?|data|fixtures?|skills?)|test[-_]?data|goldens?|mocks?)\//i;
/** A folder of tests around a skill. Below `skills/` it may be a group of skills about tests. */
const TESTS = /(?:^|\/)(?:(?:self|unit|e2e|integration)[-_])?tests?\//i;
const SKILLS = /(?:^|\/)skills?\//i;

/**
 * Returns true for a skill that is test data by the folders around it.
 * @param path of the skill's folder, from the repository's root on
 */
export function isFixturePath(path: string): boolean {
  if (TEST_DATA.test(path)) return true;
  const tests = TESTS.exec(path);
  return tests !== null && !SKILLS.test(path.slice(0, tests.index + 1));
}
