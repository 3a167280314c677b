import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheHome, makeFolders } from '../skill/disk-folders.ts';

/** What a person said of one run, in a folder of this name. */
export interface About {
  readonly folder: string;
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  readonly run: string;
}

/**
 * Remembers what a person said for one run, outside the workspace: its journal lies in the workspace and may come from
 * anywhere, so what it says is no proof of anything. Where there is no place to write to, nothing is remembered.
 */
export function remember(about: About, content: string): void {
  const file = fileOf(about);
  try {
    makeFolders(dirname(file), 0o700);
    writeFileSync(file, content, { mode: 0o600 });
  } catch {
    // A resume then asks for it to be said anew.
  }
}

export function isRemembered(about: About, content: string): boolean {
  return recalled(about) === content;
}

/** What is remembered; undefined where nothing is. */
export function recalled(about: About): string | undefined {
  try {
    return readFileSync(fileOf(about), 'utf8');
  } catch {
    return undefined;
  }
}

/** The run is over: it cannot be resumed any more. */
export function forget(about: About): void {
  rmSync(fileOf(about), { force: true });
}

/** Days after which nobody goes on with a run. */
const OLD_DAYS = 90;

/** Removes what of this folder nobody has touched for long. */
export function forgetOld(folder: string, now = Date.now()): void {
  try {
    for (const name of readdirSync(rememberedFolder(folder))) {
      const file = join(rememberedFolder(folder), name);
      if (now - statSync(file).mtimeMs > OLD_DAYS * 86_400_000) rmSync(file, { force: true });
    }
  } catch {
    // There is nothing, or somebody else removes it.
  }
}

function fileOf({ folder, runs, run }: About): string {
  const key = createHash('sha256').update(`${runs}\0${run}`).digest('hex');
  return join(rememberedFolder(folder), `${key}.json`);
}

/** Absolute path of the folder of this name among what is remembered. Where it is emptied, a person is asked to say it anew. */
export function rememberedFolder(folder: string): string {
  return join(cacheHome(), 'skillwright', folder);
}
