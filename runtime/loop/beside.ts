/** What the calls of a step know of each other. */
export class Beside {
  /** Resolves when a guard's question was left: calls that guards still look at wait for its answer too. */
  readonly held: Promise<void>;
  hold: () => void = () => undefined;
  private working: number;
  private waiters: (() => void)[] = [];

  constructor(calls: number) {
    this.working = calls;
    this.held = new Promise((resolve) => {
      this.hold = resolve;
    });
  }

  /** A call has its result, or waits for a person. */
  rest(): void {
    this.working--;
    if (this.working > 0) return;
    for (const resolve of this.waiters) resolve();
    this.waiters = [];
  }

  /** Resolves when no call of the step is at work any more. */
  quiet(): Promise<void> {
    return this.working <= 0 ? Promise.resolve() : new Promise((resolve) => this.waiters.push(resolve));
  }
}
