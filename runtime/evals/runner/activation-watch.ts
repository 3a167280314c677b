import { importSession } from '../../sessions/import-session.ts';
import type { SessionEvent } from '../../sessions/log/session-event.ts';

/** Milliseconds between two readings of a session. */
export const INTERVAL_MS = 500;
/** A larger session is not read again while it grows, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** A file that is being written. */
export interface GrowingFile {
  /** Absolute. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Reads the growing session of a client until it shows the load of a skill. */
export class ActivationWatch {
  private readonly find: () => Promise<GrowingFile | undefined>;
  /** Size of the session that was read last, in bytes. */
  private size = 0;
  private readonly isLoad: (event: SessionEvent) => boolean;
  private readonly onLoad: () => void;
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;
  private hasEnded = false;

  /** @param find returns the file of the session, if it exists yet */
  constructor(
    find: () => Promise<GrowingFile | undefined>,
    isLoad: (event: SessionEvent) => boolean,
    onLoad: () => void,
  ) {
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
    if (file === undefined || file.size > MAX_BYTES || file.size === this.size) return;
    this.size = file.size;
    let isLoaded = false;
    await importSession(file.path, {
      emit: (event) => {
        isLoaded ||= this.isLoad(event);
      },
    });
    if (!isLoaded || this.hasEnded) return;
    this.hasEnded = true;
    this.onLoad();
  }
}
