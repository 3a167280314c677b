/** Minimum time between updates of the skill lanes, in milliseconds. Each update sends all marks. */
export const LANES_MS = 200;

export class LanePace {
  private sent = -LANES_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly later: () => void;

  /** @param later called when skipped lanes become due */
  constructor(later: () => void) {
    this.later = later;
  }

  /** Returns true if changed lanes may be sent now; otherwise schedules `later`. */
  due(): boolean {
    const rest = this.sent + LANES_MS - performance.now();
    if (rest <= 0) {
      this.sent = performance.now();
      return true;
    }
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.later();
    }, rest);
    return false;
  }

  /** Resets the state for a new page, which has no lanes yet. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sent = -LANES_MS;
  }
}
