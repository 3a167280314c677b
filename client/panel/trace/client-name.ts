/** Names and versions of clients, as rows show them. */
import { knownClientName } from '../../../runtime/protocol/client-name.ts';
import { SIMULATED_CLIENTS } from '../../../runtime/protocol/simulated-clients.ts';
import { oneLine } from './read.ts';

/** Returns the name of a client: `Claude Code`, `VS Code (vscode-skill)`. An unknown client is shown by its id. */
export function nameOfClient(id: string): string {
  return knownClientName(id) ?? oneLine(id, 40);
}

/** Returns the name of a client with the version that its facts are about: `Gemini CLI 5411f113`. */
export function versionOfClient(id: string): string {
  const client = SIMULATED_CLIENTS.find((one) => one.id === id);
  if (client === undefined) return nameOfClient(id);
  const { name, version } = client;
  return version.startsWith(name) ? version : `${name} ${version}`;
}
