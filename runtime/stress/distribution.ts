/** A frequency table of numbers, from which medians and percentiles are computed in little memory. */
export class Distribution {
  private readonly counts = new Map<number, number>();
  private size = 0;

  add(value: number): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + 1);
    this.size++;
  }

  /** Returns the value that a share (0 to 1) of all values does not exceed; 0 if there are none. */
  percentile(share: number): number {
    let below = 0;
    for (const [value, count] of [...this.counts].sort(([a], [b]) => a - b)) {
      below += count;
      if (below >= share * this.size) return value;
    }
    return 0;
  }
}
