import type { Skill } from '../../skill/index.ts';
import type { Toolset } from '../loop/tools.ts';
import type { ClientRun } from './client-run.ts';
import { clientToolset } from './client-toolset.ts';
import { type Installation, install } from './installation.ts';

export interface OpenClientOptions {
  readonly client: ClientRun;
  readonly skills: readonly Skill[];
  /** The id of the run, which names the copy. */
  readonly run: string;
  readonly trusted: boolean;
  readonly signal: AbortSignal;
  /** True if the run continues in a conversation that names paths of the copy. */
  readonly continues: boolean;
}

/** Installs the skills for a client and returns its tools. Rejects if the copy cannot be made. */
export async function openClientTools(
  options: OpenClientOptions,
): Promise<
  { readonly toolset: Toolset; readonly notes: readonly string[]; close(keepsCopy: boolean): void } & Pick<
    Installation,
    'findChanges'
  >
> {
  const { client, skills, run, trusted, signal, continues } = options;
  const { profile, behavior, install: scope, workspace, shared } = client;
  const copied = workspace === undefined ? {} : { workspace };
  const installation =
    shared?.installation ?? (await install({ client: profile, skills, key: run, scope, signal, ...copied }));
  if (installation.kind === 'failed') throw new Error(installation.message);
  const toolset = clientToolset({
    ...{ client: profile.name, behavior, installation, trusted, sessionId: run },
    ...(shared === undefined ? {} : { commandShell: shared.openShell() }),
  });
  const isNew = continues && !installation.isReused;
  const notes = [
    `Simulates ${profile.name} (${profile.version}): its tools and its list of skills, not its prompt.`,
    ...(isNew ? ['The copy of the workspace was made again: changes of the earlier process are lost.'] : []),
  ];
  return {
    toolset,
    notes,
    findChanges: installation.findChanges,
    close: (keepsCopy) => {
      if (!keepsCopy && shared === undefined) installation.remove();
    },
  };
}
