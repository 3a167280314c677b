/** For tests: a client's tools over an installed copy, called as a model calls them. */
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { clientToolset } from '../../../runtime/clients/client-toolset.ts';
import { dryShells } from '../../../runtime/clients/dry-shell/dry-shell.ts';
import { type Installation, install } from '../../../runtime/clients/installation.ts';
import { EMPTY_HISTORY } from '../../../runtime/loop/history/history.ts';
import type {
  ConfirmationAnswer,
  ConfirmationQuestion,
  Prepared,
  ResultOutcome,
  StepContext,
  ToolContext,
} from '../../../runtime/loop/interfaces/tools.ts';
import type { JsonObject } from '../../../runtime/protocol/events.ts';
import { CLIENTS, type ClientBehavior, type ClientProfile, defined, type Skill } from '../../../skill/index.ts';

export interface OpenedClient {
  readonly behavior: ClientBehavior;
  readonly installation: Installation;
  /** Questions that were put to the user. */
  readonly questions: ConfirmationQuestion[];
  /** @param messages the conversation so far */
  prepare(messages?: StepContext['messages']): Promise<Prepared>;
  call(tool: string, args: JsonObject): Promise<ResultOutcome>;
}

export interface OpenOptions {
  readonly skills: readonly Skill[];
  readonly workspace?: string;
  readonly scope?: 'user' | 'project';
  readonly trusted?: boolean;
  readonly answer?: ConfirmationAnswer;
  /** True for the shell of stress tests. */
  readonly runsNothing?: boolean;
}

/** Every variant of every client that the runtime can simulate. */
export const VARIANTS: readonly (readonly [id: string, behavior: ClientBehavior, client: ClientProfile])[] =
  CLIENTS.flatMap((client) => client.behaviors.map((behavior) => [behavior.id, behavior, client] as const));

/** Installs skills for a client and opens its tools. The copy is removed when the test ends. */
export async function openClient(id: string, options: OpenOptions): Promise<OpenedClient> {
  const found = VARIANTS.find(([name]) => name === id);
  if (found === undefined) throw new Error(`no client ${id}`);
  const [, behavior, client] = found;
  const { skills, workspace, scope = 'user', trusted = true, answer = 'approve', runsNothing = false } = options;
  const installation = await install(
    defined({
      client,
      skills,
      key: randomUUID(),
      scope,
      signal: new AbortController().signal,
      workspace,
    }),
  );
  if (installation.kind === 'failed') throw new Error(installation.message);
  const openShell = dryShells(behavior.shell, installation, () => undefined);
  const toolset = clientToolset(
    defined({
      client: client.name,
      behavior,
      installation,
      trusted,
      sessionId: 'session',
      commandShell: runsNothing ? openShell() : undefined,
    }),
  );
  onTestFinished(async () => void (await installation.remove()));
  const questions: ConfirmationQuestion[] = [];
  const prepare = async (messages: StepContext['messages'] = []) =>
    toolset.prepare({ messages } as unknown as StepContext);
  return {
    behavior,
    installation,
    questions,
    prepare,
    async call(name, args) {
      const tool = (await prepare()).tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      const context = {
        callId: 'call',
        signal: new AbortController().signal,
        emit: () => ({}),
        history: EMPTY_HISTORY,
        ask: async (question: ConfirmationQuestion) => {
          // As in a real run, one answer can apply to the rest of the run.
          const isKnown = questions.some((one) => one.approvesFor === 'run' && firstLine(one) === firstLine(question));
          if (!isKnown) questions.push(question);
          return answer;
        },
      };
      const outcome = await tool.execute(args, context as unknown as ToolContext);
      if (outcome.kind !== 'result') throw new Error(`${name} did not answer: ${outcome.kind}`);
      return outcome;
    },
  };
}

const firstLine = ({ hint }: ConfirmationQuestion) => String(hint).split('\n', 1)[0];

/** Returns the text of a result, even if it is in an object. */
export function textIn({ value }: ResultOutcome): string {
  return typeof value === 'string' ? value : Object.values(value as JsonObject).join('\n');
}
