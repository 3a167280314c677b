import { ROWS_PER_ACKNOWLEDGEMENT } from '../timeline/protocol.ts';

/**
 * Maximum number of unacknowledged row messages: one more than the page acknowledges together, so that both directions
 * are used at the same time. Later changes are merged into the next message. A slow page therefore receives fewer and
 * larger messages instead of a growing queue, which reached seconds at 1,000 events a second on a busy machine.
 */
const MOST = ROWS_PER_ACKNOWLEDGEMENT + 1;
/** The limit for messages of maximum size, sent when a long run is opened: waiting would only delay them. */
const MOST_PAGES = 8;

export class OnWay {
  private count = 0;
  private waits = false;

  /**
   * Returns true if the page has too many unprocessed messages. `taken` then returns true once there is room.
   * @param pageful true if the next message has the maximum size
   */
  full(pageful: boolean): boolean {
    this.waits = this.count >= (pageful ? MOST_PAGES : MOST);
    return this.waits;
  }

  sent(): void {
    this.count++;
  }

  /** Acknowledges messages, ignoring invalid numbers. @returns true if a message is waiting for it */
  taken(messages: number): boolean {
    this.count = Math.max(0, this.count - Math.max(0, messages || 0));
    return this.waits;
  }

  /** Resets the state for a new page: messages to the previous one are lost. */
  clear(): void {
    this.count = 0;
    this.waits = false;
  }
}
