/** Runs an agent of a made-up project. */

import { skillsOfRun } from '../../../runtime/agents/agent-skills.ts';
import { readAgent } from '../../../runtime/agents/read-agent.ts';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { defined } from '../../../skill/index.ts';
import { temporaryFolder, writeFiles } from './folders.ts';
import { type RunOnceOptions, type RunOutcome, runOnce } from './run-once.ts';
import { type Line, type ScriptedModel, scriptedModel } from './scripted-model.ts';

/** Creates a project on disk: `.skillwright.json` with `agents`, and other files by path. */
export function project(agents: object, files: Readonly<Record<string, string>> = {}): string {
  return writeFiles(temporaryFolder(), {
    '.git/HEAD': '',
    '.skillwright.json': JSON.stringify({ agents }, undefined, 2),
    ...files,
  });
}

export interface AgentRunOptions extends Partial<Omit<RunOnceOptions, 'model' | 'agent' | 'team'>> {
  /** A model, or the lines of a scripted one. */
  readonly says: ScriptedModel | readonly Line[];
  /** The agent's name; default: `main`. */
  readonly name?: string;
}

/** Reads the agent of a project, like the command line, and runs it. */
export async function runAgent(
  folder: string,
  options: AgentRunOptions,
): Promise<RunOutcome & { model: ScriptedModel }> {
  const { says, name = 'main', ...rest } = options;
  const read = await readAgent(name, folder);
  if (read.kind === 'failed') throw new Error(read.message);
  const skills = read.agent.skills === undefined ? undefined : skillsOfRun(read.agent, []);
  if (skills?.kind === 'failed') throw new Error(skills.message);
  const model = 'doStream' in says ? says : scriptedModel(says);
  const ran = await runOnce(
    defined({
      trusted: true,
      skills: skills?.skills,
      maxTokens: read.agent.maxTokens,
      notes: read.notes,
      ...rest,
      agent: read.agent,
      team: read.team,
      model,
    }),
  );
  return { ...ran, model };
}

/** Returns the messages of a run's notes. */
export function notesOf(ran: RunOutcome): readonly string[] {
  return ran.events.flatMap((event: RunEvent) => (event.type === 'note' ? [event.message] : []));
}
