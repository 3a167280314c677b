import { createHash } from 'node:crypto';
import { messageOf } from '../../errors.ts';
import type { RedisClient } from './packages.ts';

/** A Lua script, which Redis executes atomically. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

export function defineScript(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/** Executes a script by its hash, or with its text if the server does not know it yet, as after a restart. */
export async function runScript(
  client: RedisClient,
  { text, sha }: Script,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
): Promise<unknown> {
  try {
    return await client.call('EVALSHA', sha, keys.length, ...keys, ...args);
  } catch (error) {
    if (!messageOf(error).includes('NOSCRIPT')) throw error;
    return client.call('EVAL', text, keys.length, ...keys, ...args);
  }
}
