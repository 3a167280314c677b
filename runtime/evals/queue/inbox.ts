import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../../../skill/disk.ts';
import { codeOf, messageOf } from '../../errors.ts';
import { unpackFolder } from './folder-pack.ts';
import type { EvalKeys } from './keys.ts';
import type { RedisClient } from './packages.ts';
import { defineScript, runScript } from './run-script.ts';
import { MAX_JOB, MESSAGE, type Message } from './trial-job.ts';

/** Number of messages that are read together. A result may have several MB. */
const BATCH = 16;

/**
 * KEYS: 1 the inbox, 2 the results. ARGV: 1 a message, 2 the trial of its result, if it has one. Removes both together, because a
 * result without a message would look as if it still had to be fetched. The message is found by its value: after a restart of Redis
 * without the last seconds, another one may be the first.
 */
const REMOVE = defineScript(`
redis.call('LREM', KEYS[1], 1, ARGV[1])
if ARGV[2] then redis.call('HDEL', KEYS[2], ARGV[2]) end
return 1
`);

/** The messages of workers, in order. One is removed once it was handled, so that none is lost if the coordinator is killed. */
export class Inbox {
  private readonly client: RedisClient;
  private readonly keys: EvalKeys;

  constructor(client: RedisClient, keys: EvalKeys) {
    this.client = client;
    this.keys = keys;
  }

  /**
   * Handles the next messages. Returns their number.
   * @param handle returns an error message if the message must be kept
   */
  async next(
    handle: (message: Message, packed: Buffer | undefined) => Promise<string | undefined>,
  ): Promise<number | string> {
    // As bytes: a message that is not UTF-8 must be removed, too.
    const texts = await this.client.callBuffer('LRANGE', this.keys.inbox, 0, BATCH - 1);
    if (!Array.isArray(texts)) return 0;
    for (const text of texts.filter((one) => Buffer.isBuffer(one))) {
      const message = text.length > MAX_JOB ? undefined : parseMessage(text.toString('utf8'));
      const isResult = message?.kind === 'ran';
      if (message !== undefined) {
        const packed = isResult ? await this.client.callBuffer('HGET', this.keys.results, message.trial) : undefined;
        const problem = await handle(message, Buffer.isBuffer(packed) ? packed : undefined);
        if (problem !== undefined) return problem;
      }
      await runScript(
        this.client,
        REMOVE,
        [this.keys.inbox, this.keys.results],
        [text, ...(isResult ? [message.trial] : [])],
      );
    }
    return texts.length;
  }
}

/** Returns a message; undefined if it is not one. */
function parseMessage(text: string): Message | undefined {
  try {
    return MESSAGE.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Writes a packed run into the folder of runs, completely or not at all. Returns an error message; a run that is already there
 * is not replaced.
 */
export function storeRun(
  runs: string,
  run: string,
  packed: Buffer,
): { readonly problem?: string; readonly refused?: string } {
  const target = join(runs, run);
  if (existsSync(target)) return {};
  let folder: string | undefined;
  try {
    makeFolders(runs);
    folder = mkdtempSync(join(dirname(runs), `.${basename(runs)}-`));
    const refused = unpackFolder(packed, folder);
    if (refused !== undefined) return { refused };
    renameSync(folder, target);
    folder = undefined;
    return {};
  } catch (error) {
    return { problem: `Make room or choose another folder with --out: ${messageOf(error)}` };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the runs whose costs a ledger contains, so that a message that is handled twice is not paid twice. */
export function runsInLedger(file: string): Set<string> {
  try {
    const lines = readFileSync(file, 'utf8').matchAll(/"run":"([^"]{1,200})"/g);
    return new Set([...lines].flatMap(([, run]) => run ?? []));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return new Set();
    throw error;
  }
}
