/** Measures whether the server and `check` take at most proportional time for twice the text, by pattern and position. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { growthOf, timeInCheck, timeInEditor } from '../test/equipment/server/random-inputs/growth.ts';
import { FIELDS, type Pattern, TEXTS } from '../test/equipment/server/random-inputs/patterns.ts';
import { FIELD_PLACES, patternInput, TEXT_PLACES } from '../test/equipment/server/random-inputs/places.ts';

/** Prefix of the names of these inputs, which contain everything that a worker needs to generate one. */
export const GROWTH = 'growth:';
/** Number of the worst results to print. */
const WORST = 8;
/** Maximum ratio of the times for twice the text. */
const MAX_GROWTH = 2.5;
/**
 * Ratios near the limit are measured again. `floor`, in milliseconds: below it, garbage collection alone may double a
 * time.
 */
const MEASURE = { maxRatio: 2.3, floor: 250 };
/** The part of a text that is read first, unmeasured, so that neither time includes compilation. */
const WARM_UP = 1 / 16;

/** Time of the editor's server or `check` for the longer text, and its ratio to the shorter one. */
export interface Measured {
  readonly what: 'editor' | 'check';
  /** Processor time for the longer text. */
  readonly ms: number;
  /** 1 if the longer text took too little time to compare. */
  readonly ratio: number;
}

// A time includes collecting the garbage of its own text, not of the previous one.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the names of the inputs: each pattern at each position whose names contain these parts. */
export function patternNames(place: string, pattern: string, kilobytes: number): readonly string[] {
  const namesOf = (patterns: readonly Pattern[], places: Readonly<Record<string, unknown>>): readonly string[] =>
    Object.keys(places)
      .filter((name) => name.includes(place))
      .flatMap((name) =>
        patterns.flatMap((one) =>
          one.name.includes(pattern) ? [`${GROWTH}${JSON.stringify([one.name, name, kilobytes])}`] : [],
        ),
      );
  return [...namesOf(TEXTS, TEXT_PLACES), ...namesOf(FIELDS, FIELD_PLACES)];
}

/** Measures the input with this name, and reports a problem if its time grows too fast. */
export async function measureGrowth(name: string) {
  const [expectedPattern, place, kilobytes] = JSON.parse(name.slice(GROWTH.length)) as [string, string, number];
  const pattern = [...TEXTS, ...FIELDS].find((one) => one.name === expectedPattern);
  const kind = `growth: ${place}`;
  if (pattern === undefined) return { name, kind, ms: 0, findings: 0, characters: 0, problems: ['no such pattern'] };
  const length = kilobytes * 1_024;
  const problems: string[] = [];
  const growth: Measured[] = [];
  for (const [what, time] of [
    ['editor', timeInEditor],
    ['check', timeInCheck],
  ] as const) {
    await time(patternInput(pattern, place, length * WARM_UP));
    const measure = (of: number) => {
      const input = patternInput(pattern, place, of);
      collectGarbage();
      return time(input);
    };
    const { short, long, ratio } = await growthOf(measure, length, MEASURE);
    growth.push({ what, ms: long, ratio });
    if (ratio > MAX_GROWTH)
      problems.push(
        `${what}: ${(short ?? 0).toFixed(0)} ms, ${long.toFixed(0)} ms for twice as much (× ${ratio.toFixed(2)})`,
      );
  }
  const ms = Math.max(...growth.map((one) => one.ms));
  return { name, kind, ms, findings: 0, characters: 2 * length, problems, growth };
}

/** Formats the worst ratios and times of all measurements, with pattern and position. */
export function growthSummary(
  all: readonly { readonly name: string; readonly growth?: readonly Measured[] }[],
): string {
  const measured = all.flatMap(({ name, growth = [] }) =>
    growth.map((one) => ({ ...one, name: name.slice(GROWTH.length) })),
  );
  const worst = (title: string, key: 'ms' | 'ratio', unit: (value: number) => string): string =>
    [
      title,
      ...measured
        .toSorted((a, b) => b[key] - a[key])
        .slice(0, WORST)
        .map((one) => `  ${unit(one[key])}  ${one.what}  ${one.name}`),
    ].join('\n');
  const patterns = new Set(all.map(({ name }) => JSON.parse(name.slice(GROWTH.length))[0] as string)).size;
  return [
    `${patterns} patterns, ${all.length} with their places, ${measured.filter(({ ratio }) => ratio !== 1).length} of ${measured.length} times worth comparing`,
    worst('worst ratios', 'ratio', (ratio) => `× ${ratio.toFixed(2)}`),
    worst('worst times', 'ms', (ms) => `${(ms / 1_000).toFixed(1)} s`),
  ].join('\n');
}
