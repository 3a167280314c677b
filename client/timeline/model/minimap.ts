/** The minimap: bars by depth, merged per pixel, so that the cost of drawing does not grow with the run. */
import type { SpanKind } from '../row.ts';
import type { Table } from './table.ts';
import { type TimeScale, toUnit } from './time-scale.ts';

export type MinimapBarKind =
  | Exclude<SpanKind, 'cause' | 'answer' | 'note' | 'guard' | 'tools'>
  | 'miss'
  | 'error'
  | 'waiting';

export interface Minimap {
  /** The outline of all bars of each kind as an SVG path, so that there are few elements however long the run is. */
  readonly paths: { readonly [kind in MinimapBarKind]?: string };
  /** Positions, in pixels. */
  readonly guards: readonly number[];
}

/** Number of tracks. Deeper levels share the last one: more tracks would be too thin to see. */
const TRACKS = 5;
/** In order of precedence, ascending: where several share a pixel, the last one is drawn. */
const BAR_KINDS: readonly MinimapBarKind[] = [
  'agent',
  'model',
  'skill',
  'tool',
  'script',
  'approval',
  'waiting',
  'miss',
  'error',
];
const BAR_KIND_INDEX = new Map(BAR_KINDS.map((kind, index) => [kind, index]));

/** The cells of the strip, row by row. Painted cells stay until the scale or the width changes. */
export class MinimapPainter {
  private readonly table: Table;
  private cells = new Int8Array(0);
  private pixels = 0;
  private scale: TimeScale | undefined;
  private guards = new Set<number>();

  constructor(table: Table) {
    this.table = table;
  }

  /**
   * Paints rows over the cells, or repaints all of them if the scale or the width has changed.
   * @param ids the rows that changed since the last call
   * @param now end of the rows that are still open
   */
  paint(scale: TimeScale, width: number, ids: Iterable<number>, now: number): Minimap {
    const pixels = Math.max(1, Math.floor(width));
    if (scale === this.scale && pixels === this.pixels) {
      for (const id of ids) this.paintRow(id, now);
    } else {
      this.scale = scale;
      this.pixels = pixels;
      this.cells = new Int8Array(TRACKS * pixels).fill(-1);
      this.guards = new Set();
      for (let id = 0; id < this.table.count; id++) this.paintRow(id, now);
    }
    return { paths: pathsOf(this.cells, pixels), guards: [...this.guards] };
  }

  private paintRow(id: number, now: number): void {
    const { table } = this;
    const kind = table.kind(id);
    const start = table.start(id);
    if (kind === 'guard' && table.rest.get(id)?.guard?.verdict !== 'warn') this.guards.add(Math.round(this.x(start)));
    if (kind === 'guard' || kind === 'cause' || kind === 'answer' || kind === 'note' || kind === 'tools') return;
    const track = Math.min(TRACKS, table.levels[id]!) - 1;
    const status = table.status(id);
    const barKind = status === 'miss' ? 'miss' : status === 'error' && kind !== 'agent' ? 'error' : kind;
    const end = table.end(id);
    this.paintBar(track, barKind, start, Number.isNaN(end) ? now : end);
    if (table.rest.size === 0) return;
    const { waits = [], heldUntil } = table.rest.get(id) ?? {};
    if (heldUntil !== undefined) this.paintBar(track, 'waiting', start, heldUntil ?? (Number.isNaN(end) ? now : end));
    for (const [from, to] of waits) this.paintBar(track, 'waiting', from, to ?? now);
  }

  private x(time: number): number {
    return this.scale === undefined ? 0 : toUnit(this.scale, time) * this.pixels;
  }

  private paintBar(track: number, kind: MinimapBarKind, start: number, end: number): void {
    const { pixels, cells } = this;
    const from = Math.min(pixels - 1, Math.floor(this.x(start)));
    // An instant is drawn two pixels wide so that it is visible.
    const to = Math.min(pixels, Math.max(from + 2, Math.ceil(this.x(end))));
    const code = BAR_KIND_INDEX.get(kind)!;
    for (let x = track * pixels + from; x < track * pixels + to; x++) if (cells[x]! < code) cells[x] = code;
  }
}

/** Top and height of each track in the 46 px strip. */
const TRACK_POSITIONS = [
  [5, 2],
  [11, 6],
  [20, 6],
  [29, 4],
  [35, 4],
] as const;

function pathsOf(cells: Int8Array, pixels: number): Minimap['paths'] {
  const paths: { [kind in MinimapBarKind]?: string } = {};
  for (const [track, [top, height]] of TRACK_POSITIONS.entries()) {
    let from = 0;
    for (let x = 1; x <= pixels; x++) {
      const before = cells[track * pixels + x - 1]!;
      if (x < pixels && cells[track * pixels + x] === before) continue;
      const kind = BAR_KINDS[before];
      if (kind !== undefined) paths[kind] = `${paths[kind] ?? ''}M${from} ${top}h${x - from}v${height}h${from - x}z`;
      from = x;
    }
  }
  return paths;
}
