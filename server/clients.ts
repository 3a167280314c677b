/** The clients that skills are checked for: the setting `clients`, and the older `profile`. */
import { CLIENT_IDS } from './client-ids.ts';
import type { ChosenClient, Profile } from './protocol.ts';

/** `auto` accepts what any known client accepts, and takes the clients from the skill's location. A list is never empty. */
export type Clients = 'auto' | readonly ChosenClient[];

/** The values of `clients`: `spec` is the specification without a client's extensions. */
export const CHOSEN_CLIENTS: readonly ChosenClient[] = [...CLIENT_IDS, 'spec'];

export const PROFILES: readonly Profile[] = ['auto', 'spec', 'vscode', 'claude', 'adk', 'codex'];

/** Returns the client with an id, or with the id that `profile` used for it; undefined if there is none. */
export function readClient(value: unknown): ChosenClient | undefined {
  const id = value === 'claude' ? 'claude-code' : value;
  return CHOSEN_CLIENTS.find((client) => client === id);
}

/** Returns the known clients of a list, each once; undefined if it has none. */
export function readClients(value: unknown): readonly ChosenClient[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const known = new Set(value.map(readClient).filter((client) => client !== undefined));
  return known.size > 0 ? [...known] : undefined;
}

/** Returns the clients of a profile; undefined if it is not valid. */
export function clientsOfProfile(value: unknown): Clients | undefined {
  if (value === 'auto') return 'auto';
  const client = PROFILES.some((profile) => profile === value) ? readClient(value) : undefined;
  return client && [client];
}

/** Returns true if a client was chosen explicitly. */
export const isChosen = (clients: Clients, client: ChosenClient): boolean =>
  clients !== 'auto' && clients.includes(client);

/** Returns true if no other client was chosen than these. */
export const areAllOf = (clients: Clients, ...all: readonly ChosenClient[]): boolean =>
  clients !== 'auto' && clients.every((client) => all.includes(client));
