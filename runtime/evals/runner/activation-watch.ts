import { statSync } from 'node:fs';
import { importSession } from '../../sessions/import-session.ts';
import type { SessionEvent } from '../../sessions/log/session-event.ts';

/** Milliseconds between two readings of the output. */
const INTERVAL_MS = 500;
/** Larger output is not read again while it grows, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads the growing output of a client until it shows the load of a skill. */
export class ActivationWatch {
  private readonly file: string;
  private readonly isLoad: (event: SessionEvent) => boolean;
  private readonly onLoad: () => void;
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;
  private hasEnded = false;

  constructor(file: string, isLoad: (event: SessionEvent) => boolean, onLoad: () => void) {
    this.file = file;
    this.isLoad = isLoad;
    this.onLoad = onLoad;
  }

  /** Reads the output soon, because it has grown. */
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
    if ((statSync(this.file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) return;
    let isLoaded = false;
    await importSession(this.file, {
      emit: (event) => {
        isLoaded ||= this.isLoad(event);
      },
    });
    if (!isLoaded || this.hasEnded) return;
    this.hasEnded = true;
    this.onLoad();
  }
}
