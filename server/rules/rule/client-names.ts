/** Facts about chosen clients, for rules. */
import { CLIENTS, type ClientProfile } from '../../../skill/index.ts';
import type { Clients } from '../../clients.ts';
import type { ChosenClient } from '../../protocol.ts';

const BY_ID: ReadonlyMap<ChosenClient, ClientProfile> = new Map(CLIENTS.map((client) => [client.id, client]));

/** Returns the name of a client as its vendor spells it. */
export const clientName = (client: ChosenClient): string =>
  client === 'spec' ? 'the specification' : client === 'adk' ? 'ADK' : (BY_ID.get(client)?.name ?? client);

/** Returns true if one of the chosen clients skips a skill without the field; under `auto`, some client does. */
export const requiresField = (clients: Clients, field: string): boolean =>
  clients === 'auto' ||
  clients.some((client) => client === 'spec' || BY_ID.get(client)?.discovery.required.includes(field));

/** Returns `A`, `A and B`, or `A, B and 3 more`. */
export function fitNames(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
