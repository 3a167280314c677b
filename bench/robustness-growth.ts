/** Whether the server and `check` take no more than in proportion for twice the text, pattern by pattern and place by place. */
import { growthOf, timeInCheck, timeInEditor } from '../server/random-inputs/growth.ts';
import { FIELDS, type Pattern, TEXTS } from '../server/random-inputs/patterns.ts';
import { FIELD_PLACES, patternInput, TEXT_PLACES } from '../server/random-inputs/places.ts';

/** What the names of these inputs begin with, which hold all that a worker needs to make one. */
export const GROWTH = 'growth:';
/** `floor`: in milliseconds; below it the collection of garbage alone may double a time. */
const LIMIT = { most: 2.5, floor: 250 };

/** Each pattern at each place whose names have these parts. */
export function patternNames(place: string, pattern: string, kilobytes: number): readonly string[] {
  const named = (patterns: readonly Pattern[], places: Readonly<Record<string, unknown>>): readonly string[] =>
    Object.keys(places)
      .filter((name) => name.includes(place))
      .flatMap((name) =>
        patterns.flatMap((one) =>
          one.name.includes(pattern) ? [`${GROWTH}${JSON.stringify([one.name, name, kilobytes])}`] : [],
        ),
      );
  return [...named(TEXTS, TEXT_PLACES), ...named(FIELDS, FIELD_PLACES)];
}

/** Measures one of them: what took longer, and what of both grew too fast. */
export async function measuredGrowth(name: string) {
  const [wanted, place, kilobytes] = JSON.parse(name.slice(GROWTH.length)) as [string, string, number];
  const pattern = [...TEXTS, ...FIELDS].find((one) => one.name === wanted);
  const kind = `growth: ${place}`;
  if (pattern === undefined) return { name, kind, ms: 0, findings: 0, characters: 0, problems: ['no such pattern'] };
  const length = kilobytes * 1_024;
  const problems: string[] = [];
  let ms = 0;
  for (const [what, time] of [
    ['editor', timeInEditor],
    ['check', timeInCheck],
  ] as const) {
    const { short, long, ratio } = await growthOf((of) => time(patternInput(pattern, place, of)), length, LIMIT);
    ms = Math.max(ms, long);
    if (ratio > LIMIT.most)
      problems.push(
        `${what}: ${(short ?? 0).toFixed(0)} ms, ${long.toFixed(0)} ms for twice as much (× ${ratio.toFixed(1)})`,
      );
  }
  return { name, kind, ms, findings: 0, characters: 2 * length, problems };
}
