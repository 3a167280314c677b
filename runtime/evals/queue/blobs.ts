/** The values of a queue: each stored once in Redis, under its hash. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { blobKey, KEEP_SECONDS } from './keys.ts';

/** Maximum size of a value in Redis, in bytes. */
export const MAX_BLOB_BYTES = 64 * 1024 * 1024;

/** Stores values under their hashes, or extends the life of those that are stored already. */
export class BlobPublisher {
  private readonly client: Redis;
  private readonly hashes = new Set<string>();

  constructor(client: Redis) {
    this.client = client;
  }

  /** Stores JSON and returns its hash. */
  async publishJson(value: object): Promise<string> {
    const bytes = Buffer.from(JSON.stringify(value));
    const hash = createHash('sha256').update(bytes).digest('hex');
    await this.publish(hash, bytes);
    return hash;
  }

  async publish(hash: string, bytes: Buffer): Promise<void> {
    if (this.hashes.has(hash)) return;
    const isStored = await this.client.call('EXPIRE', blobKey(hash), KEEP_SECONDS);
    if (isStored !== 1) await this.client.call('SET', blobKey(hash), bytes, 'EX', KEEP_SECONDS);
    this.hashes.add(hash);
  }

  /** Extends the life of everything that was published. Returns false if something of it is lost, which is then forgotten. */
  async renew(): Promise<boolean> {
    let isComplete = true;
    for (const hash of [...this.hashes]) {
      if ((await this.client.call('EXPIRE', blobKey(hash), KEEP_SECONDS)) === 1) continue;
      this.hashes.delete(hash);
      isComplete = false;
    }
    return isComplete;
  }
}

/** Returns a value by its hash; undefined if it has expired, or if it is too large. */
export async function fetchBlob(client: Redis, hash: string): Promise<Buffer | undefined> {
  const size = await client.call('STRLEN', blobKey(hash));
  if (typeof size !== 'number' || size === 0 || size > MAX_BLOB_BYTES) return undefined;
  const bytes = await client.callBuffer('GET', blobKey(hash));
  return Buffer.isBuffer(bytes) ? bytes : undefined;
}
