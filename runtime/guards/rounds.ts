import type { Changes } from './changes.ts';

/** Steps of the longest cycle that is looked for. One of a single step is polling, which brings something new each time. */
const LONGEST = 10;
/** Results remembered at most; those of the step that goes on are among them. */
const MEMORY = 2000;
/** Evidence names at most this many results, the latest. */
const MAX_EVIDENCE = 100;

interface Step {
  readonly number: number;
  readonly calls: Set<string>;
  /** A tool of it may repeat itself: no cycle. */
  exempt: boolean;
}

/** A cycle that a call would go on with. */
export interface Cycle {
  /** Steps of one round. */
  readonly period: number;
  readonly rounds: number;
  /** `seq`s of results of these rounds, the latest. */
  readonly evidence: readonly number[];
}

/**
 * Finds an agent that goes through the same steps again and again, whatever they bring, and changes nothing: rounds of
 * two to ten steps, counted from the last step in which something may have changed.
 */
export class Rounds {
  private readonly changes: Changes;
  /** The last steps that are over, as the calls that they made, oldest first. */
  private past: { readonly key: string; readonly calls: ReadonlySet<string> }[] = [];
  /** Numbers of steps that are over, oldest first. */
  private numbers: number[] = [];
  /** For each period, how many steps in a row were as those one period earlier. */
  private alike: number[] = [];
  private results: { readonly step: number; readonly seq: number }[] = [];
  private current: Step | undefined;

  constructor(changes: Changes) {
    this.changes = changes;
  }

  /** A call that has its result. */
  observe(step: number, signature: string, seq: number, exempt: boolean): void {
    this.finishBefore(step);
    this.current ??= { number: step, calls: new Set(), exempt: false };
    this.current.calls.add(signature);
    if (exempt) this.current.exempt = true;
    this.results.push({ step, seq });
    if (this.results.length > MEMORY) this.results = this.results.slice(-MEMORY / 2);
  }

  /** The cycle of `limit` rounds or more that this call would go on with. */
  goesOn(step: number, signature: string, limit: number): Cycle | undefined {
    this.finishBefore(step);
    for (let period = 2; period <= LONGEST; period++) {
      const same = this.alike[period] ?? 0;
      // Steps that are all alike are polling, whatever period they are looked at with.
      if (same < (limit - 1) * period || (this.alike[1] ?? 0) >= period - 1) continue;
      if (this.past.at(-period)?.calls.has(signature) !== true) continue;
      const rounds = Math.floor(same / period) + 1;
      const first = this.numbers.at(-(same + period)) ?? 0;
      const evidence = this.results.filter((one) => one.step >= first && one.step < step).map((one) => one.seq);
      return { period, rounds, evidence: evidence.slice(-MAX_EVIDENCE) };
    }
    return undefined;
  }

  /** A person let the run go on: counted anew. */
  forget(): void {
    this.past = [];
    this.numbers = [];
    this.alike = [];
    this.results = [];
    this.current = undefined;
  }

  private finishBefore(step: number): void {
    const { current } = this;
    if (current === undefined || current.number >= step) return;
    this.current = undefined;
    // Where something changed in it, what came before says nothing any more, and neither does it.
    if (current.exempt || this.changes.since(step) >= current.number) {
      this.forget();
      return;
    }
    const key = [...current.calls].sort().join('\n');
    for (let period = 1; period <= LONGEST; period++)
      this.alike[period] = this.past.at(-period)?.key === key ? (this.alike[period] ?? 0) + 1 : 0;
    this.past.push({ key, calls: current.calls });
    if (this.past.length > LONGEST) this.past.shift();
    this.numbers.push(current.number);
    if (this.numbers.length > MEMORY) this.numbers = this.numbers.slice(-MEMORY / 2);
  }
}
