import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { messageOf } from '../errors.ts';
import { attempt, type Settled } from './abort.ts';
import { Asker } from './asking.ts';
import type { Conversation } from './conversation.ts';
import type { Desk } from './desk.ts';
import type { History } from './history.ts';
import { questionsIn } from './past.ts';
import type { Scope } from './scope.ts';
import type { SessionState } from './state.ts';
import type { CodeQuestion, CredentialRequest, Prepared, Tool, Toolset } from './tools.ts';

export interface OfferingOptions {
  readonly toolset: Toolset;
  readonly scope: Scope;
  readonly conversation: Conversation;
  readonly state: SessionState;
  readonly desk: Desk;
  readonly signal: AbortSignal;
  readonly root: number;
  readonly history: History;
}

/** Tools as the journal and the model are told of them. */
export interface Offered {
  readonly tools: readonly Tool[];
  readonly names: readonly string[];
  readonly declarations: LanguageModelV4FunctionTool[];
}

/** Nothing can be offered: how that ends the loop. */
export interface NotOffered {
  readonly reason: 'cancelled' | 'paused' | 'model_error';
  readonly error?: string;
}

/** What a loop offers its model: asked for before every call, its changes told. */
export class Offering {
  private readonly o: OfferingOptions;
  private last: Offered | undefined;
  private readonly unresolved = new Set<string>();
  private asker: Asker | undefined;
  /** Keys that the person did not give: asking before every model call anew would be no answer taken. */
  private readonly refused = new Set<string>();

  constructor(options: OfferingOptions) {
    this.o = options;
  }

  /** The toolset's answer, or how it ends the loop. */
  async prepare(): Promise<Prepared | NotOffered> {
    const { toolset, scope, state, conversation, signal, root } = this.o;
    let leave = (): void => undefined;
    const work = attempt(
      () =>
        toolset.prepare({
          agent: scope.agent,
          invocation: scope.invocation,
          state,
          messages: conversation.messages,
          requestCredential: (request) => this.askForCredential(request, () => leave()),
          askForCode: (question) => this.askForCode(question, () => leave()),
        }),
      signal,
    );
    const asked: Settled<Prepared> | { readonly kind: 'left' } =
      'kind' in work
        ? work
        : await new Promise((resolve) => {
            leave = () => resolve({ kind: 'left' });
            work.then(resolve);
          });
    if (asked.kind === 'left') return { reason: signal.aborted ? 'cancelled' : 'paused' };
    if (asked.kind === 'aborted') return { reason: 'cancelled' };
    if (asked.kind === 'threw')
      return { reason: 'model_error', error: `The tools cannot be listed: ${messageOf(asked.error)}` };
    this.tellChanges(asked.value);
    for (const message of asked.value.notes ?? []) scope.emit({ type: 'note', message, parent: root });
    return asked.value;
  }

  /** These tools as they are told; the same object as before while they are the same. */
  told(tools: readonly Tool[]): Offered {
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
        inputSchema,
      })),
    };
  }

  /** For a toolset that lists its tools behind a sign-in. */
  private async askForCredential({ key, hint }: CredentialRequest, leave: () => void): Promise<string> {
    const refusal = `The user did not give '${key}'`;
    if (this.refused.has(key)) throw new Error(refusal);
    const said = await this.questions().ask({ kind: 'credential', hint: hint ?? `The tools ask for '${key}'.`, key });
    if (said.kind === 'credential') return said.secret;
    if (said.kind === 'said') {
      this.refused.add(key);
      throw new Error(refusal);
    }
    leave();
    return new Promise<never>(() => undefined);
  }

  /** What is refused is not asked for again in this run. */
  private async askForCode(question: CodeQuestion, leave: () => void): Promise<'approve' | 'deny'> {
    const said = await this.questions().ask({ kind: 'confirmation', ...question });
    if (said.kind === 'said') return said.answer === 'approve' ? 'approve' : 'deny';
    leave();
    return new Promise<never>(() => undefined);
  }

  private questions(): Asker {
    const { desk, scope, signal, root, history } = this.o;
    this.asker ??= new Asker({
      desk,
      scope,
      signal,
      parent: root,
      name: `_adk_toolset_auth_${scope.agent}`,
      past: questionsIn(history.own.filter((event) => event.parent === root)),
      beside: () => Promise.resolve(),
    });
    return this.asker;
  }

  /** Reports tools that came or went since the last call, and names that nothing provides, once each. */
  private tellChanges(prepared: Prepared): void {
    const before = this.last;
    const now = this.told(prepared.tools);
    this.last = now;
    const same = before === undefined || before === now;
    const added = same ? [] : now.names.filter((name) => !before.names.includes(name));
    const removed = same ? [] : before.names.filter((name) => !now.names.includes(name));
    const unresolved = (prepared.unresolved ?? []).filter((name) => !this.unresolved.has(name));
    for (const name of unresolved) this.unresolved.add(name);
    if (added.length + removed.length + unresolved.length === 0) return;
    this.o.scope.emit({ type: 'tools_changed', added, removed, unresolved, parent: this.o.root });
  }
}
