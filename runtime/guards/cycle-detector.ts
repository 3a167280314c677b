import type { ChangeTracker } from './changes.ts';

/** Maximum number of steps in a cycle. A cycle of one step is polling, which returns something new each time. */
const MAX_PERIOD = 10;
/** Maximum number of results that are remembered; those of the current cycle are among them. */
const MEMORY = 2000;
/** Maximum number of results in the evidence; the latest are listed. */
const MAX_EVIDENCE = 100;

interface Step {
  readonly number: number;
  readonly calls: Set<string>;
  /** True if it includes a call of an exempt tool: such a step belongs to no cycle. */
  exempt: boolean;
}

/** A cycle that a call would continue. */
export interface Cycle {
  /** Number of steps in one round. */
  readonly period: number;
  readonly rounds: number;
  /** `seq`s of the latest results of these rounds. */
  readonly evidence: readonly number[];
}

/**
 * Detects an agent that repeats the same steps, whatever their results, and changes nothing: rounds of two to ten steps,
 * counted from the last step in which something may have changed.
 */
export class CycleDetector {
  private readonly changes: ChangeTracker;
  /** The calls of the last completed steps, oldest first. */
  private completed: { readonly key: string; readonly calls: ReadonlySet<string> }[] = [];
  /** Numbers of the completed steps, oldest first. */
  private numbers: number[] = [];
  /** For each period, the number of consecutive steps that were the same as the step one period earlier. */
  private matching: number[] = [];
  private results: { readonly step: number; readonly seq: number }[] = [];
  private current: Step | undefined;

  constructor(changes: ChangeTracker) {
    this.changes = changes;
  }

  /** Records a call that has its result. */
  observe(step: number, signature: string, seq: number, exempt: boolean): void {
    this.completeStepsBefore(step);
    this.current ??= { number: step, calls: new Set(), exempt: false };
    this.current.calls.add(signature);
    if (exempt) this.current.exempt = true;
    this.results.push({ step, seq });
    if (this.results.length > MEMORY) this.results = this.results.slice(-MEMORY / 2);
  }

  /** Returns the cycle of at least `limit` rounds that this call would continue, if there is one. */
  findCycle(step: number, signature: string, limit: number): Cycle | undefined {
    this.completeStepsBefore(step);
    for (let period = 2; period <= MAX_PERIOD; period++) {
      const same = this.matching[period] ?? 0;
      // If all steps are the same, it is polling, which would match any period.
      if (same < (limit - 1) * period || (this.matching[1] ?? 0) >= period - 1) continue;
      if (this.completed.at(-period)?.calls.has(signature) !== true) continue;
      const rounds = Math.floor(same / period) + 1;
      const first = this.numbers.at(-(same + period)) ?? 0;
      const evidence = this.results.filter((one) => one.step >= first && one.step < step).map((one) => one.seq);
      return { period, rounds, evidence: evidence.slice(-MAX_EVIDENCE) };
    }
    return undefined;
  }

  /** Resets the counts because the user let the run continue. */
  reset(): void {
    this.completed = [];
    this.numbers = [];
    this.matching = [];
    this.results = [];
    this.current = undefined;
  }

  private completeStepsBefore(step: number): void {
    const { current } = this;
    if (current === undefined || current.number >= step) return;
    this.current = undefined;
    // If something changed in this step, neither it nor the steps before it are part of a cycle.
    if (current.exempt || this.changes.lastBefore(step) >= current.number) {
      this.reset();
      return;
    }
    const key = [...current.calls].sort().join('\n');
    for (let period = 1; period <= MAX_PERIOD; period++)
      this.matching[period] = this.completed.at(-period)?.key === key ? (this.matching[period] ?? 0) + 1 : 0;
    this.completed.push({ key, calls: current.calls });
    if (this.completed.length > MAX_PERIOD) this.completed.shift();
    this.numbers.push(current.number);
    if (this.numbers.length > MEMORY) this.numbers = this.numbers.slice(-MEMORY / 2);
  }
}
