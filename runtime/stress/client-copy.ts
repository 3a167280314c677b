import { randomUUID } from 'node:crypto';
import type { Skill } from '../../skill/index.ts';
import { type ClientRun, clientRun } from '../clients/client-run.ts';
import { dryShells } from '../clients/dry-shell/dry-shell.ts';
import { install } from '../clients/installation.ts';
import { countPath, mostRequested } from './cause-sum.ts';

/** The client whose tools the runs of a stress test have. */
export interface StressClient {
  /** An id that `--client` takes, except `adk`, whose tools need no copy. */
  readonly id: string;
  /** The folder that is copied as the workspace, absolute; absent for an empty one. */
  readonly workspace?: string;
  readonly install?: 'user' | 'project';
  /** Further skills that the client has installed. */
  readonly with?: readonly Skill[];
}

/** A copy that all runs of a skill in a client share, because nothing runs in them. */
export interface ClientCopy {
  readonly kind: 'opened';
  readonly client: ClientRun;
  /** Returns the commands that were not simulated, most frequent first; at most 20. */
  notSimulated(): readonly { readonly command: string; readonly calls: number }[];
  remove(): Promise<string | undefined>;
}

/** Installs a skill for a client. */
export async function openClientCopy(
  { id, workspace, install: scope = 'user', with: others = [] }: StressClient,
  skill: Skill,
  signal: AbortSignal,
): Promise<ClientCopy | { readonly kind: 'failed'; readonly message: string }> {
  const copied = workspace === undefined ? {} : { workspace };
  const client = clientRun(id, { ...copied, install: scope });
  if (client === undefined) return { kind: 'failed', message: `Unknown client '${id}'.` };
  const { profile, behavior } = client;
  const skills = [skill, ...others.filter(({ root }) => root !== skill.root)];
  const key = `stress-${randomUUID()}`;
  const installation = await install({ client: profile, skills, key, scope, signal, ...copied });
  if (installation.kind === 'failed') return installation;
  const unknown = new Map<string, number>();
  const openShell = dryShells(behavior.shell, installation, (command) =>
    // The name of the copy differs each time.
    countPath(unknown, command.replaceAll(installation.root, '')),
  );
  return {
    kind: 'opened',
    client: { ...client, shared: { installation, openShell } },
    notSimulated: () => mostRequested(unknown).map(({ path: command, calls }) => ({ command, calls })),
    remove: installation.remove,
  };
}
