import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder, dataFolder, makeFolders } from '../../skill/disk.ts';
import { messageOf } from '../errors.ts';
import { migrateUserData } from './migrate.ts';

/** A run, identified by its folder. */
export interface RunPlace {
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  readonly run: string;
}

/** A store for one kind of the user's decisions about runs. */
export interface RunStore {
  /** Stores the content. If that is impossible, nothing is stored. */
  write(place: RunPlace, content: string): void;
  /** Returns the stored content; undefined if there is none. */
  read(place: RunPlace): string | undefined;
  /** Removes the content of a run that can no longer be resumed. A failure is reported on standard error. */
  remove(place: RunPlace): void;
  /** Removes content that has not been used for a long time. Does so at most once a day. */
  removeOld(now?: number): void;
}

const DAY = 86_400_000;
/** Number of days after which a run is assumed not to be resumed any more. */
const MAX_AGE_DAYS = 90;

/**
 * Stores decisions of the user about runs, outside the workspace: a run's journal is part of the workspace and untrusted,
 * so it proves nothing.
 * @param kind name of the subfolder
 */
export function runStore(kind: string): RunStore {
  const fileOf = ({ runs, run }: RunPlace): string => {
    const key = createHash('sha256').update(`${runs}\0${run}`).digest('hex');
    return join(userDataFolder(kind), `${key}.json`);
  };
  return {
    write(place, content) {
      try {
        makeFolders(userDataFolder(kind), 0o700);
        writeFileSync(fileOf(place), content, { mode: 0o600 });
      } catch {
        // A resume then asks the user again.
      }
    },
    read(place) {
      try {
        return readFileSync(fileOf(place), 'utf8');
      } catch {
        return undefined;
      }
    },
    remove(place) {
      for (const file of [fileOf(place), join(formerFolder(kind), basename(fileOf(place)))])
        try {
          rmSync(file, { force: true });
        } catch (error) {
          if (existsSync(file))
            warn(
              `Remove ${file} by hand: it belongs to a run that has ended and cannot be removed (${messageOf(error)}).`,
            );
        }
    },
    removeOld: (now = Date.now()) => removeOld(userDataFolder(kind), now),
  };
}

/** Writes to standard error, which a terminal shows and the extension logs. */
function warn(message: string): void {
  process.stderr.write(`${message}\n`);
}

function removeOld(folder: string, now: number): void {
  const marker = join(folder, '.looked');
  try {
    if (now - (statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0) < DAY) return;
    writeFileSync(marker, '', { mode: 0o600 });
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (now - statSync(file).mtimeMs > MAX_AGE_DAYS * DAY) rmSync(file, { force: true });
    }
  } catch {
    // The folder does not exist, or another process is removing the files.
  }
}

/** Pairs of folders whose data this process has already moved. */
const moved = new Set<string>();

/**
 * Returns the absolute path of a subfolder of the user's data folder. The first call moves the data of earlier versions
 * there from the cache folder; a failure is reported on standard error.
 */
export function userDataFolder(folder: string): string {
  const [before, now] = [cacheFolder(), dataFolder()];
  const pair = `${before}\0${now}`;
  if (!moved.has(pair)) {
    moved.add(pair);
    const problem = migrateUserData(before, now);
    if (problem !== undefined) warn(problem);
  }
  return join(now, folder);
}

/**
 * Returns the folder in which earlier versions stored the content of `userDataFolder`. Files that could not be moved are
 * still there and will be moved later, so anything deleted must be deleted here as well.
 */
export function formerFolder(folder: string): string {
  return join(cacheFolder(), folder);
}
