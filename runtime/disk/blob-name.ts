/** Names of payloads stored next to a journal. Journals are untrusted, so a name determines the content of its file. */
import { createHash } from 'node:crypto';

/** Returns the file name for this content (UTF-8). A file of that name with other content is not the payload. */
export function blobName(content: string | Uint8Array): string {
  return `blob-${createHash('sha256').update(content).digest('hex').slice(0, 32)}.json`;
}

/** True if the runtime could have given this name. Files with other names, and paths, are never read. */
export function isBlobName(name: string): boolean {
  return /^blob-[0-9a-f]{32}\.json$/.test(name);
}
