/** Our own client, with the same skills, and the same calls as the real one. */
import { randomUUID } from 'node:crypto';
import { clientToolset } from '../../runtime/clients/client-toolset.ts';
import { install } from '../../runtime/clients/installation.ts';
import { EMPTY_HISTORY } from '../../runtime/loop/history/history.ts';
import type { StepContext, Tool, ToolContext } from '../../runtime/loop/interfaces/tools.ts';
import type { JsonObject } from '../../runtime/protocol/events.ts';
import { readSkills } from '../../runtime/toolset/read-skills.ts';
import type { ClientBehavior, ClientProfile } from '../../skill/index.ts';
import type { Answer, Sent } from './conversation.ts';
import type { Fixture } from './fixture.ts';
import { type Probe, type ProbePaths, probesFor } from './probes.ts';

export interface Played {
  readonly probes: readonly Probe[];
  readonly paths: ProbePaths & { readonly home: string };
  readonly sent: Sent;
}

/** Calls our tools of a client in order. Throws if the copy cannot be made. */
export async function playOurs(
  profile: ClientProfile,
  behavior: ClientBehavior,
  { skills: folders, workspace }: Fixture,
  scope: 'user' | 'project',
): Promise<Played> {
  const read = readSkills([...folders]);
  if (read.kind === 'failed') throw new Error(read.message);
  const { signal } = new AbortController();
  const installation = await install({
    client: profile,
    skills: read.skills,
    key: randomUUID(),
    workspace,
    scope,
    signal,
  });
  if (installation.kind === 'failed') throw new Error(installation.message);
  try {
    const toolset = clientToolset({
      client: profile.name,
      behavior,
      installation,
      trusted: true,
      sessionId: 'session',
    });
    const { tools, instruction = '', opening } = await toolset.prepare({ messages: [] } as unknown as StepContext);
    const skill = installation.skills.find(({ name }) => name === 'tally-lines')?.folder ?? '';
    const paths = { workspace: installation.workspace, skill, home: installation.home };
    const probes = probesFor(behavior, paths);
    const answers: Answer[] = [];
    for (const probe of probes) answers.push(await call(tools, probe));
    return {
      probes,
      paths,
      sent: {
        opening: [
          { role: 'system', text: instruction },
          ...(opening === undefined ? [] : [{ role: 'user', text: opening }]),
        ],
        tools: tools.map(({ name, description, inputSchema }) => ({
          name,
          description,
          schema: inputSchema as JsonObject,
        })),
        answers,
      },
    };
  } finally {
    await installation.remove();
  }
}

async function call(tools: readonly Tool[], { tool: name, args }: Probe): Promise<Answer> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return { text: `no tool ${name}`, messages: [] };
  const context = {
    callId: 'call',
    signal: new AbortController().signal,
    emit: () => ({}),
    history: EMPTY_HISTORY,
    ask: async () => 'approve',
  };
  const outcome = await tool.execute(args as JsonObject, context as unknown as ToolContext);
  if (outcome.kind !== 'result') return { text: `no answer: ${outcome.kind}`, messages: [] };
  const { value, message } = outcome;
  return {
    text: typeof value === 'string' ? value : JSON.stringify(value),
    messages: message === undefined ? [] : [message],
  };
}
