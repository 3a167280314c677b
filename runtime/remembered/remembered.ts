import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder, dataFolder, makeFolders } from '../../skill/disk.ts';
import { messageOf } from '../errors.ts';
import { moveRemembered } from './move-remembered.ts';

/** A run, by its folder. */
export interface RunPlace {
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  readonly run: string;
}

/** One kind of thing that a person says of runs. */
export interface RunMemory {
  /** Where there is no place to write to, nothing is remembered. */
  remember(place: RunPlace, content: string): void;
  /** What is remembered; undefined where nothing is. */
  recalled(place: RunPlace): string | undefined;
  /** The run is over: it cannot be resumed any more. Where that cannot be done, standard error says so. */
  forget(place: RunPlace): void;
  /** Removes what nobody has touched for long; looks once a day. */
  forgetOld(now?: number): void;
}

const DAY = 86_400_000;
/** Days after which nobody goes on with a run. */
const OLD_DAYS = 90;

/**
 * What a person said of runs, kept outside the workspace: a run's journal lies in the workspace and may come from
 * anywhere, so what it says is no proof of anything.
 * @param kind a folder's name
 */
export function runMemory(kind: string): RunMemory {
  const fileOf = ({ runs, run }: RunPlace): string => {
    const key = createHash('sha256').update(`${runs}\0${run}`).digest('hex');
    return join(rememberedFolder(kind), `${key}.json`);
  };
  return {
    remember(place, content) {
      try {
        makeFolders(rememberedFolder(kind), 0o700);
        writeFileSync(fileOf(place), content, { mode: 0o600 });
      } catch {
        // A resume then asks for it to be said anew.
      }
    },
    recalled(place) {
      try {
        return readFileSync(fileOf(place), 'utf8');
      } catch {
        return undefined;
      }
    },
    forget(place) {
      for (const file of [fileOf(place), join(folderBefore(kind), basename(fileOf(place)))])
        try {
          rmSync(file, { force: true });
        } catch (error) {
          if (existsSync(file))
            tell(
              `Remove ${file} by hand: it is kept of a run that is over, and cannot be removed (${messageOf(error)}).`,
            );
        }
    },
    forgetOld: (now = Date.now()) => removeOld(rememberedFolder(kind), now),
  };
}

/** The terminal shows it, and the extension keeps it in its log. */
function tell(message: string): void {
  process.stderr.write(`${message}\n`);
}

function removeOld(folder: string, now: number): void {
  const looked = join(folder, '.looked');
  try {
    if (now - (statSync(looked, { throwIfNoEntry: false })?.mtimeMs ?? 0) < DAY) return;
    writeFileSync(looked, '', { mode: 0o600 });
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (now - statSync(file).mtimeMs > OLD_DAYS * DAY) rmSync(file, { force: true });
    }
  } catch {
    // There is nothing, or somebody else removes it.
  }
}

/** Pairs of folders that this process has moved what is remembered between. */
const moved = new Set<string>();

/**
 * Absolute path of the folder of this name among what is remembered, in the user's data folder. The first call moves there
 * what earlier versions kept in the cache folder; where that cannot be done, standard error says so.
 */
export function rememberedFolder(folder: string): string {
  const [before, now] = [cacheFolder(), dataFolder()];
  const pair = `${before}\0${now}`;
  if (!moved.has(pair)) {
    moved.add(pair);
    const problem = moveRemembered(before, now);
    if (problem !== undefined) tell(problem);
  }
  return join(now, folder);
}

/**
 * Where earlier versions kept what is in `rememberedFolder`. What could not be moved is still there, and is moved once that
 * can be done: who forgets something has to remove it here as well.
 */
export function folderBefore(folder: string): string {
  return join(cacheFolder(), folder);
}
