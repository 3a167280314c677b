/** How often each number came, for a median and a percentile in little memory. */
export class Spread {
  private readonly counts = new Map<number, number>();
  private size = 0;

  add(value: number): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + 1);
    this.size++;
  }

  /** The value that this part (0 to 1) of all do not exceed; 0 where there are none. */
  percentile(part: number): number {
    let below = 0;
    for (const [value, count] of [...this.counts].sort(([a], [b]) => a - b)) {
      below += count;
      if (below >= part * this.size) return value;
    }
    return 0;
  }
}
