/** Minimum time between updates of the skill lanes, in milliseconds. Each update sends all marks. */
export const LANES_INTERVAL_MS = 200;

export class LaneThrottle {
  private sentAt = -LANES_INTERVAL_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onDue: () => void;

  /** @param onDue called when skipped lanes become due */
  constructor(onDue: () => void) {
    this.onDue = onDue;
  }

  /** Returns true if changed lanes may be sent now; otherwise schedules `onDue`. */
  isDue(): boolean {
    const remaining = this.sentAt + LANES_INTERVAL_MS - performance.now();
    if (remaining <= 0) {
      this.sentAt = performance.now();
      return true;
    }
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.onDue();
    }, remaining);
    return false;
  }

  /** Resets the state for a new page, which has no lanes yet. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sentAt = -LANES_INTERVAL_MS;
  }
}
