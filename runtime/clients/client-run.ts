import { CLIENTS, type ClientBehavior, type ClientProfile, defined } from '../../skill/index.ts';
import type { CommandShell } from './command-shell.ts';
import type { Installation } from './installation.ts';

/** The client that a run simulates. */
export interface ClientRun {
  /** The id of a variant, as `--client` takes it. */
  readonly id: string;
  readonly profile: ClientProfile;
  readonly behavior: ClientBehavior;
  /** The folder that is copied as the workspace, absolute; absent for an empty one. */
  readonly workspace?: string;
  /** The folder that the skills are installed in: the user's, or the workspace's. */
  readonly install: 'user' | 'project';
  /** Returns true for a file of a skill, relative to it, that is not installed. */
  readonly leavesOut?: (path: string) => boolean;
  /** Present in a stress test: its runs share a copy, because nothing runs in them. */
  readonly shared?: SharedCopy;
}

/** A copy that outlives a run, and a shell for each run. */
export interface SharedCopy {
  readonly installation: Installation;
  readonly openShell: () => CommandShell;
}

/** Returns the client with this id; undefined for `adk` and for ids that do not exist. */
export function clientRun(
  id: string,
  { workspace, install = 'user' }: { readonly workspace?: string; readonly install?: ClientRun['install'] } = {},
): ClientRun | undefined {
  for (const profile of CLIENTS) {
    const behavior = profile.behaviors.find((one) => one.id === id);
    if (behavior !== undefined) return defined({ id, profile, behavior, install, workspace });
  }
  return undefined;
}
