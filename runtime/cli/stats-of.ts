import { type Stats, statSync } from 'node:fs';

/** Returns the stats of a path that a user specified; undefined if nothing is there or it cannot be accessed. Never throws. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // For example a name that is too long, or a folder without permission.
    return undefined;
  }
}
