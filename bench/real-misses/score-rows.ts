import { classifyMiss, type MissKindId } from '../../skill/index.ts';
import type { Letter, Row } from './row.ts';
import { worldOfRow } from './world-of-row.ts';

/** The result for a row. */
export type Scored = { readonly row: Row } & (
  | { readonly kind: 'not-reconstructible'; readonly why: string }
  | {
      readonly kind: 'tried';
      readonly found: MissKindId | undefined;
      readonly place: string | undefined;
      /** The place that the row says; undefined if it says none. */
      readonly truePlace: string | undefined;
      readonly isKindRight: boolean;
      readonly isPlaceRight: boolean;
      readonly usesLetter: boolean;
    }
);

/** The kinds that a reader's letter stands for. */
const KINDS: Readonly<Record<Letter, readonly MissKindId[]>> = {
  a: ['absent'],
  b: ['base.workspace', 'base.document'],
  b2: ['base.skills-root'],
  c: ['guessed'],
  d: ['other-skill'],
  e: ['root.alias', 'root.version', 'root.client', 'root.scope', 'root.elsewhere'],
  f: ['name.unknown', 'name.prefix', 'name.manifest'],
  g: ['near-name'],
  i: ['copied', 'name.tool'],
};

/** Returns what the kind and the place of each row are found to be. */
export function scoreRows(rows: readonly Row[]): readonly Scored[] {
  return rows.map((row, index) => {
    const world = worldOfRow(
      row,
      rows.slice(0, index).findLast(({ request }) => request !== 'same path'),
    );
    if (world.kind === 'not-reconstructible') return { row, kind: world.kind, why: world.why };
    const miss = classifyMiss(world.request, world.known);
    const [place, truePlace] = [miss?.place?.at, world.place];
    return {
      row,
      kind: 'tried',
      found: miss?.kind,
      place,
      truePlace,
      isKindRight: miss !== undefined && KINDS[row.letter].includes(miss.kind),
      isPlaceRight: place === truePlace,
      usesLetter: world.usesLetter,
    };
  });
}

/** Returns the lines of the report: by letter the share of kinds and places that are right, then the wrong ones. */
export function* reportLines(scored: readonly Scored[]): Generator<string> {
  const tried = scored.flatMap((one) => (one.kind === 'tried' ? [one] : []));
  yield `${scored.length} misses of real agents, ${tried.length} of them rebuilt as small worlds`;
  for (const letter of [...Object.keys(KINDS)].filter((one) => tried.some(({ row }) => row.letter === one))) {
    const own = tried.filter(({ row }) => row.letter === letter);
    yield `  ${letter.padEnd(4)}${summaryOf(own)}`;
  }
  yield `  all ${summaryOf(tried)}`;
  const byLetter = tried.filter(({ usesLetter }) => usesLetter).map(({ row }) => row.id);
  yield `  whether the file exists is taken from the reader's letter: ${byLetter.join(', ') || 'none'}`;
  for (const one of scored)
    if (one.kind === 'not-reconstructible') yield `  not rebuilt: ${one.row.id}, ${one.why}: ${one.row.request}`;
  for (const { row, found, isKindRight, isPlaceRight, place, truePlace } of tried) {
    if (!isKindRight) yield `  wrong kind: ${row.id} is ${row.letter}, found ${found ?? 'none'}: ${row.request}`;
    if (!isPlaceRight)
      yield `  wrong place: ${row.id} is ${truePlace ?? 'not known'}, found ${place ?? 'not known'}: ${row.request}`;
  }
}

type Tried = Extract<Scored, { readonly kind: 'tried' }>;

function summaryOf(rows: readonly Tried[]): string {
  const share = (right: number, all: number): string =>
    all === 0 ? '–' : `${right}/${all} (${Math.round((100 * right) / all)} %)`;
  const known = rows.filter(({ truePlace }) => truePlace !== undefined);
  const unknown = rows.filter(({ truePlace }) => truePlace === undefined);
  const kinds = share(rows.filter(({ isKindRight }) => isKindRight).length, rows.length);
  const places = share(known.filter(({ isPlaceRight }) => isPlaceRight).length, known.length);
  const open = share(unknown.filter(({ isPlaceRight }) => isPlaceRight).length, unknown.length);
  return `kind ${kinds}, place where known ${places}, "not known" where it is not ${open}`;
}
