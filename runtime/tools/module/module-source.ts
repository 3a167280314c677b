import { messageOf } from '../../errors.ts';
import type { StateScope } from '../../loop/state.ts';
import { failure, type StepContext, type Tool, type ToolContext, type ToolOutcome } from '../../loop/tools.ts';
import type { Json, JsonObject } from '../../protocol/events.ts';
import type { Listed, ToolSource } from '../source.ts';
import { ModuleHost, type ModuleHostOptions } from './module-host.ts';
import type { DeclaredTool, FromHost, ListContext } from './protocol.ts';

/**
 * The tools of a JavaScript module, which runs in a process of its own, started when the tools are first asked for. What
 * goes wrong there is a note, or the error that a call is answered.
 */
export function moduleSource(options: ModuleHostOptions): ToolSource {
  return new ModuleSource(options);
}

class ModuleSource implements ToolSource {
  readonly name: string;
  private readonly host: ModuleHost;

  constructor(options: ModuleHostOptions) {
    this.name = options.name;
    this.host = new ModuleHost(options);
  }

  async list(step: StepContext): Promise<Listed> {
    const context = { agent: step.agent, invocation: step.invocation, state: snapshot(step.state) };
    const { id, reply } = await this.host.request(
      (listing) => ({ type: 'list', id: listing, context }),
      this.host.limits.listMs,
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
    this.host.close();
  }

  private toolOf(declared: DeclaredTool, listing: number): Tool {
    const { name, description, inputSchema, needsApproval, readOnly } = declared;
    return {
      name,
      description,
      inputSchema,
      ...(readOnly ? { readOnly } : {}),
      ...(needsApproval ? { needsApproval: (input: JsonObject) => this.mustAsk(listing, name, input) } : {}),
      execute: (args, context) => this.execute(listing, name, args, context),
    };
  }

  private async mustAsk(listing: number, tool: string, input: JsonObject): Promise<boolean> {
    const { reply } = await this.host.request(
      (id) => ({ type: 'approval', id, listing, tool, input }),
      this.host.limits.listMs,
    );
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
      else if (message.type === 'read-only') call.actions.readOnly = message.readOnly;
      else this.answerQuestion(message, call);
    };
    const onAbort = (): void => this.host.tell({ type: 'abort', id });
    signal.addEventListener('abort', onAbort, { once: true });
    const { reply } = await this.host.request(
      (given) => {
        id = given;
        return { type: 'execute', id: given, listing, tool, input, context };
      },
      this.host.limits.executeMs,
      onEvent,
    );
    signal.removeEventListener('abort', onAbort);
    if (reply.type === 'done') return resultOf(reply.value);
    if (reply.type === 'error') return failure(reply.code, reply.message);
    const why = reply.type === 'gone' ? reply.message : 'it answered nothing';
    return failure('TOOL_PROCESS_ENDED', `The tool '${tool}' did not finish: ${why}.`);
  }

  /**
   * Where a person refuses a call, or nobody is there, the loop decides what becomes of it, and no answer comes back here.
   * A listing is told that it was refused.
   */
  private answerQuestion(message: FromHost, asker: Asker): void {
    if (message.type !== 'ask') return;
    const { id, question, about } = message;
    void this.host
      .untimed(id, () => ask(asker, about))
      .then(
        (value) => this.host.tell({ type: 'answer', question, value }),
        (error: unknown) => this.host.tell({ type: 'refused', question, message: messageOf(error) }),
      );
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
