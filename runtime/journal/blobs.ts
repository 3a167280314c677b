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
import { blobName, isBlobName } from '../disk/blob-name.ts';
import { messageOf } from '../errors.ts';
import type { BlobReference, Json } from '../protocol/events.ts';
import { parseBoundedJson } from '../text/json-depth.ts';
import { jsonText } from './json-line.ts';

/** Size of a JSON payload, in bytes, above which it is stored in a separate file. */
export const BLOB_LIMIT = 64 * 1024;

/** Writes a large payload to a file named after its content and returns a reference; returns a small payload unchanged. */
export function storeBlob(folder: string, payload: Json): Json | BlobReference {
  const text = jsonText(payload);
  // A UTF-16 unit takes at most three bytes in UTF-8, so most payloads are known to be small without encoding them.
  if (text.length * 3 <= BLOB_LIMIT) return payload;
  const size = Buffer.byteLength(text);
  return size <= BLOB_LIMIT ? payload : writeBlob(folder, text);
}

/** Writes JSON text of any size to a file named after its content, unless it exists. Throws like `fs`. */
export function writeBlob(folder: string, text: string): BlobReference {
  const blob = blobName(text);
  // Replaces anything else that has this name; of a link, the link itself rather than its target.
  if (readBlobText(folder, blob).kind === 'failed') writeAtomically(join(folder, blob), text);
  return { blob, size: Buffer.byteLength(text) };
}

/** Returns the name and the reference that a JSON payload has in a file of its own. */
export function storedBlob(payload: Json): { readonly name: string; readonly reference: Json } {
  const text = jsonText(payload);
  const name = blobName(text);
  return { name, reference: { blob: name, size: Buffer.byteLength(text) } };
}

/** Writes atomically: a partial payload would be treated as the complete one the next time. Throws like `fs`. */
function writeAtomically(path: string, text: string): void {
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** The payload of a blob, or why it cannot be read. */
export type BlobResult =
  | { readonly kind: 'found'; readonly value: Json }
  | { readonly kind: 'failed'; readonly message: string };

/** Maximum size of a blob, in bytes: no payload of a run is that large. */
const MAX_BLOB_BYTES = 256 * 1024 * 1024;
/** Does not follow links or block on pipes and devices. Windows has neither flag, and no such links without privileges. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a payload. Rejects names that the runtime does not generate and files whose content does not match their name. */
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
 * Reads the text of a payload as it was written. Names are content hashes: a symbolic or hard link to another file on this
 * machine would otherwise disclose that file to a model, but its content does not match the name.
 */
export function readBlobText(
  folder: string,
  blob: string,
): { readonly kind: 'text'; readonly text: string } | Extract<BlobResult, { kind: 'failed' }> {
  const failed = (message: string) => ({ kind: 'failed', message }) as const;
  if (!isBlobName(blob)) return failed(`Not the name of a payload: ${blob}`);
  const path = join(folder, blob);
  let fd: number | undefined;
  try {
    if (!lstatSync(path).isFile()) return failed(`Not a file: ${path}`);
    fd = openSync(path, READ_FLAGS);
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > MAX_BLOB_BYTES) return failed(`Not a payload: ${path}`);
    const bytes = readFileSync(fd);
    return blobName(bytes) === blob
      ? { kind: 'text', text: bytes.toString('utf8') }
      : failed(`The content does not match the name: ${path}`);
  } catch (error) {
    return failed(messageOf(error));
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** True if a value refers to a payload in a separate file. A tool's own `{ blob, size }` has a different kind of name. */
export function isBlob(value: Json | BlobReference): value is BlobReference {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const { blob, size } = value as { readonly blob?: unknown; readonly size?: unknown };
  return typeof blob === 'string' && isBlobName(blob) && typeof size === 'number' && Object.keys(value).length === 2;
}
