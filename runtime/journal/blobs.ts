import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import type { BlobReference, Json } from '../protocol/events.ts';

/** Bytes of JSON above which a payload stands beside the journal. */
export const BLOB_LIMIT = 64 * 1024;

/** The payload itself where it is small, else a reference to the file that it was written to, named after its content. */
export function storeBlob(folder: string, payload: Json): Json | BlobReference {
  const text = JSON.stringify(payload);
  // A UTF-16 unit is at most three bytes: most payloads are settled without encoding them.
  if (text.length * 3 <= BLOB_LIMIT) return payload;
  const size = Buffer.byteLength(text);
  if (size <= BLOB_LIMIT) return payload;
  const blob = `blob-${createHash('sha256').update(text).digest('hex').slice(0, 32)}.json`;
  const path = join(folder, blob);
  if (!existsSync(path)) writeWhole(path, text);
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

/** The only names that are ever read: journals are untrusted. */
const NAME = /^blob-[0-9a-f]{32}\.json$/;

/** Reads a payload back. A name that is not one of ours is refused. */
export function readBlob(folder: string, reference: BlobReference): BlobResult {
  if (!NAME.test(reference.blob)) return { kind: 'failed', message: `Not a blob of a run: ${reference.blob}` };
  try {
    const path = join(folder, reference.blob);
    // A pipe or a device would be waited for, or read, for ever.
    if (!statSync(path).isFile()) return { kind: 'failed', message: `Not a file: ${path}` };
    return { kind: 'found', value: JSON.parse(readFileSync(path, 'utf8')) as Json };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
}

/** Whether a payload of an event stands in a file of its own. A tool's own `{ blob, size }` is none, by its name. */
export function isBlob(value: Json | BlobReference): value is BlobReference {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const { blob, size } = value as { readonly blob?: unknown; readonly size?: unknown };
  return typeof blob === 'string' && NAME.test(blob) && typeof size === 'number' && Object.keys(value).length === 2;
}
