/** What a whole run printed, and all that it looked at: an unchanged tree costs one question a file and no more. */
import { readKept, writeKept } from './kept-files.ts';
import { type Looked, looksSame } from './looked.ts';

/** What a run answered. */
export interface Printed {
  readonly text: string;
  readonly errors: number;
  readonly warnings: number;
}

interface Head extends Pick<Looked, 'seen' | 'kinds' | 'realPaths'>, Omit<Printed, 'text'> {
  /** Bytes of the two parts that follow the head and come before the text. */
  readonly numbers: number;
  readonly places: number;
}

const BOUNDS = { files: 64, bytes: 64 * 1024 * 1024 };

/** What the same command printed before; undefined where anything that it looked at has changed since. */
export function recall(folder: string, key: string): Printed | undefined {
  const body = readKept(folder, key);
  if (body === undefined) return undefined;
  const line = body.indexOf(10);
  const { numbers, places, errors, warnings, ...answers }: Head = JSON.parse(body.toString('utf8', 0, line));
  const at = line + 1;
  const looked: Looked = {
    // Copied, since numbers must begin at a multiple of their size.
    numbers: new Float64Array(Uint8Array.from(body.subarray(at, at + numbers)).buffer),
    places: body.toString('utf8', at + numbers, at + numbers + places),
    ...answers,
    unsure: false,
  };
  return looksSame(looked) ? { text: body.toString('utf8', at + numbers + places), errors, warnings } : undefined;
}

/** Keeps what a run printed; not where it cannot be told whether something changed meanwhile. */
export function remember(folder: string, key: string, looked: Looked, printed: Printed): void {
  const { numbers, seen, kinds, realPaths } = looked;
  const places = Buffer.from(looked.places);
  // A name that is no Unicode would be another one when it is read again.
  if (looked.unsure || places.toString() !== looked.places) return;
  const { text, errors, warnings } = printed;
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const head: Head = { numbers: bytes.length, places: places.length, seen, kinds, realPaths, errors, warnings };
  writeKept(
    folder,
    key,
    Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes, places, Buffer.from(text)]),
    BOUNDS,
  );
}
