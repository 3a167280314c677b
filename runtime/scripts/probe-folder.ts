import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilExit } from '../temporary/until-exit.ts';

/** An empty folder in which a sandbox or a limit is tried. */
export interface ProbeFolder {
  /** Absolute, links resolved. */
  readonly folder: string;
  /** Never throws. */
  readonly remove: () => void;
}

/** Creates a folder for a trial. It is also deleted if the process ends before the trial. Throws if it cannot be created. */
export function createProbeFolder(): ProbeFolder {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-probe-'));
  const remove = untilExit(() => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A program in it may still be ending; it is empty, and the system removes it.
    }
  });
  return { folder, remove };
}
