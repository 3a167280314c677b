/**
 * The process that runs one module of tools, separate from the run, so that anything the module does (throw, hang, print,
 * exit) ends only this process. It has a clean environment; its output becomes notes of the run.
 */
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { defined } from '../../../skill/index.ts';
import { codeOf, messageOf } from '../../errors.ts';
import type { Json } from '../../protocol/events.ts';
import { limitDepth, MAX_READ_LEVELS } from '../../text/json-depth.ts';
import type { FromHost, ListContext, ToHost } from './protocol.ts';
import { type ModuleTool, readTools } from './read-tools.ts';

/** Number of listings whose tools can still be called, as several agents may use the module concurrently. */
const MAX_LISTINGS = 200;
/** Milliseconds for the watchdog to end this process before it exits by itself. */
const WATCHDOG_MS = 3000;
/** Maximum length of a result's JSON, in characters. */
const MAX_RESULT_CHARACTERS = 5_000_000;

let exported: unknown;
let lastPromptId = 0;
const listings = new LRUCache<number, ReadonlyMap<string, ModuleTool>>({ max: MAX_LISTINGS });
const running = new Map<number, AbortController>();
const pendingPrompts = new Map<
  number,
  { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void }
>();

function send(message: FromHost): void {
  if (process.connected) process.send?.(message);
}

async function load(file: string): Promise<void> {
  try {
    const loaded: unknown = await import(pathToFileURL(file).href);
    // The export may be a promise of a map.
    exported = typeof loaded === 'object' && loaded !== null ? await Reflect.get(loaded, 'default') : undefined;
    send({ type: 'loaded' });
  } catch (error) {
    const missing = codeOf(error) === 'ERR_MODULE_NOT_FOUND';
    send({ type: 'failed', message: missing ? messageOf(error) : `it threw while loading: ${messageOf(error)}` });
  }
}

async function list(id: number, context: ListContext): Promise<void> {
  try {
    const { state, agent, invocation } = context;
    const read = await readTools(exported, {
      agent,
      invocation,
      state: createState(new Map(Object.entries(state))),
      requestCredential: async (config: unknown) => ask(id, { kind: 'credential', ...credential(config) }),
    });
    listings.set(id, read.tools);
    const tools = [...read.tools.values()].map((tool) => tool.declared);
    send({ type: 'tools', id, tools, problems: read.problems });
  } catch (error) {
    send({ type: 'error', id, code: 'TOOL_ERROR', message: messageOf(error) });
  }
}

async function execute(message: Extract<ToHost, { type: 'execute' }>): Promise<void> {
  const { id } = message;
  const fail = (code: string, text: string): void => send({ type: 'error', id, code, message: text });
  const tool = listings.get(message.listing)?.get(message.tool);
  if (tool === undefined) return fail('TOOL_NOT_FOUND', `The module no longer has a tool '${message.tool}'.`);
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const checked = await tool.schema.check(message.input);
    if (checked.kind === 'invalid') return fail('INVALID_ARGUMENTS', `Invalid arguments: ${checked.message}.`);
    const value = await lastValue(tool.execute(checked.input, contextOf(message, abort.signal)));
    const text = toJsonText(value);
    if (text.length > MAX_RESULT_CHARACTERS)
      return fail('RESULT_TOO_LARGE', `The result has more than ${MAX_RESULT_CHARACTERS} characters.`);
    send({ type: 'done', id, value: JSON.parse(text) as Json });
  } catch (error) {
    fail('TOOL_ERROR', messageOf(error));
  } finally {
    running.delete(id);
  }
}

/** Converts a result to JSON without levels nested too deep. Throws if it is circular or the module's `toJSON` throws. */
function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(limitDepth(value, MAX_READ_LEVELS));
  }
}

/** Returns the last value of an iterable: a tool of the AI SDK may yield preliminary results. */
async function lastValue(value: unknown): Promise<unknown> {
  const settled: unknown = await value;
  if (typeof settled !== 'object' || settled === null || !(Symbol.asyncIterator in settled)) return settled;
  let final: unknown;
  for await (const part of settled as AsyncIterable<unknown>) final = part;
  return final;
}

