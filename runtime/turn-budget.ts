/**
 * Limits work that blocks the event loop and of which a workspace can cause any amount: what may be spent on it until the
 * event loop has had a turn, in any unit.
 */
export class TurnBudget {
  private readonly max: number;
  private spent = 0;
  private isReset = true;

  constructor(max: number) {
    this.max = max;
  }

  /** True if nothing is left in this turn. */
  get isSpent(): boolean {
    return this.spent >= this.max;
  }

  /** Waits until the event loop has had a turn, and something is left. */
  async nextTurn(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.isSpent);
  }

  spend(amount: number): void {
    this.spent += amount;
    if (!this.isReset) return;
    this.isReset = false;
    setImmediate(() => {
      this.spent = 0;
      this.isReset = true;
    }).unref();
  }
}
