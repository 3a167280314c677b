/** How often the skills' lanes go to a page: all their marks go with each, and a page draws them no sooner. */
export const LANES_MS = 200;

export class LanePace {
  private sent = -LANES_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly later: () => void;

  /** @param later is called when lanes that were not due are */
  constructor(later: () => void) {
    this.later = later;
  }

  /** Whether changed lanes may go now. */
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

  /** A page that begins anew has none yet. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sent = -LANES_MS;
  }
}
