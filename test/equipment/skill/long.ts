/** True in `npm run test:long`, which runs in full what `npm test` takes a sample of. */
export const isLong = Boolean(process.env.TEST_LONG);

/**
 * Returns all cases in `npm run test:long`, otherwise every `every`-th, from the one with the index `first`. Which ones does not
 * depend on chance: a test that fails fails again.
 */
export function sample<T>(cases: readonly T[], every: number, first = 0): readonly T[] {
  return isLong ? cases : cases.filter((_, index) => index % every === first % every);
}
