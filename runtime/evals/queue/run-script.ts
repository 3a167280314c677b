import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { messageOf } from '../../errors.ts';

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
export function runScript(client: Redis, script: Script, keys: readonly string[], args: Arguments) {
  return execute((...command) => client.call(...command), script, keys, args);
}

/** Executes a script as `runScript` does; texts in the reply are buffers. */
export function runScriptForBuffers(client: Redis, script: Script, keys: readonly string[], args: Arguments) {
  return execute((...command) => client.callBuffer(...command), script, keys, args);
}

async function execute(
  send: (command: string, ...args: Arguments) => Promise<unknown>,
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
