import { SIMULATED_CLIENTS } from '../../runtime/protocol/simulated-clients.ts';

/** The client that a run simulates. `adk` has no workspace and no place for skills. */
export type ClientChoice =
  | { readonly id: 'adk' }
  | {
      readonly id: string;
      /** The folder to copy: the workspace folder of the skill, none, or another one (absolute). */
      readonly workspace: 'folder-of-skill' | 'empty' | { readonly path: string };
      readonly install: 'user' | 'project';
    };

/** Returns a remembered choice if it still names a client that can be simulated. */
export function validChoice(value: unknown): ClientChoice | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  const choice = value as ClientChoice;
  return choice.id === 'adk' || SIMULATED_CLIENTS.some(({ id }) => id === choice.id) ? choice : undefined;
}

/**
 * Returns the choice that is nearest to a session of a client: over a copy of the workspace folder of the skill, with the
 * skills in the workspace if the client looks there. Undefined if the client cannot be simulated.
 */
export function choiceForClient(id: string): ClientChoice | undefined {
  if (id === 'adk') return { id };
  const client = SIMULATED_CLIENTS.find((one) => one.id === id);
  if (client === undefined) return undefined;
  return { id, workspace: 'folder-of-skill', install: client.project === undefined ? 'user' : 'project' };
}

/** The parameters of a run for a choice. */
export interface ClientParams {
  readonly client: string;
  readonly workspace?: string | null;
  readonly install?: 'user' | 'project';
}

/**
 * Returns the parameters of a run.
 * @param folder the workspace folder of the skill; undefined if it is in none
 */
export function clientParams(choice: ClientChoice, folder: string | undefined): ClientParams {
  if (!('workspace' in choice)) return { client: choice.id };
  const { id: client, workspace, install } = choice;
  if (typeof workspace === 'object') return { client, install, workspace: workspace.path };
  return { client, install, workspace: workspace === 'empty' ? null : (folder ?? null) };
}