/** Sends a prompt for the user through the run; `id` is that of the call or the listing. */
function ask(id: number, about: Extract<FromHost, { type: 'ask' }>['about']): Promise<string> {
  return new Promise((resolve, reject) => {
    const question = ++lastPromptId;
    pendingPrompts.set(question, { resolve, reject });
    send({ type: 'ask', id, question, about });
  });
}

/** Returns the context argument of a tool. */
function contextOf(message: Extract<ToHost, { type: 'execute' }>, abortSignal: AbortSignal): object {
  const { id, context } = message;
  const { agent, invocation, callId } = context;
  let skip = false;
  let readOnly = false;
  return {
    agent,
    invocation,
    // Named as in the AI SDK.
    toolCallId: callId,
    state: createState(new Map(Object.entries(context.state)), (key, value) => send({ type: 'state', id, key, value })),
    actions: {
      get skipSummarization() {
        return skip;
      },
      set skipSummarization(value: boolean) {
        skip = value === true;
        send({ type: 'skip', id, skip });
      },
      get readOnly() {
        return readOnly;
      },
      set readOnly(value: boolean) {
        readOnly = value === true;
        send({ type: 'read-only', id, readOnly });
      },
    },
    requestConfirmation: async (hint: unknown) => {
      await ask(id, { kind: 'confirmation', hint: String(hint ?? 'Continue?') });
    },
    requestCredential: async (config: unknown) => ask(id, { kind: 'credential', ...credential(config) }),
    abortSignal,
  };
}

/** Reads `requestCredential('API_KEY')` or `{ key, hint }`. Throws an explanation for the module otherwise. */
function credential(config: unknown): { readonly key: string; readonly hint?: string } {
  const given: object = typeof config === 'object' && config !== null ? config : { key: config };
  const key: unknown = Reflect.get(given, 'key') ?? Reflect.get(given, 'id');
  const hint: unknown = Reflect.get(given, 'hint');
  if (typeof key !== 'string' || key.trim() === '')
    throw new TypeError("requestCredential takes a key, a text: requestCredential({ key: 'NAME', hint }).");
  return defined({ key, hint: typeof hint === 'string' ? hint : undefined });
}

/** State as it was at the call. Values are written to the run immediately; without `write` it is read-only. */
function createState(values: Map<string, Json>, write?: (key: string, value: Json) => void): object {
  return {
    get: (key: unknown) => values.get(String(key)),
    has: (key: unknown) => values.has(String(key)),
    set: (key: unknown, value: unknown) => {
      if (write === undefined) throw new Error('Write state in a tool: it is read-only here.');
      const json = JSON.parse(JSON.stringify(value ?? null)) as Json;
      values.set(String(key), json);
      write(String(key), json);
    },
  };
}

process.on('message', (message: ToHost) => {
  switch (message.type) {
    case 'load':
      void load(message.file);
      break;
    case 'list':
      void list(message.id, message.context);
      break;
    case 'approval': {
      const { id, listing, tool, input } = message;
      const decided = Promise.resolve(listings.get(listing)?.get(tool)?.needsApproval(input) ?? false);
      decided.then(
        (needed) => send({ type: 'approval', id, needed }),
        // If the function throws, require approval.
        () => send({ type: 'approval', id, needed: true }),
      );
      break;
    }
    case 'execute':
      void execute(message);
      break;
    case 'abort':
      running.get(message.id)?.abort();
      break;
    case 'answer':
      pendingPrompts.get(message.question)?.resolve(message.value);
      pendingPrompts.delete(message.question);
      break;
    case 'refused':
      pendingPrompts.get(message.question)?.reject(new Error(message.message));
      pendingPrompts.delete(message.question);
      break;
  }
});
// Our parent was killed. Its watchdog ends this process and its children, which it can find only while this one lives.
process.on('disconnect', () => setTimeout(() => process.exit(0), process.platform === 'win32' ? 0 : WATCHDOG_MS));
