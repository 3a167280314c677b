/** Cached output of entire runs with their disk snapshots: an unchanged tree costs one metadata query per file. */
import { readCacheFile, writeCacheFile } from './cache-files.ts';
import { type DiskSnapshot, isUnchanged } from './disk-snapshot.ts';

/** The output of a run. */
export interface CachedOutput {
  readonly text: string;
  readonly errors: number;
  readonly warnings: number;
}

interface Head extends Pick<DiskSnapshot, 'seen' | 'kinds' | 'realPaths'>, Omit<CachedOutput, 'text'> {
  /** Sizes, in bytes, of the two parts between the head and the text. */
  readonly numbers: number;
  readonly places: number;
}

const BOUNDS = { files: 64, bytes: 64 * 1024 * 1024 };

/** Returns the cached output of the same command; undefined if anything that it accessed has changed since. */
export function readOutput(folder: string, key: string): CachedOutput | undefined {
  const body = readCacheFile(folder, key);
  if (body === undefined) return undefined;
  const line = body.indexOf(10);
  const { numbers, places, errors, warnings, ...answers }: Head = JSON.parse(body.toString('utf8', 0, line));
  const at = line + 1;
  const snapshot: DiskSnapshot = {
    // Copied, since a Float64Array must start at a multiple of 8 bytes.
    numbers: new Float64Array(Uint8Array.from(body.subarray(at, at + numbers)).buffer),
    places: body.toString('utf8', at + numbers, at + numbers + places),
    ...answers,
    unsure: false,
  };
  return isUnchanged(snapshot) ? { text: body.toString('utf8', at + numbers + places), errors, warnings } : undefined;
}

/** Caches the output of a run, unless changes during the run make the snapshot unusable. */
export function storeOutput(folder: string, key: string, snapshot: DiskSnapshot, printed: CachedOutput): void {
  const { numbers, seen, kinds, realPaths } = snapshot;
  const places = Buffer.from(snapshot.places);
  // A name that is not valid Unicode would differ when read back.
  if (snapshot.unsure || places.toString() !== snapshot.places) return;
  const { text, errors, warnings } = printed;
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const head: Head = { numbers: bytes.length, places: places.length, seen, kinds, realPaths, errors, warnings };
  writeCacheFile(
    folder,
    key,
    Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes, places, Buffer.from(text)]),
    BOUNDS,
  );
}
