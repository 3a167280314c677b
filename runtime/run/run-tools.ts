/** Opens the tools of a run. */

import { defined } from '../../skill/index.ts';
import { hasTools } from '../agents/has-tools.ts';
import type { ClientRun } from '../clients/client-run.ts';
import type { Toolset } from '../loop/interfaces/tools.ts';
import type { SavedFile } from '../protocol/events.ts';
import type { OpenTools, OpenToolsOptions } from '../tools/assembly/agent-toolset.ts';
import { skillToolset } from '../toolset/skill-toolset.ts';
import type { RunSpec } from './run-spec.ts';

/** The services that the run provides to its tools. */
export type ToolServices = Pick<
  OpenToolsOptions['shared'],
  'loop' | 'scopeFor' | 'skills' | 'note' | 'registerSecret'
> & {
  /** Absolute path of the run's folder. */
  readonly runFolder: string;
  readonly signal: AbortSignal;
  /** True if the conversation has messages of an earlier process. */
  readonly continues: boolean;
  /** Files that calls of earlier processes changed in the copy of a client's workspace. */
  readonly savedFiles: readonly SavedFile[];
};

/** Opens the skill tools, and any others that the agent names. Code for the latter is loaded only if needed. */
export async function openTools(spec: RunSpec, services: ToolServices): Promise<OpenTools> {
  const { agent, skillTools, wrapTools = (toolset: Toolset) => toolset } = spec;
  const executor = spec.executor === undefined ? {} : { executor: spec.executor };
  const pool = spec.pool === undefined ? {} : { pool: spec.pool };
  if (spec.clientTools !== undefined) return { toolset: spec.clientTools, close: () => undefined };
  if (spec.client !== undefined) return clientTools(spec, spec.client, services);
  if (!hasTools(agent)) {
    const source = services.skills;
    const toolset = skillToolset({ source, ...executor, ...pool, ...agent.skillToolset, ...skillTools });
    return { toolset: wrapTools(toolset), close: () => undefined };
  }
  const { openAgentTools } = await import('../tools/assembly/agent-toolset.ts');
  return openAgentTools(
    defined({
      agent,
      skillTools,
      shared: defined({
        ...services,
        ...executor,
        guards: spec.guards,
        guardSettings: spec.guardSettings ?? {},
        team: spec.team ?? new Map(),
        openModel: spec.openModel,
        trusted: spec.trusted === true,
        asksForCode: spec.asksForCode === true,
      }),
    }),
  );
}

/** Opens the tools of the client that the run simulates. */
async function clientTools(
  { skills, executor, wrapTools = (toolset: Toolset) => toolset }: RunSpec,
  client: ClientRun,
  { runFolder, signal, continues, savedFiles, note }: ToolServices,
): Promise<OpenTools> {
  const { openClientTools } = await import('../clients/open-client-tools.ts');
  const { toolset, notes, directory, findChanges, close } = await openClientTools({
    client,
    skills,
    runFolder,
    signal,
    continues,
    savedFiles,
    // Commands run only if scripts may run.
    trusted: executor?.trusted === true,
  });
  for (const message of notes) note(message);
  return { toolset: wrapTools(toolset), directory, findChanges, close: (isPaused = false) => close(isPaused) };
}
