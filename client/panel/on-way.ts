import { ROWS_PER_ACKNOWLEDGEMENT } from '../timeline/protocol.ts';

/**
 * How many messages of rows may be on their way to a page at once: one more than it answers together, so that the way
 * there and the way back are used at the same time. What comes meanwhile waits, and goes in one. So a page that is slow
 * gets fewer and larger messages, and never has a queue of them before it: at 1,000 events a second on a busy machine
 * that queue grew to seconds.
 */
const MOST = ROWS_PER_ACKNOWLEDGEMENT + 1;
/** Of those that are as large as they may be: a long run is opened, and to wait for the page would only take longer. */
const MOST_PAGES = 8;

export class OnWay {
  private count = 0;
  private waits = false;

  /**
   * Whether the page has enough before it. Who asks is told by `taken` when there is room.
   * @param pageful the next one is as large as it may be
   */
  full(pageful: boolean): boolean {
    this.waits = this.count >= (pageful ? MOST_PAGES : MOST);
    return this.waits;
  }

  sent(): void {
    this.count++;
  }

  /** The page has taken so many; what is no number counts as none. @returns whether something waits for that */
  taken(messages: number): boolean {
    this.count = Math.max(0, this.count - Math.max(0, messages || 0));
    return this.waits;
  }

  /** A page that begins anew: what was on its way went with the one before. */
  clear(): void {
    this.count = 0;
    this.waits = false;
  }
}
