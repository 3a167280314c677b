import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of trials that have not ended. Cancelling a run can end this process before them. */
const active = new Set<string>();
let hasExitListener = false;

/**
 * Creates an empty folder in which a sandbox or a limit is tried, and returns its absolute path with links followed. It is
 * also deleted if the process ends before `removeProbeFolder`. Throws if it cannot be created.
 */
export function createProbeFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-probe-'));
  if (!hasExitListener) process.once('exit', () => active.forEach(remove));
  hasExitListener = true;
  active.add(folder);
  return folder;
}

/** Deletes a folder of `createProbeFolder`. Never throws. */
export function removeProbeFolder(folder: string): void {
  active.delete(folder);
  remove(folder);
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A program in it may still be ending; it is empty, and the system removes it.
  }
}
