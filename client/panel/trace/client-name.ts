import { SIMULATED_CLIENTS } from '../../../runtime/protocol/simulated-clients.ts';
import { oneLine } from './read.ts';

/** Returns the name of a client: `Claude Code`, `VS Code (vscode-skill)`. A client of a later version has only its id. */
export function nameOfClient(id: string): string {
  if (id === 'adk') return 'ADK';
  const client = SIMULATED_CLIENTS.find((one) => one.id === id);
  if (client === undefined) return oneLine(id, 40);
  const isOnly = SIMULATED_CLIENTS.every(({ id: other, name }) => other === id || name !== client.name);
  return isOnly ? client.name : `${client.name} (${id})`;
}

/** Returns the name of a client with the version that its facts are about: `Gemini CLI 5411f113`. */
export function versionOfClient(id: string): string {
  const client = SIMULATED_CLIENTS.find((one) => one.id === id);
  if (client === undefined) return nameOfClient(id);
  const { name, version } = client;
  return version.startsWith(name) ? version : `${name} ${version}`;
}
