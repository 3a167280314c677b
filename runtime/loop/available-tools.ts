import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { messageOf } from '../errors.ts';
import { declaredSchema } from './declared-schema.ts';
import type { History } from './history/history.ts';
import { questionsIn } from './history/resume-point.ts';
import { attempt, type Settled } from './interfaces/abort.ts';
import type { Scope } from './interfaces/scope.ts';
import type { SessionState } from './interfaces/state.ts';
import type { CodeQuestion, CredentialRequest, Prepared, Tool, Toolset } from './interfaces/tools.ts';
import type { Conversation } from './model-call/conversation.ts';
import type { PromptQueue } from './prompts/prompt-queue.ts';
import { Prompter } from './prompts/prompter.ts';

/** Options for `AvailableTools`. */
export interface AvailableToolsOptions {
  readonly toolset: Toolset;
  readonly scope: Scope;
  readonly conversation: Conversation;
  readonly state: SessionState;
  readonly prompts: PromptQueue;
  readonly signal: AbortSignal;
  readonly root: number;
  readonly history: History;
}

/** Tools, with their names for the journal and their declarations for the model. */
export interface DeclaredTools {
  readonly tools: readonly Tool[];
  readonly names: readonly string[];
  readonly declarations: LanguageModelV4FunctionTool[];
}

/** The reason why the tools cannot be listed, which ends the loop. */
export interface ToolsUnavailable {
  readonly reason: 'cancelled' | 'paused' | 'model_error';
  readonly error?: string;
}

/** The tools that a loop offers its model. The toolset is queried before every model call, and changes are reported. */
export class AvailableTools {
  private readonly options: AvailableToolsOptions;
  private last: DeclaredTools | undefined;
  private readonly unresolved = new Set<string>();
  private prompter: Prompter | undefined;
  /** Keys that the user declined to give, so that they are not asked for again before every model call. */
  private readonly refused = new Set<string>();

  constructor(options: AvailableToolsOptions) {
    this.options = options;
  }

  /** Queries the toolset. Returns its tools, or the reason why the loop must end. */
  async prepare(): Promise<Prepared | ToolsUnavailable> {
    const { toolset, scope, state, conversation, signal, root } = this.options;
    let suspend = (): void => undefined;
    const work = attempt(
      () =>
        toolset.prepare({
          agent: scope.agent,
          invocation: scope.invocation,
          state,
          messages: conversation.messages,
          requestCredential: (request) => this.askForCredential(request, () => suspend()),
          askForCode: (question) => this.askForCode(question, () => suspend()),
        }),
      signal,
    );
    const settled: Settled<Prepared> | { readonly kind: 'pending' } =
      'kind' in work
        ? work
        : await new Promise((resolve) => {
            suspend = () => resolve({ kind: 'pending' });
            work.then(resolve);
          });
    if (settled.kind === 'pending') return { reason: signal.aborted ? 'cancelled' : 'paused' };
    if (settled.kind === 'aborted') return { reason: 'cancelled' };
    if (settled.kind === 'threw')
      return { reason: 'model_error', error: `Cannot list the tools: ${messageOf(settled.error)}` };
    this.reportChanges(settled.value);
    for (const message of settled.value.notes ?? []) scope.emit({ type: 'note', message, parent: root });
    return settled.value;
  }

  /** Declares these tools. Returns the same object as before if they have not changed. */
  declare(tools: readonly Tool[]): DeclaredTools {
    const { last } = this;
    if (last?.tools.length === tools.length && tools.every((tool, index) => tool === last.tools[index])) return last;
    const names = tools.map((tool) => tool.name);
    return {
      tools,
      names,
      declarations: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        name,
        description,
        inputSchema: declaredSchema(inputSchema),
      })),
    };
  }

  /** Asks for a credential on behalf of a toolset that lists its tools only after signing in. */
  private async askForCredential({ key, hint }: CredentialRequest, suspend: () => void): Promise<string> {
    const refusal = `The user did not provide '${key}'`;
    if (this.refused.has(key)) throw new Error(refusal);
    const outcome = await this.getPrompter().ask({
      kind: 'credential',
      hint: hint ?? `The tools require '${key}'.`,
      key,
    });
    if (outcome.kind === 'credential') return outcome.secret;
    if (outcome.kind === 'answered') {
      this.refused.add(key);
      throw new Error(refusal);
    }
    suspend();
    return new Promise<never>(() => undefined);
  }

  /** Asks the user to approve the agent's code. A refusal holds for the rest of the run. */
  private async askForCode(question: CodeQuestion, suspend: () => void): Promise<'approve' | 'deny'> {
    const outcome = await this.getPrompter().ask({ kind: 'confirmation', ...question });
    if (outcome.kind === 'answered') return outcome.answer === 'approve' ? 'approve' : 'deny';
    suspend();
    return new Promise<never>(() => undefined);
  }

  private getPrompter(): Prompter {
    const { prompts, scope, signal, root, history } = this.options;
    this.prompter ??= new Prompter({
      prompts,
      scope,
      signal,
      parent: root,
      idPrefix: `_adk_toolset_auth_${scope.agent}`,
      pastQuestions: questionsIn(history.ownEvents.filter((event) => event.parent === root)),
      siblingsIdle: () => Promise.resolve(),
    });
    return this.prompter;
  }

  /**
   * Emits an event for tools that were added or removed since the last call, and once for each name that does not resolve.
   */
  private reportChanges(prepared: Prepared): void {
    const before = this.last;
    const now = this.declare(prepared.tools);
    this.last = now;
    const same = before === undefined || before === now;
    const added = same ? [] : now.names.filter((name) => !before.names.includes(name));
    const removed = same ? [] : before.names.filter((name) => !now.names.includes(name));
    const unresolved = (prepared.unresolved ?? []).filter((name) => !this.unresolved.has(name));
    for (const name of unresolved) this.unresolved.add(name);
    if (added.length + removed.length + unresolved.length === 0) return;
    this.options.scope.emit({ type: 'tools_changed', added, removed, unresolved, parent: this.options.root });
  }
}
