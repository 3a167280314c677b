import type { StateScope } from '../../loop/state.ts';
import {
  failure,
  type JsonObject,
  type StepContext,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../../loop/tools.ts';
import type { Json } from '../../protocol/events.ts';
import type { Listed, ToolSource } from '../source.ts';
import { type HostProcess, startHost } from './process.ts';
import type { DeclaredTool, FromHost, ListContext, ToHost } from './protocol.ts';

/** Times that a module may take, in milliseconds. */
export interface ModuleLimits {
  readonly loadMs: number;
  readonly listMs: number;
  readonly executeMs: number;
  /** How often its process is started anew after it ended by itself. */
  readonly restarts: number;
}

export const MODULE_LIMITS: ModuleLimits = { loadMs: 10_000, listMs: 10_000, executeMs: 300_000, restarts: 3 };

/** How often what a module prints is noted; the rest is dropped. */
const NOTED = 50;

export interface ModuleSourceOptions {
  /** As it stands in the agent's file. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** Told between model calls what the module printed. */
  readonly note: (message: string) => void;
  readonly limits?: Partial<ModuleLimits>;
}

/** What the process answered to one message. */
type Reply =
  | Extract<FromHost, { type: 'tools' | 'approval' | 'done' | 'error' }>
  /** The process ended, or was ended because it took too long. */
  | { readonly type: 'gone'; readonly message: string };

interface Waiting {
  readonly settle: (reply: Reply) => void;
  /** The time that a person takes for an answer is not the module's. */
  readonly clock: { stop(): void; start(): void };
  readonly onEvent?: (message: FromHost) => void;
}

/**
 * The tools of a JavaScript module, which runs in a process of its own, started when the tools are first asked for. What
 * goes wrong there is a note, or the error that a call is answered.
 */
export function moduleSource(options: ModuleSourceOptions): ToolSource {
  return new ModuleSource(options);
}

class ModuleSource implements ToolSource {
  readonly name: string;
  private readonly options: ModuleSourceOptions;
  private readonly limits: ModuleLimits;
  private readonly waiting = new Map<number, Waiting>();
  private host: { readonly process: HostProcess; readonly loaded: Promise<string | undefined> } | undefined;
  private next = 0;
  private starts = 0;
  private printed = 0;
  private closed = false;
  /** Why there are no tools any more. */
  private given: string | undefined;

  constructor(options: ModuleSourceOptions) {
    this.options = options;
    this.name = options.name;
    this.limits = { ...MODULE_LIMITS, ...options.limits };
  }

  async list(step: StepContext): Promise<Listed> {
    const context = { agent: step.agent, invocation: step.invocation, state: snapshot(step.state) };
    const { id, reply } = await this.request(
      (listing) => ({ type: 'list', id: listing, context }),
      this.limits.listMs,
      (message) => this.answerQuestion(message, step),
    );
    if (reply.type === 'tools') {
      const tools = reply.tools.map((declared) => this.toolOf(declared, id));
      return { tools, notes: reply.problems.map((problem) => `${this.name}: ${problem}.`) };
    }
    const why = reply.type === 'error' || reply.type === 'gone' ? reply.message : 'it answered nothing';
    return { tools: [], notes: [`${this.name}: no tools: ${why}.`] };
  }

  close(): void {
    this.closed = true;
    this.host?.process.kill();
  }

  private toolOf(declared: DeclaredTool, listing: number): Tool {
    const { name, description, inputSchema, needsApproval } = declared;
    return {
      name,
      description,
      inputSchema,
      ...(needsApproval ? { needsApproval: (input: JsonObject) => this.mustAsk(listing, name, input) } : {}),
      execute: (args, context) => this.execute(listing, name, args, context),
    };
  }

  private async mustAsk(listing: number, tool: string, input: JsonObject): Promise<boolean> {
    const { reply } = await this.request((id) => ({ type: 'approval', id, listing, tool, input }), this.limits.listMs);
    // Where it cannot be told, a person decides.
    return reply.type !== 'approval' || reply.needed;
  }

  private async execute(listing: number, tool: string, input: JsonObject, call: ToolContext): Promise<ToolOutcome> {
    const { agent, invocation, callId, state, signal } = call;
    const context = { agent, invocation, callId, state: snapshot(state) };
    let id = 0;
    const onEvent = (message: FromHost): void => {
      if (message.type === 'state') state.set(message.key, message.value);
      else if (message.type === 'skip') call.actions.skipSummarization = message.skip;
      else this.answerQuestion(message, call);
    };
    const onAbort = (): void => void this.host?.process.send({ type: 'abort', id });
    signal.addEventListener('abort', onAbort, { once: true });
    const { reply } = await this.request(
      (given) => {
        id = given;
        return { type: 'execute', id: given, listing, tool, input, context };
      },
      this.limits.executeMs,
      onEvent,
    );
    signal.removeEventListener('abort', onAbort);
    if (reply.type === 'done') return resultOf(reply.value);
    if (reply.type === 'error') return failure(reply.code, reply.message);
    const why = reply.type === 'gone' ? reply.message : 'it answered nothing';
    return failure('TOOL_PROCESS_ENDED', `The tool '${tool}' did not finish: ${why}.`);
  }

  /** Where a person refuses, or nobody is there, the loop decides what becomes of it, and no answer comes back here. */
  private answerQuestion(message: FromHost, asker: Asker): void {
    if (message.type !== 'ask') return;
    const clock = this.waiting.get(message.id)?.clock;
    clock?.stop();
    void ask(asker, message.about).then((value) => {
      clock?.start();
      this.host?.process.send({ type: 'answer', question: message.question, value });
    });
  }

  /** Sends a message to the process, which is started where there is none, and waits for its reply. Never rejects. */
  private async request(
    message: (id: number) => ToHost,
    limitMs: number,
    onEvent?: (message: FromHost) => void,
  ): Promise<{ readonly id: number; readonly reply: Reply }> {
    const id = ++this.next;
    const gone = (why: string): { id: number; reply: Reply } => ({ id, reply: { type: 'gone', message: why } });
    if (this.given !== undefined) return gone(this.given);
    if (this.closed) return gone('the run is over');
    this.host ??= this.start();
    const { process, loaded } = this.host;
    const problem = await loaded;
    if (problem !== undefined) return gone(problem);
    return new Promise((resolve) => {
      const late = (): void => {
        const why = `it took longer than ${limitMs / 1000} s, and its process was ended`;
        this.settle(id, { type: 'gone', message: why });
        process.kill();
      };
      let timer = setTimeout(late, limitMs);
      const clock = {
        stop: () => clearTimeout(timer),
        start: () => {
          clearTimeout(timer);
          timer = setTimeout(late, limitMs);
        },
      };
      const settle = (reply: Reply): void => {
        clock.stop();
        resolve({ id, reply });
      };
      this.waiting.set(id, { settle, clock, ...(onEvent === undefined ? {} : { onEvent }) });
      if (!process.send(message(id))) this.settle(id, { type: 'gone', message: 'its process is gone' });
    });
  }

  private start(): { readonly process: HostProcess; readonly loaded: Promise<string | undefined> } {
    this.starts++;
    let settled = (_: string | undefined): void => undefined;
    const loaded = new Promise<string | undefined>((resolve) => {
      settled = resolve;
    });
    /** Whatever is wrong with loading will be wrong again. */
    const fail = (why: string): void => {
      this.given ??= why;
      settled(why);
    };
    const timer = setTimeout(() => {
      fail(`loading took longer than ${this.limits.loadMs / 1000} s, and its process was ended`);
      process.kill();
    }, this.limits.loadMs);
    let ready = false;
    const process = startHost(this.options.file, {
      onMessage: (message) => {
        if (message.type === 'loaded' || message.type === 'failed') {
          clearTimeout(timer);
          ready = message.type === 'loaded';
          if (message.type === 'failed') fail(message.message);
          else settled(undefined);
        } else this.receive(message);
      },
      onPrinted: (text) => {
        this.printed++;
        if (this.closed || this.printed > NOTED) return;
        this.options.note(`${this.name} printed: ${text}${this.printed === NOTED ? ' (the rest is dropped)' : ''}`);
      },
      onGone: (why) => {
        clearTimeout(timer);
        if (!ready) fail(`its process ended while loading: ${why}`);
        this.host = undefined;
        if (this.closed || this.given !== undefined) return this.settleAll(why);
        if (this.starts > this.limits.restarts) this.given = `its process ended ${this.starts} times`;
        this.options.note(`${this.name}: its process ended: ${why}.`);
        this.settleAll(`its process ended: ${why}`);
      },
    });
    process.send({ type: 'load', file: this.options.file });
    return { process, loaded };
  }

  private receive(message: FromHost): void {
    if (!('id' in message)) return;
    if (message.type === 'state' || message.type === 'skip' || message.type === 'ask')
      this.waiting.get(message.id)?.onEvent?.(message);
    else this.settle(message.id, message);
  }

  private settle(id: number, reply: Reply): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.settle(reply);
  }

  private settleAll(why: string): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, { type: 'gone', message: why });
  }
}

/** A call, or a listing, which has no call to confirm. */
type Asker = Pick<ToolContext, 'requestCredential'> & Partial<Pick<ToolContext, 'requestConfirmation'>>;

async function ask(asker: Asker, about: Extract<FromHost, { type: 'ask' }>['about']): Promise<string> {
  if (about.kind === 'credential') {
    const { key, hint } = about;
    return asker.requestCredential({ key, ...(hint === undefined ? {} : { hint }) });
  }
  await asker.requestConfirmation?.(about.hint);
  return '';
}

function snapshot(state: StateScope): ListContext['state'] {
  return Object.fromEntries(state.keys().map((key) => [key, state.get(key) ?? null]));
}

/** A result that says `error_code` is an error, as with ADK's tools. */
function resultOf(value: Json): ToolOutcome {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const code: unknown = isObject ? Reflect.get(value, 'error_code') : undefined;
  return { kind: 'result', value, ...(typeof code === 'string' && code !== '' ? { errorCode: code } : {}) };
}
