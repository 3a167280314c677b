/** Taking runs away, with a way back: a deleted run is set aside under another name first, and removed later. */
import { lstatSync, readFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** `.deleted-TIME-ID`, beside the other runs: a rename within one folder cannot be torn, nor fill another disk. */
const ASIDE = /^\.deleted-(\d+)-(.+)$/;

/** A run that was set aside. Both are absolute paths of folders. */
export interface SetAside {
  readonly folder: string;
  readonly aside: string;
}

export type Removal =
  | { readonly kind: 'aside'; readonly run: SetAside }
  | { readonly kind: 'failed'; readonly message: string };

/** Sets the run with this journal aside. A run that a process works on is left where it is. */
export async function setAside(journal: string, now = Date.now()): Promise<Removal> {
  if (isHeld(journal)) return { kind: 'failed', message: 'a process works on it' };
  const folder = dirname(journal);
  const aside = join(dirname(folder), `.deleted-${now}-${basename(folder)}`);
  try {
    await rename(folder, aside);
    return { kind: 'aside', run: { folder, aside } };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Puts it back; false where that failed. */
export async function putBack({ folder, aside }: SetAside): Promise<boolean> {
  return rename(aside, folder).then(
    () => true,
    () => false,
  );
}

/** Removes it from the disk, for good. */
export async function removeForGood({ aside }: SetAside): Promise<void> {
  await rm(aside, { recursive: true, force: true }).catch(() => undefined);
}

/** Removes what was set aside and left behind, as by a window that was closed: after an hour nobody takes it back. */
export async function removeLeftBehind(folders: readonly string[], now = Date.now()): Promise<void> {
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const match = ASIDE.exec(name);
      if (match === null || now - Number(match[1]) < 3_600_000) continue;
      await removeForGood({ folder: join(folder, match[2] ?? ''), aside: join(folder, name) });
    }
  }
}

/** Whether a living process works on the run: its lock names the process, and on Linux when that one began. */
export function isHeld(journal: string): boolean {
  const match = /"pid":(\d+)(?:,"started":"(\d+)")?/.exec(read(`${journal}.lock`));
  if (match === null) return false;
  try {
    process.kill(Number(match[1]), 0);
  } catch (error) {
    // Not allowed to signal it means that it is there.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  // proc(5), field 22. An id can come again, with another start.
  const stat = read(`/proc/${match[1]}/stat`);
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return match[2] === undefined || started === undefined || started === match[2];
}

/** Nothing where it is no file: a lock may come with a journal from anywhere, and a pipe or device would be read for ever. */
function read(path: string): string {
  try {
    if (!lstatSync(path).isFile()) return '';
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
