/**
 * The process that holds one module of tools. Apart from the run, so that whatever the module does (throws, hangs, prints,
 * exits) ends this process and not the run. It has a clean environment; what it prints goes to the run as notes.
 */
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { codeOf, messageOf } from '../../errors.ts';
import type { Json } from '../../protocol/events.ts';
import { READ_LEVELS, shallow } from '../../protocol/levels.ts';
import type { FromHost, ListContext, ToHost } from './protocol.ts';
import { type ModuleTool, toolsOf } from './tools.ts';

/** Listings whose tools can still be called: those of other agents that use the module at the same time. */
const KEPT_LISTINGS = 200;
/** Milliseconds that the watchdog has, before we end by ourselves. */
const WATCHDOG_MS = 3000;
/** Characters of a result, as JSON. */
const MAX_RESULT = 5_000_000;

let exported: unknown;
let questions = 0;
const listings = new LRUCache<number, ReadonlyMap<string, ModuleTool>>({ max: KEPT_LISTINGS });
const running = new Map<number, AbortController>();
const asking = new Map<
  number,
  { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void }
>();

function send(message: FromHost): void {
  if (process.connected) process.send?.(message);
}

async function load(file: string): Promise<void> {
  try {
    const loaded: unknown = await import(pathToFileURL(file).href);
    // A promise of a map is one, too.
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
    const read = await toolsOf(exported, {
      agent,
      invocation,
      state: scopeOf(new Map(Object.entries(state))),
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
  if (tool === undefined) return fail('TOOL_NOT_FOUND', `The module has no tool '${message.tool}' any more.`);
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const checked = await tool.schema.check(message.input);
    if (checked.kind === 'wrong') return fail('INVALID_ARGUMENTS', `The arguments are wrong: ${checked.message}.`);
    const value = await last(tool.execute(checked.input, contextOf(message, abort.signal)));
    const text = written(value);
    if (text.length > MAX_RESULT) return fail('RESULT_TOO_LARGE', `The result has more than ${MAX_RESULT} characters.`);
    send({ type: 'done', id, value: JSON.parse(text) as Json });
  } catch (error) {
    fail('TOOL_ERROR', messageOf(error));
  } finally {
    running.delete(id);
  }
}

/** A result as JSON, without what is nested too deep. Throws where it is circular, and what the module's own `toJSON` does. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(shallow(value, READ_LEVELS));
  }
}

/** A tool of the AI SDK may answer bit by bit; the last is the result. */
async function last(value: unknown): Promise<unknown> {
  const settled: unknown = await value;
  if (typeof settled !== 'object' || settled === null || !(Symbol.asyncIterator in settled)) return settled;
  let final: unknown;
  for await (const part of settled as AsyncIterable<unknown>) final = part;
  return final;
}

/** Asks a person by way of the run; `id` is that of the call or the listing. */
function ask(id: number, about: Extract<FromHost, { type: 'ask' }>['about']): Promise<string> {
  return new Promise((resolve, reject) => {
    const question = ++questions;
    asking.set(question, { resolve, reject });
    send({ type: 'ask', id, question, about });
  });
}

/** What a tool is given beside its input. */
function contextOf(message: Extract<ToHost, { type: 'execute' }>, abortSignal: AbortSignal): object {
  const { id, context } = message;
  const { agent, invocation, callId } = context;
  let skip = false;
  let readOnly = false;
  return {
    agent,
    invocation,
    // The AI SDK's name for it.
    toolCallId: callId,
    state: scopeOf(new Map(Object.entries(context.state)), (key, value) => send({ type: 'state', id, key, value })),
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
      await ask(id, { kind: 'confirmation', hint: String(hint ?? 'Go on?') });
    },
    requestCredential: async (config: unknown) => ask(id, { kind: 'credential', ...credential(config) }),
    abortSignal,
  };
}

/** `requestCredential('API_KEY')`, or `{ key, hint }`. Throws what the module is told where it is neither. */
function credential(config: unknown): { readonly key: string; readonly hint?: string } {
  const given: object = typeof config === 'object' && config !== null ? config : { key: config };
  const key: unknown = Reflect.get(given, 'key') ?? Reflect.get(given, 'id');
  const hint: unknown = Reflect.get(given, 'hint');
  if (typeof key !== 'string' || key.trim() === '')
    throw new TypeError("requestCredential takes a key, a text: requestCredential({ key: 'NAME', hint }).");
  return { key, ...(typeof hint === 'string' ? { hint } : {}) };
}

/** State as it stood when the tool was called; what is written goes to the run at once. Without `write` it is read only. */
function scopeOf(values: Map<string, Json>, write?: (key: string, value: Json) => void): object {
  return {
    get: (key: unknown) => values.get(String(key)),
    has: (key: unknown) => values.has(String(key)),
    set: (key: unknown, value: unknown) => {
      if (write === undefined) throw new Error('State can be read here, not written: write it in a tool.');
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
      const decided = Promise.resolve(listings.get(listing)?.get(tool)?.needsPerson(input) ?? false);
      decided.then(
        (needed) => send({ type: 'approval', id, needed }),
        // A function that throws decides nothing: ask.
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
      asking.get(message.question)?.resolve(message.value);
      asking.delete(message.question);
      break;
    case 'refused':
      asking.get(message.question)?.reject(new Error(message.message));
      asking.delete(message.question);
      break;
  }
});
// Whoever started us was killed. Their watchdog ends us with our children, and knows them only while we live.
process.on('disconnect', () => setTimeout(() => process.exit(0), process.platform === 'win32' ? 0 : WATCHDOG_MS));
