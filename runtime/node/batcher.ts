import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { RunEvent } from '../protocol/events.ts';
import { RunEvents } from '../protocol/rpc.ts';

/** About a frame: events of one frame travel together. */
const INTERVAL_MS = 16;

/** Sends events in order: the first one after a rest as soon as what happens now has happened, several at once under load. The next batch waits until the last has left, so that a flood never piles up in the channel. */
export class Batcher {
  private readonly connection: Pick<MessageConnection, 'sendNotification'>;
  private pending: RunEvent[] = [];
  private sending: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** When a batch left last, by a clock that goes on evenly. */
  private left = -INTERVAL_MS;

  constructor(connection: Pick<MessageConnection, 'sendNotification'>) {
    this.connection = connection;
  }

  add(event: RunEvent): void {
    this.pending.push(event);
    this.later();
  }

  /** Resolves when everything has been sent, or cannot be any more. */
  async drained(): Promise<void> {
    while (this.pending.length > 0 || this.sending !== undefined) {
      this.flush();
      await this.sending;
    }
  }

  private later(): void {
    this.timer ??= setTimeout(() => this.flush(), Math.max(0, this.left + INTERVAL_MS - performance.now()));
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.sending !== undefined || this.pending.length === 0) return;
    this.left = performance.now();
    const batch = this.pending;
    this.pending = [];
    this.sending = this.connection
      .sendNotification(RunEvents, batch)
      .catch(() => undefined)
      .then(() => {
        this.sending = undefined;
        if (this.pending.length > 0) this.later();
      });
  }
}
