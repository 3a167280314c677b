import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Redis } from 'ioredis';
import { makeOutputFolder } from '../../confined/output-folder.ts';
import { textOfFile } from '../../confined/read-file.ts';
import { removeFolderNow } from '../../disk/remove-folder.ts';
import { messageOf } from '../../errors.ts';
import { unpackFolder } from './folder-pack.ts';
import type { EvalKeys } from './keys.ts';
import { defineScript, runScript, runScriptForBuffers } from './run-script.ts';
import { MAX_JOB, MESSAGE, type Message } from './trial-job.ts';

/** Number of messages that are read together. */
const BATCH = 64;
/** Size of their runs in bytes, after which no further one is read: a run may have many MB. */
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * KEYS: 1 the inbox, 2 the results. ARGV: 1 number of messages, 2 bytes. Returns the next messages, each followed by its run, which is
 * empty if there is none.
 */
const READ = defineScript(`
local found, bytes = {}, 0
for _, text in ipairs(redis.call('LRANGE', KEYS[1], 0, tonumber(ARGV[1]) - 1)) do
  local isJson, message = pcall(cjson.decode, text)
  local packed = ''
  if isJson and type(message) == 'table' and message.kind == 'ran' and type(message.trial) == 'string' then
    packed = redis.call('HGET', KEYS[2], message.trial) or ''
  end
  found[#found + 1] = text
  found[#found + 1] = packed
  bytes = bytes + #packed
  if bytes > tonumber(ARGV[2]) then break end
end
return found
`);

/**
 * KEYS: 1 the inbox, 2 the results. ARGV: 1 number of messages, the messages, and the trials whose runs are removed: both together,
 * because a run without a message would look as if it still had to be fetched. A message is removed by its value: after a restart of
 * Redis without the last seconds, another one may be the first.
 */
const REMOVE = defineScript(`
local count = tonumber(ARGV[1])
for index = 2, count + 1 do redis.call('LREM', KEYS[1], 1, ARGV[index]) end
for index = count + 2, #ARGV do redis.call('HDEL', KEYS[2], ARGV[index]) end
return 1
`);

/** The messages of workers, in order. They are removed once they were handled, so that none is lost if the coordinator is killed. */
export class Inbox {
  private readonly client: Redis;
  private readonly keys: EvalKeys;

  constructor(client: Redis, keys: EvalKeys) {
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
    const keys = [this.keys.inbox, this.keys.results];
    const found = await runScriptForBuffers(this.client, READ, keys, [BATCH, BATCH_BYTES]);
    if (!Array.isArray(found) || found.length === 0) return 0;
    const texts: Buffer[] = [];
    const trials: string[] = [];
    let problem: string | undefined;
    for (let index = 0; index + 1 < found.length; index += 2) {
      const [text, packed] = [bufferOf(found[index]), bufferOf(found[index + 1])];
      // As bytes: a message that is not UTF-8 must be removed, too.
      const message = text.length > MAX_JOB ? undefined : parseMessage(text.toString('utf8'));
      problem = message && (await handle(message, packed.length === 0 ? undefined : packed));
      if (problem !== undefined) break;
      texts.push(text);
      if (message?.kind === 'ran') trials.push(message.trial);
    }
    if (texts.length > 0) await runScript(this.client, REMOVE, keys, [texts.length, ...texts, ...trials]);
    return problem ?? texts.length;
  }
}

const bufferOf = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));

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
    makeOutputFolder(runs);
    folder = mkdtempSync(join(dirname(runs), `.${basename(runs)}-`));
    const refused = unpackFolder(packed, folder);
    if (refused !== undefined) return { refused };
    renameSync(folder, target);
    folder = undefined;
    return {};
  } catch (error) {
    return { problem: `Make room or choose another folder with --out: ${messageOf(error)}` };
  } finally {
    if (folder !== undefined) removeFolderNow(folder);
  }
}

/** Returns the runs whose costs a ledger contains, so that a message that is handled twice is not paid twice. */
export function runsInLedger(file: string): Set<string> {
  const lines = textOfFile(file).matchAll(/"run":"([^"]{1,200})"/g);
  return new Set([...lines].flatMap(([, run]) => run ?? []));
}
