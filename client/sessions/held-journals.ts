/** Journals of sessions that windows show, so that none removes one that another shows. Independent of `vscode`. */
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { acquireLock } from '../../runtime/disk/lock.ts';
import { UNFINISHED_LOCK, WINDOW_LOCK } from '../../runtime/protocol/sessions.ts';

/**
 * Marks the journals that this window shows with lock files, because all windows share the folder of journals. The lock of
 * a window that has exited does not count.
 */
export class HeldJournals {
  private readonly journals: string;
  private readonly lockName: string;
  /** The release of each lock by the folder of the journal. */
  private readonly held = new Map<string, () => void>();

  /**
   * @param journals absolute path of the folder that contains a folder for each session
   * @param window differs between windows; by default the id of this process
   */
  constructor(journals: string, window = process.pid) {
    this.journals = journals;
    this.lockName = `window-${window}.lock`;
  }

  /** Sets the journals that this window shows. Journals in other folders are ignored. */
  update(shown: Iterable<string>): void {
    const folders = new Set([...shown].filter((journal) => this.contains(journal)).map((journal) => dirname(journal)));
    for (const [folder, release] of this.held) {
      if (folders.has(folder)) continue;
      release();
      this.held.delete(folder);
    }
    for (const folder of folders) {
      if (this.held.has(folder)) continue;
      // Without a lock, which a full disk prevents, at least this window does not remove it.
      const lock = acquireLock(join(folder, this.lockName));
      this.held.set(folder, lock.kind === 'locked' ? lock.release : () => undefined);
    }
  }

  /** Returns true for a journal in the folder of journals. */
  contains(journal: string): boolean {
    return dirname(dirname(journal)) === this.journals;
  }

  /** Removes the folder of a journal unless a window shows it or a process writes it. Never throws: what cannot be removed stays. */
  async removeUnlessHeld(folder: string): Promise<void> {
    try {
      if (this.held.has(folder)) return;
      for (const name of await readdir(folder))
        if ((WINDOW_LOCK.test(name) || name === UNFINISHED_LOCK) && isLocked(join(folder, name))) return;
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Another window removes the same folder.
    }
  }

  dispose(): void {
    this.update([]);
  }
}

function isLocked(path: string): boolean {
  const lock = acquireLock(path);
  if (lock.kind === 'locked') lock.release();
  return lock.kind !== 'locked';
}
