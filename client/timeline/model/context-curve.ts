/** The context of the main agent over time, and the compactions in between: merged per pixel, as the minimap is. */
import { INT, INTS, KINDS, NUM, NUMS } from '../columns.ts';
import type { Table } from './table.ts';
import { insertSorted } from './tally.ts';
import { type TimeScale, toX, type Zoom } from './time-scale.ts';

export interface ContextDrawing {
  /** The area below the curve and the curve itself, as SVG paths. */
  readonly area: string;
  readonly line: string;
  /** The compactions in view, in pixels, one per pixel. */
  readonly compactions: readonly { readonly x: number; readonly id: number; readonly loses: boolean }[];
}

/** The skills that compactions lost: those that were not loaded again, and those that were. */
export interface LostSkills {
  readonly lost: readonly string[];
  readonly again: readonly string[];
}

/** Kinds as rows have them: this is asked of each row that arrives. */
const NOTE = KINDS.indexOf('note');
const MODEL = KINDS.indexOf('model');
const STARTS_AGENT: ReadonlySet<number> = new Set([KINDS.indexOf('tool'), KINDS.indexOf('skill')]);

const NOTHING_LOST: LostSkills = { lost: [], again: [] };

export class ContextCurve {
  private readonly table: Table;
  /** Ids of the model calls of the main agent whose tokens are known, and of compactions, in order. */
  private readonly ids: number[] = [];
  /** Ids of compactions, in order. */
  readonly compactions: number[] = [];
  /** Tokens of the largest request of the main agent; 0 if none is known. */
  largest = 0;
  private skills: LostSkills | undefined = NOTHING_LOST;
  /** Ids that are not painted yet. */
  private unpainted: number[] = [];
  private painted: readonly [TimeScale, Zoom, number] | undefined;
  /** The largest request in each pixel, the tokens after it (NaN after a compaction), and the id that set these. */
  private highest = new Float64Array(0);
  private last = new Float64Array(0);
  private lastIds = new Int32Array(0);
  /** The same before the first pixel. */
  private before = { tokens: Number.NaN, id: -1 };

  constructor(table: Table) {
    this.table = table;
  }

  clear(): void {
    this.ids.length = 0;
    this.compactions.length = 0;
    this.largest = 0;
    this.skills = NOTHING_LOST;
    this.unpainted = [];
    this.painted = undefined;
  }

  /** Number of model calls with known tokens, and of compactions. */
  get length(): number {
    return this.ids.length;
  }

  /** Adds a new or changed row, if it is a model call of the main agent or a compaction. */
  update(id: number): void {
    const { table } = this;
    const kind = this.kindOf(id);
    if (kind === NOTE) {
      if (table.rest.get(id)?.compaction === undefined) return;
      insertSorted(this.compactions, id);
      this.skills = undefined;
    } else {
      if (kind !== MODEL) return;
      const tokens = table.nums[id * NUMS + NUM.tokensIn]!;
      // An aborted call can report 0 tokens.
      if (!(tokens > 0) || this.isOfSubagent(id)) return;
      this.largest = Math.max(this.largest, tokens);
    }
    if (id > (this.ids.at(-1) ?? -1)) this.ids.push(id);
    else insertSorted(this.ids, id);
    this.unpainted.push(id);
  }

  /** The skills that compactions lost, by what became of them last. */
  get lostSkills(): LostSkills {
    if (this.skills !== undefined) return this.skills;
    const latest = new Map<string, boolean>();
    for (const id of this.compactions)
      for (const { skill, again } of this.table.rest.get(id)?.compaction?.lost ?? [])
        latest.set(skill, again !== undefined);
    const having = (isAgain: boolean) => [...latest].flatMap(([skill, again]) => (again === isAgain ? [skill] : []));
    this.skills = { lost: having(false), again: having(true) };
    return this.skills;
  }

