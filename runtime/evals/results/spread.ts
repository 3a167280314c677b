/** Mean, sample standard deviation and range of values that are added one after the other. */
export class Spread {
  private count = 0;
  private mean = 0;
  /** Sum of the squared differences from the mean. */
  private squares = 0;
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  add(value: number): void {
    this.count++;
    const difference = value - this.mean;
    this.mean += difference / this.count;
    this.squares += difference * (value - this.mean);
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
  }

  /** True without values. */
  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Returns zeros without values. */
  result() {
    const { count, mean, squares, min, max } = this;
    if (count === 0) return { mean: 0, stddev: 0, min: 0, max: 0 };
    return { mean, stddev: count < 2 ? 0 : Math.sqrt(squares / (count - 1)), min, max };
  }
}
