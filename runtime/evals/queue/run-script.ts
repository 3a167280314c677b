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

type Arguments = readonly (string | number | Buffer)[];

/** Executes a script by its hash, or with its text if the server does not know it yet, as after a restart. */
export function runScript(client: RedisClient, script: Script, keys: readonly string[], args: Arguments) {
  return execute((command, ...own) => client.call(command, ...own), script, keys, args);
}

/** Executes a script as `runScript` does; texts in the reply are buffers. */
export function runScriptForBuffers(client: RedisClient, script: Script, keys: readonly string[], args: Arguments) {
  return execute((command, ...own) => client.callBuffer(command, ...own), script, keys, args);
}

async function execute(
  send: RedisClient['call'],
  { text, sha }: Script,
  keys: readonly string[],
  args: Arguments,
): Promise<unknown> {
  try {
    return await send('EVALSHA', sha, keys.length, ...keys, ...args);
  } catch (error) {
    if (!messageOf(error).includes('NOSCRIPT')) throw error;
    return send('EVAL', text, keys.length, ...keys, ...args);
  }
}
