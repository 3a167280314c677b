/** Names of payloads that stand beside a journal. Journals are untrusted: a name says what the file has to hold. */
import { createHash } from 'node:crypto';

/** The name of the file with this content (UTF-8): whatever lies there under that name instead is not the payload. */
export function blobName(content: string | Uint8Array): string {
  return `blob-${createHash('sha256').update(content).digest('hex').slice(0, 32)}.json`;
}

/** Whether it is a name that the runtime gives: no other file beside a journal is read, and no path. */
export function isBlobName(name: string): boolean {
  return /^blob-[0-9a-f]{32}\.json$/.test(name);
}
