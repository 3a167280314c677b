/**
 * A limit on the money of all trials together. A trial reserves its expected cost before it starts and settles it with its
 * actual cost. Because a trial may cost more than it reserved, the limit can be exceeded by one trial for each other one that
 * runs at the same time.
 */
export class CostCap {
  private readonly cap: number;
  private spentUsd: number;
  private reservedUsd = 0;
  private highestUsd = 0;

  /**
   * @param cap US dollars; undefined for no limit
   * @param spent US dollars that earlier processes spent
   */
  constructor(cap: number | undefined, spent: number) {
    this.cap = cap ?? Number.POSITIVE_INFINITY;
    this.spentUsd = spent;
  }

  get spent(): number {
    return this.spentUsd;
  }

  /** US dollars that a run that starts now may spend; infinite without a limit. */
  get left(): number {
    return this.cap - this.spentUsd;
  }

  /** US dollars that are neither spent nor reserved. */
  private get available(): number {
    return this.cap - this.spentUsd - this.reservedUsd;
  }

  /**
   * Reserves the money of a trial: that of the most expensive one so far, or an equal part if there is none yet. Returns
   * undefined if no money is left, or `wait` if running trials may return some.
   * @param parts number of trials that may run simultaneously
   */
  reserve(parts: number): number | 'wait' | undefined {
    if (this.cap === Number.POSITIVE_INFINITY) return this.cap;
    const amount = this.highestUsd === 0 ? this.left / parts : this.highestUsd;
    if (amount > 0 && amount <= this.available) {
      this.reservedUsd += amount;
      return amount;
    }
    if (this.reservedUsd > 0) return 'wait';
    if (this.available <= 0) return undefined;
    const rest = this.available;
    this.reservedUsd += rest;
    return rest;
  }

  /** Replaces a reservation by the actual cost. */
  settle(reserved: number, cost: number): void {
    if (this.cap !== Number.POSITIVE_INFINITY) this.reservedUsd = Math.max(0, this.reservedUsd - reserved);
    this.spentUsd += cost;
    this.highestUsd = Math.max(this.highestUsd, cost);
  }
}
