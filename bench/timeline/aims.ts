/** Figures of several rounds with their targets. */

const rounds = new Map<string, { readonly aim: number; readonly unit: string; readonly values: number[] }>();

/** Stores the result of a round, with the target. */
export function note(what: string, aim: number, value: number, unit = 'ms'): void {
  const known = rounds.get(what) ?? { aim, unit, values: [] };
  known.values.push(value);
  rounds.set(what, known);
}

/** Prints the best round of each figure. */
export function summary(count: string): void {
  console.log(`best of ${count} rounds`);
  for (const [what, { aim, unit, values }] of rounds) {
    const best = Math.min(...values);
    console.log(
      `  ${what.padEnd(50)} ${best.toFixed(1).padStart(8)} ${unit}, aim ${aim}${best <= aim ? '' : ', NOT reached'}`,
    );
  }
}