  /** Returns the model call that a time is in, or that it follows, if no compaction is in between. */
  callAt(time: number): number | undefined {
    let low = 0;
    let high = this.ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.table.start(this.ids[middle]!) <= time) low = middle + 1;
      else high = middle;
    }
    const id = this.ids[low - 1];
    return id === undefined || this.table.kind(id) !== 'model' ? undefined : id;
  }

  /**
   * Paints what is new, or everything if the scale, the zoom or the width has changed.
   * @param full tokens at the top of the strip
   * @param height in pixels
   * @param end time up to which the run is known
   */
  paint(scale: TimeScale, zoom: Zoom, width: number, full: number, height: number, end: number): ContextDrawing {
    const pixels = Math.max(1, Math.floor(width));
    const [before, at, size] = this.painted ?? [];
    if (before !== scale || at !== zoom || size !== pixels) {
      this.painted = [scale, zoom, pixels];
      this.highest = new Float64Array(pixels);
      this.last = new Float64Array(pixels);
      this.lastIds = new Int32Array(pixels).fill(-1);
      this.before = { tokens: Number.NaN, id: -1 };
      this.unpainted = this.ids;
    }
    const x = (time: number) => Math.round(toX(scale, zoom, pixels, time));
    for (const id of this.unpainted) this.paintEvent(id, x(this.table.start(id)));
    this.unpainted = [];
    const y = (tokens: number) => Math.round((1 - Math.min(1, tokens / Math.max(1, full))) * (height - 1)) + 0.5;
    const until = Math.min(pixels, Math.max(0, x(end)));
    return { ...this.pathsOf(until, height, y), compactions: this.compactionsIn(x, pixels) };
  }

  private paintEvent(id: number, x: number): void {
    const tokens = this.table.kind(id) === 'model' ? this.table.nums[id * NUMS + NUM.tokensIn]! : Number.NaN;
    if (x < 0) {
      if (id >= this.before.id) this.before = { tokens, id };
      return;
    }
    if (x >= this.last.length) return;
    if (tokens > this.highest[x]!) this.highest[x] = tokens;
    if (id < this.lastIds[x]!) return;
    this.lastIds[x] = id;
    this.last[x] = tokens;
  }

  /** Draws each request up to the next one, or to a compaction: what the context is after that, the next request shows. */
  private pathsOf(until: number, height: number, y: (tokens: number) => number): Omit<ContextDrawing, 'compactions'> {
    let area = '';
    let line = '';
    let isJoined = false;
    let { tokens } = this.before;
    let from = 0;
    const drawTo = (to: number): void => {
      if (to > from && !Number.isNaN(tokens)) {
        const top = y(tokens);
        area += `M${from} ${height}V${top}H${to}V${height}z`;
        line += `${isJoined ? 'L' : 'M'}${from} ${top}H${to}`;
        isJoined = true;
      }
      from = to;
    };
    for (let x = 0; x < until; x++) {
      if (this.lastIds[x]! < 0) continue;
      drawTo(x);
      const next = this.last[x]!;
      const highest = this.highest[x]!;
      if (highest > 0 && highest !== next) {
        tokens = highest;
        drawTo(x + 1);
      }
      tokens = next;
      isJoined &&= !Number.isNaN(next);
    }
    drawTo(until);
    return { area, line };
  }

  private compactionsIn(x: (time: number) => number, pixels: number): ContextDrawing['compactions'] {
    const found = new Map<number, ContextDrawing['compactions'][number]>();
    for (const id of this.compactions) {
      const at = x(this.table.start(id));
      const { lost = [] } = this.table.rest.get(id)?.compaction ?? {};
      const loses = lost.some(({ again }) => again === undefined);
      if (at >= 0 && at <= pixels && (loses || !found.has(at))) found.set(at, { x: at, id, loses });
    }
    return [...found.values()];
  }

  private kindOf(id: number): number {
    return this.table.ints[id * INTS + INT.traits]! & 255;
  }

  /** True for a call of an agent that a tool or a skill started, which has a context of its own. */
  private isOfSubagent(id: number): boolean {
    const { table } = this;
    for (let above = table.parent(id); above >= 0; above = table.parent(above)) {
      if (STARTS_AGENT.has(this.kindOf(above))) return true;
    }
    return false;
  }
}
