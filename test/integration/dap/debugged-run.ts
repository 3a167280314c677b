import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readJournal } from '../../../runtime/journal/reader.ts';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { type ModelServer, type Reply, startModelServer } from '../run-server.ts';
import { createDemoSkill } from '../run-support.ts';
import { DapClient, type DapOptions } from './dap-client.ts';

/** Lines of the demo skill's SKILL.md. */
export const LINES = { frontmatter: 2, blank: 5, mention: 6, script: 8 };

const TOOLS = `export default {
  mark: { description: 'Marks.', inputSchema: { type: 'object' }, execute: (input, { state }) => { state.set('mood', input.mood); return 'marked'; } },
  pay: { description: 'Pays.', inputSchema: { type: 'object' }, needsApproval: true, execute: ({ n }) => 'paid ' + n },
};`;

const AGENTS = JSON.stringify({
  agents: {
    main: { instruction: 'You are main.', tools: ['./tools.mjs'], agents: ['clerk'] },
    clerk: { instruction: 'You are the clerk.', tools: ['./tools.mjs'] },
  },
});

/** Opens a client on a project with a skill and two agents, of which `main` calls `clerk`. */
export function openProject(files: Record<string, string> = {}, options: DapOptions = {}) {
  const own = { '.git/HEAD': '', '.skillwright.json': AGENTS, 'tools.mjs': TOOLS };
  const folder = createDemoSkill(undefined, { ...own, ...files });
  const skill = join(folder, 'demo');
  const client = DapClient.open(folder, options);
  const launch = { prompt: 'Say hello.', skills: [skill], model: 'simulated/weak', cwd: folder, approve: true };
  return { client, skill, manifest: join(skill, 'SKILL.md'), launch, folder };
}

/** Opens a client on the project with a model that gives these replies: to `main`, and to the clerk. */
export async function openScripted(
  replies: readonly Reply[],
  clerk: readonly Reply[] = [],
  files: Record<string, string> = {},
  options: DapOptions = {},
): Promise<ReturnType<typeof openProject> & { readonly server: ModelServer }> {
  const server = await startModelServer(({ body: { messages } }) => {
    const own = JSON.stringify(messages[0]).includes('the clerk') ? clerk : replies;
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    return own[turn] ?? own.at(-1) ?? { text: 'Done.' };
  });
  onTestFinished(() => server.close());
  const project = openProject(files, options);
  const model = { model: 'openai-compatible/small', baseUrl: server.url, agent: 'main' };
  return { ...project, server, launch: { ...project.launch, ...model } };
}

/** Reads the events of a type from the journal of a debugged run. */
export function eventsOf<T extends RunEvent['type']>(
  client: DapClient,
  type: T,
): readonly Extract<RunEvent, { type: T }>[] {
  const { events } = readJournal(client.journal);
  return events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
}
