import { ROWS_PER_ACKNOWLEDGEMENT } from '../timeline/protocol.ts';

/**
 * Maximum number of unacknowledged row messages: one more than the page acknowledges together, so that both directions
 * are used at the same time. Later changes are merged into the next message. A slow page therefore receives fewer and
 * larger messages instead of a growing queue, which reached seconds at 1,000 events a second on a busy machine.
 */
const MAX_MESSAGES = ROWS_PER_ACKNOWLEDGEMENT + 1;
/** The limit for messages of maximum size, sent when a long run is opened: waiting would only delay them. */
const MAX_FULL_MESSAGES = 8;

/** Limits the messages to a page that it has not acknowledged yet. */
export class MessageWindow {
  private count = 0;
  private isBlocking = false;

  /**
   * Returns true if the page has too many unprocessed messages. `acknowledge` then returns true once there is room.
   * @param isFullMessage true if the next message has the maximum size
   */
  isFull(isFullMessage: boolean): boolean {
    this.isBlocking = this.count >= (isFullMessage ? MAX_FULL_MESSAGES : MAX_MESSAGES);
    return this.isBlocking;
  }

  add(): void {
    this.count++;
  }

  /** Acknowledges messages, ignoring invalid numbers. @returns true if a message is waiting for it */
  acknowledge(messages: number): boolean {
    this.count = Math.max(0, this.count - Math.max(0, messages || 0));
    return this.isBlocking;
  }

  /** Resets the state for a new page: messages to the previous one are lost. */
  clear(): void {
    this.count = 0;
    this.isBlocking = false;
  }
}
