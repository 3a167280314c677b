import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { RunEvent } from '../protocol/events.ts';
import { RunEvents } from '../protocol/rpc.ts';

/** Minimum time between two batches, in milliseconds: about one frame. */
const INTERVAL_MS = 16;

/**
 * Sends events in order: the first one after a pause in the next turn of the event loop, several together under load. A
 * batch is sent only when the previous one has left, so that a flood never piles up in the channel.
 */
export class Batcher {
  private readonly connection: Pick<MessageConnection, 'sendNotification'>;
  private pending: RunEvent[] = [];
  private sending: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Time at which the last batch was sent, by a monotonic clock. */
  private sentAt = -INTERVAL_MS;

  constructor(connection: Pick<MessageConnection, 'sendNotification'>) {
    this.connection = connection;
  }

  /** Queues an event. */
  add(event: RunEvent): void {
    this.pending.push(event);
    this.scheduleFlush();
  }

  /** Resolves when everything has been sent, or can no longer be sent. */
  async drained(): Promise<void> {
    while (this.pending.length > 0 || this.sending !== undefined) {
      this.flush();
      await this.sending;
    }
  }

  private scheduleFlush(): void {
    this.timer ??= setTimeout(() => this.flush(), Math.max(0, this.sentAt + INTERVAL_MS - performance.now()));
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.sending !== undefined || this.pending.length === 0) return;
    this.sentAt = performance.now();
    const batch = this.pending;
    this.pending = [];
    this.sending = this.connection
      .sendNotification(RunEvents, batch)
      .catch(() => undefined)
      .then(() => {
        this.sending = undefined;
        if (this.pending.length > 0) this.scheduleFlush();
      });
  }
}
