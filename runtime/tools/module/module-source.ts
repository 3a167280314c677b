import { defined } from '../../../skill/index.ts';
import { messageOf } from '../../errors.ts';
import type { StateScope } from '../../loop/interfaces/state.ts';
import {
  failure,
  type StepContext,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../../loop/interfaces/tools.ts';
import type { Json, JsonObject } from '../../protocol/events.ts';
import type { ToolListing, ToolSource } from '../source.ts';
import { ModuleHost, type ModuleHostOptions } from './module-host.ts';
import type { DeclaredTool, FromHost, ListContext } from './protocol.ts';

/**
 * Creates the source for a JavaScript module's tools. The module runs in its own process, started when its tools are
 * first listed. A problem is returned as a note or as the error of a call.
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

  async list(step: StepContext): Promise<ToolListing> {
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
    const why = reply.type === 'error' || reply.type === 'ended' ? reply.message : 'it sent no reply';
    return { tools: [], notes: [`${this.name}: no tools: ${why}.`] };
  }

  close(): void {
    this.host.close();
  }

  private toolOf(declared: DeclaredTool, listing: number): Tool {
    const { name, description, inputSchema, needsApproval, readOnly } = declared;
    return defined({
      name,
      description,
      inputSchema,
      readOnly: readOnly || undefined,
      needsApproval: needsApproval ? (input: JsonObject) => this.mustAsk(listing, name, input) : undefined,
      execute: (args, context) => this.execute(listing, name, args, context),
    });
  }

  private async mustAsk(listing: number, tool: string, input: JsonObject): Promise<boolean> {
    const { reply } = await this.host.request(
      (id) => ({ type: 'approval', id, listing, tool, input }),
      this.host.limits.listMs,
    );
    // If it cannot be determined, the user decides.
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
    const onAbort = (): void => this.host.send({ type: 'abort', id });
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
    const why = reply.type === 'ended' ? reply.message : 'it sent no reply';
    return failure('TOOL_PROCESS_ENDED', `The tool '${tool}' did not finish: ${why}.`);
  }

  /**
   * Answers a prompt of the module. If the user rejects a call or does not answer, the loop decides how it continues and no
   * answer is sent. A listing receives the rejection.
   */
  private answerQuestion(message: FromHost, asker: Asker): void {
    if (message.type !== 'ask') return;
    const { id, question, about } = message;
    void this.host
      .withoutTimeout(id, () => ask(asker, about))
      .then(
        (value) => this.host.send({ type: 'answer', question, value }),
        (error: unknown) => this.host.send({ type: 'refused', question, message: messageOf(error) }),
      );
  }
}

/** A call, or a listing, which has no call to confirm. */
type Asker = Pick<ToolContext, 'requestCredential'> & Partial<Pick<ToolContext, 'requestConfirmation'>>;

async function ask(asker: Asker, about: Extract<FromHost, { type: 'ask' }>['about']): Promise<string> {
  if (about.kind === 'credential') {
    const { key, hint } = about;
    return asker.requestCredential(defined({ key, hint }));
  }
  await asker.requestConfirmation?.(about.hint);
  return '';
}

function snapshot(state: StateScope): ListContext['state'] {
  return Object.fromEntries(state.keys().map((key) => [key, state.get(key) ?? null]));
}

/** Returns a result as a tool outcome. A result with `error_code` is an error, as in ADK. */
function resultOf(value: Json): ToolOutcome {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const code: unknown = isObject ? Reflect.get(value, 'error_code') : undefined;
  return defined({ kind: 'result', value, errorCode: typeof code === 'string' && code !== '' ? code : undefined });
}
