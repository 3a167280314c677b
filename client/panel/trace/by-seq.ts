/** A map from an event's `seq` to a number: a typed array, since the seqs of a valid journal have no large gaps. */

/** A hostile journal may number events arbitrarily: seqs beyond this multiple of the count are stored in a map. */
const SLACK = 8;

export class BySeq {
  private dense = new Float64Array(4096).fill(-1);
  private readonly sparse = new Map<number, number>();
  private size = 0;

  get(seq: number): number | undefined {
    const value = this.dense[seq];
    return value === undefined ? this.sparse.get(seq) : value < 0 ? undefined : value;
  }

  /** @param value at least 0 */
  set(seq: number, value: number): void {
    this.size++;
    if (Number.isInteger(seq) && seq >= this.dense.length && seq < 4096 + SLACK * this.size) this.grow(seq);
    if (Number.isInteger(seq) && seq >= 0 && seq < this.dense.length) this.dense[seq] = value;
    else this.sparse.set(seq, value);
  }

  private grow(seq: number): void {
    const next = new Float64Array(Math.max(seq + 1, this.dense.length * 2)).fill(-1);
    next.set(this.dense);
    this.dense = next;
    // Entries that were beyond the array move into it.
    for (const [early, value] of this.sparse) {
      if (!Number.isInteger(early) || early < 0 || early >= next.length) continue;
      next[early] = value;
      this.sparse.delete(early);
    }
  }
}
