/** The minimap: bars by depth, joined by pixel so that its cost does not grow with the run. */
import type { SpanKind, SpanRow } from '../protocol.ts';
import { type TimeScale, toUnit } from './time-scale.ts';

export type MiniLook =
  | Exclude<SpanKind, 'cause' | 'answer' | 'note' | 'guard' | 'tools'>
  | 'miss'
  | 'error'
  | 'waiting';

export interface Minimap {
  /** For each look the outline of all its bars, as an SVG path: pixels across, tracks down. A few elements, however long the run. */
  readonly paths: { readonly [look in MiniLook]?: string };
  /** Pixels. */
  readonly guards: readonly number[];
}

/** Tracks for deeper levels would be too thin to see. */
const TRACKS = 5;
/** Where colours meet in one pixel, the one that matters more is drawn. */
const WEIGHT: { readonly [look in MiniLook]: number } = {
  agent: 0,
  model: 1,
  skill: 2,
  tool: 3,
  script: 4,
  approval: 5,
  waiting: 5,
  miss: 6,
  error: 7,
};
const LOOKS = Object.keys(WEIGHT) as MiniLook[];

/**
 * Draws the whole run into `width` pixels.
 * @param level depth of each row, from 1, by id
 */
export function minimapOf(
  rows: readonly SpanRow[],
  level: Int32Array,
  scale: TimeScale,
  width: number,
  now: number,
): Minimap {
  const pixels = Math.max(1, Math.floor(width));
  const cells = new Int8Array(TRACKS * pixels).fill(-1);
  const guards = new Set<number>();
  const paint = (track: number, look: MiniLook, start: number, end: number) => {
    const from = Math.min(pixels - 1, Math.floor(toUnit(scale, start) * pixels));
    // A moment is drawn two pixels wide, or it could not be seen.
    const to = Math.max(from + 2, Math.ceil(toUnit(scale, end) * pixels));
    const code = LOOKS.indexOf(look);
    for (let x = from; x < Math.min(to, pixels); x++) {
      const at = track * pixels + x;
      const there = LOOKS[cells[at]!];
      if (there === undefined || WEIGHT[look] >= WEIGHT[there]) cells[at] = code;
    }
  };
  for (const row of rows) {
    if (row.kind === 'guard' && row.guard?.verdict !== 'warn')
      guards.add(Math.round(toUnit(scale, row.start) * pixels));
    const { kind } = row;
    if (kind === 'guard' || kind === 'cause' || kind === 'answer' || kind === 'note' || kind === 'tools') continue;
    const track = Math.min(TRACKS, Math.max(1, level[row.id] ?? 1)) - 1;
    const look = row.status === 'miss' ? 'miss' : row.status === 'error' && kind !== 'agent' ? 'error' : kind;
    paint(track, look, row.start, row.end ?? now);
    for (const [from, to] of row.waits ?? []) paint(track, 'waiting', from, to ?? now);
  }
  return { paths: pathsOf(cells, pixels), guards: [...guards] };
}

/** Top and height of each track, in the 46 px of the strip. */
const PLACES = [
  [5, 2],
  [11, 6],
  [20, 6],
  [29, 4],
  [35, 4],
] as const;

function pathsOf(cells: Int8Array, pixels: number): Minimap['paths'] {
  const paths: { [look in MiniLook]?: string } = {};
  for (const [track, [top, height]] of PLACES.entries()) {
    let from = 0;
    for (let x = 1; x <= pixels; x++) {
      const before = cells[track * pixels + x - 1]!;
      if (x < pixels && cells[track * pixels + x] === before) continue;
      const look = LOOKS[before];
      if (look !== undefined) paths[look] = `${paths[look] ?? ''}M${from} ${top}h${x - from}v${height}h${from - x}z`;
      from = x;
    }
  }
  return paths;
}
