/** Synchronizes the calls of one step, which run in parallel. */
export class StepBarrier {
  /** Resolves when a guard's question is left pending: calls that guards have yet to check then pause as well. */
  readonly paused: Promise<void>;
  pauseOthers: () => void = () => undefined;
  private running: number;
  private waiters: (() => void)[] = [];

  constructor(calls: number) {
    this.running = calls;
    this.paused = new Promise((resolve) => {
      this.pauseOthers = resolve;
    });
  }

  /** Reports that a call has its result, or waits for the user. */
  arrive(): void {
    this.running--;
    if (this.running > 0) return;
    for (const resolve of this.waiters) resolve();
    this.waiters = [];
  }

  /** Resolves when no call of the step is running any more. */
  whenIdle(): Promise<void> {
    return this.running <= 0 ? Promise.resolve() : new Promise((resolve) => this.waiters.push(resolve));
  }
}
