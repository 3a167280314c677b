import { statSync } from 'node:fs';
import { importSession } from '../../sessions/import-session.ts';
import type { SessionEvent } from '../../sessions/log/session-event.ts';

/** Milliseconds between two readings of a session. */
export const INTERVAL_MS = 500;
/** A larger session is not read again while it grows, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads the growing session of a client until it shows the load of a skill. */
export class ActivationWatch {
  private readonly find: () => Promise<string>;
  /** Size of the session that was read last, in bytes. */
  private size = 0;
  private readonly isLoad: (event: SessionEvent) => boolean;
  private readonly onLoad: () => void;
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;
  private hasEnded = false;

  /** @param find returns the file of the session, which need not exist yet */
  constructor(find: () => Promise<string>, isLoad: (event: SessionEvent) => boolean, onLoad: () => void) {
    this.find = find;
    this.isLoad = isLoad;
    this.onLoad = onLoad;
  }

  /** Reads the session soon, because it may have grown. */
  check(): void {
    if (this.hasEnded || this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.reading = this.read().finally(() => {
        this.timer = undefined;
      });
    }, INTERVAL_MS);
  }

  /** Stops, and waits for the reading in progress. */
  async end(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.timer);
    await this.reading;
  }

  private async read(): Promise<void> {
    const file = await this.find();
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_BYTES || size === this.size) return;
    this.size = size;
    let isLoaded = false;
    await importSession(file, {
      emit: (event) => {
        isLoaded ||= this.isLoad(event);
      },
    });
    if (!isLoaded || this.hasEnded) return;
    this.hasEnded = true;
    this.onLoad();
  }
}
