import { SIMULATED_CLIENTS } from './simulated-clients.ts';

/** Returns the name of a client: `Claude Code`, `VS Code (vscode-skill)`; undefined for an unknown id. */
export function knownClientName(id: string): string | undefined {
  if (id === 'adk') return 'ADK';
  const client = SIMULATED_CLIENTS.find((one) => one.id === id);
  if (client === undefined) return undefined;
  const isOnly = SIMULATED_CLIENTS.every(({ id: other, name }) => other === id || name !== client.name);
  return isOnly ? client.name : `${client.name} (${id})`;
}
