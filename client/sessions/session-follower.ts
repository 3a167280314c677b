/** Follows the file of a session that grows. Independent of `vscode`. */
import { stat } from 'node:fs/promises';

export interface FollowerOptions {
  /** Absolute path of the session's file. */
  readonly file: string;
  /** The stamp of the file before it was read for the first time; see `stampOf`. */
  readonly stamp: string;
  /**
   * Returns a string that changes with the files of sub-agents; '' if they have not changed since the journal that is shown was
   * written.
   */
  readonly subagents: () => Promise<string>;
  /** True while the timeline is shown. A hidden one is updated when it is shown again. */
  readonly isVisible: () => boolean;
  /** Reads the session again. Returns the path of its journal; undefined if it cannot be read now. */
  readonly read: () => Promise<string | undefined>;
  /** Shows another journal of the session. `isLive` is true if the session has grown lately. */
  readonly show: (journal: string | undefined, isLive: boolean) => Promise<void>;
}

/** Time between two looks at the file, in milliseconds. */
const INTERVAL_MS = 1_000;
/** Time without growth after which a session no longer counts as live, in milliseconds. */
const LIVE_MS = 60_000;
/** Minimum pause after a read as a multiple of its duration, so that a large session takes little processor time. */
const PAUSE_FACTOR = 8;

/** Returns a string that changes with the file. A database that is in use changes only in its write-ahead log. */
export async function stampOf(file: string): Promise<string> {
  const stats = await Promise.all([file, `${file}-wal`].map((path) => stat(path).catch(() => undefined)));
  return stats.map((one) => (one === undefined ? '' : `${one.ino} ${one.size} ${one.mtimeMs}`)).join(' ');
}

/**
 * Polls the file of a session, because watching a file does not report that it was replaced. A session that
 * grew, was truncated or replaced is read again from its start, which is right for every format.
 */
export class SessionFollower {
  private readonly options: FollowerOptions;
  private readonly now: () => number;
  private readonly timer: ReturnType<typeof setInterval>;
  private stamp: string;
  private subagents = '';
  private isBusy = false;
  private isDisposed = false;
  private liveUntil = 0;
  private nextRead = 0;

  /** @param now returns monotonic time, in milliseconds */
  constructor(options: FollowerOptions, now: () => number = () => performance.now()) {
    this.options = options;
    this.now = now;
    this.stamp = options.stamp;
    this.timer = setInterval(() => void this.check(), INTERVAL_MS);
  }

  /** Looks at the file once, and reads the session again if it has changed. */
  async check(): Promise<void> {
    if (this.isBusy || this.isDisposed || !this.options.isVisible()) return;
    this.isBusy = true;
    try {
      await this.checkOnce();
    } finally {
      this.isBusy = false;
    }
  }

  private async checkOnce(): Promise<void> {
    const stamp = await stampOf(this.options.file);
    const subagents = await this.options.subagents();
    const startedAt = this.now();
    if (stamp === this.stamp && (subagents === '' || subagents === this.subagents)) {
      if (this.liveUntil === 0 || startedAt < this.liveUntil) return;
      this.liveUntil = 0;
      await this.options.show(undefined, false);
      return;
    }
    if (startedAt < this.nextRead || stamp.trim() === '') return;
    this.stamp = stamp;
    this.subagents = subagents;
    // It rejects if the language server, which lists the current skills, or the runtime's process has ended.
    const journal = await this.options.read().catch(() => undefined);
    this.nextRead = this.now() + PAUSE_FACTOR * (this.now() - startedAt);
    if (this.isDisposed || journal === undefined) return;
    this.liveUntil = this.now() + LIVE_MS;
    await this.options.show(journal, true);
  }

  dispose(): void {
    this.isDisposed = true;
    clearInterval(this.timer);
  }
}
