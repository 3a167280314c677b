import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import { blobName, isBlobName } from '../protocol/blob-name.ts';
import type { BlobReference, Json } from '../protocol/events.ts';
import { parseBoundedJson } from '../protocol/json-depth.ts';
import { jsonText } from './json-line.ts';

/** Bytes of JSON above which a payload stands beside the journal. */
export const BLOB_LIMIT = 64 * 1024;

/** The payload itself where it is small, else a reference to the file that it was written to, named after its content. */
export function storeBlob(folder: string, payload: Json): Json | BlobReference {
  const text = jsonText(payload);
  // A UTF-16 unit is at most three bytes: most payloads are settled without encoding them.
  if (text.length * 3 <= BLOB_LIMIT) return payload;
  const size = Buffer.byteLength(text);
  if (size <= BLOB_LIMIT) return payload;
  const blob = blobName(text);
  // What somebody else has put there under this name is replaced; a link is, not what it leads to.
  if (readBlobText(folder, blob).kind === 'failed') writeWhole(join(folder, blob), text);
  return { blob, size };
}

/** All or nothing: half a payload would be taken for the whole one when the same comes again. Throws as `fs` does. */
function writeWhole(path: string, text: string): void {
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

export type BlobResult =
  | { readonly kind: 'found'; readonly value: Json }
  | { readonly kind: 'failed'; readonly message: string };

/** Bytes above which a file is no payload of ours: nothing that large fits into a run. */
const LARGEST = 256 * 1024 * 1024;
/** No link is followed, and no pipe or device waited for. Windows has neither flag, and no such link without rights. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a payload back. A name that is not one of ours is refused, and so is what does not hold what its name says. */
export function readBlob(folder: string, { blob }: BlobReference): BlobResult {
  const read = readBlobText(folder, blob);
  if (read.kind === 'failed') return read;
  try {
    return { kind: 'found', value: parseBoundedJson(read.text) as Json };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
}

/**
 * The text of a payload, as it was written. Names are hashes: a link, also a hard one, to another file of this machine
 * would hand that file to a model, and holds something else than its name says, however it came there.
 */
export function readBlobText(
  folder: string,
  blob: string,
): { readonly kind: 'text'; readonly text: string } | Extract<BlobResult, { kind: 'failed' }> {
  const failed = (message: string) => ({ kind: 'failed', message }) as const;
  if (!isBlobName(blob)) return failed(`Not a blob of a run: ${blob}`);
  const path = join(folder, blob);
  let fd: number | undefined;
  try {
    if (!lstatSync(path).isFile()) return failed(`Not a file: ${path}`);
    fd = openSync(path, READ);
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > LARGEST) return failed(`Not a file of ours: ${path}`);
    const bytes = readFileSync(fd);
    return blobName(bytes) === blob
      ? { kind: 'text', text: bytes.toString('utf8') }
      : failed(`Not what it was: ${path}`);
  } catch (error) {
    return failed(messageOf(error));
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Whether a payload of an event stands in a file of its own. A tool's own `{ blob, size }` is none, by its name. */
export function isBlob(value: Json | BlobReference): value is BlobReference {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const { blob, size } = value as { readonly blob?: unknown; readonly size?: unknown };
  return typeof blob === 'string' && isBlobName(blob) && typeof size === 'number' && Object.keys(value).length === 2;
}
