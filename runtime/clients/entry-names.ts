import { readdirSync } from 'node:fs';

/** Returns the names in a folder; none if it does not exist or cannot be read. */
export function entryNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
