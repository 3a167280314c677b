import { isLoopback } from '../../network/loopback.ts';
import type { MissingKey } from '../../protocol/models.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { type Keys, keyProblem } from './keys.ts';

/** An endpoint that a run uses. */
export interface EndpointUse {
  readonly endpoint: Endpoint;
  /** The called agent that uses it; absent for the run's own model. */
  readonly agent?: string;
}

export interface KeyIssue {
  /** The problem and its fix. */
  readonly message: string;
  /** Keys that are not set; empty if a key is set but unusable. */
  readonly missing: readonly MissingKey[];
}

/**
 * Checks the keys of all endpoints in one pass, so that one message lists all missing keys. Returns undefined if there
 * is no problem.
 */
export function findKeyIssue(uses: readonly EndpointUse[], keys: Keys): KeyIssue | undefined {
  const missing = new Map<string, MissingEndpointKey>();
  const problems = new Set<string>();
  for (const { endpoint, agent } of uses) {
    const key = keys.keyFor(endpoint);
    const unusable = key === undefined ? undefined : keyProblem(key, endpoint.origin);
    if (unusable !== undefined) problems.add(unusable);
    if (key !== undefined) continue;
    const needed = endpoint.isOfficial && endpoint.provider.keyVariables.length > 0;
    // The ignored file may hold this key, and a request without it would fail with a misleading error.
    if (keys.problem !== undefined && (needed || !isLoopback(endpoint.baseUrl))) problems.add(keys.problem);
    else if (needed) {
      const { origin } = endpoint;
      const entry = missing.get(origin) ?? { endpoint, root: false, agents: [] };
      const agents = agent === undefined || entry.agents.includes(agent) ? entry.agents : [...entry.agents, agent];
      missing.set(origin, { endpoint, root: entry.root || agent === undefined, agents });
    }
  }
  if (problems.size > 0) return { message: [...problems].join('\n'), missing: [] };
  const missingKeys = [...missing.values()];
  if (missingKeys.length === 0) return undefined;
  return {
    message: messageOf(missingKeys),
    missing: missingKeys.map(({ endpoint, agents }) => ({
      provider: endpoint.provider.id,
      origin: endpoint.origin,
      agents,
    })),
  };
}

interface MissingEndpointKey {
  readonly endpoint: Endpoint;
  /** True if the run's own model uses it. */
  readonly root: boolean;
  readonly agents: readonly string[];
}

const IN_VSCODE = 'in VS Code use "Skillwright: Set API Key"';
const IN_FILE = 'keep the keys in a file (docs/models.md, Keys)';

function messageOf(missingKeys: readonly MissingEndpointKey[]): string {
  const [first] = missingKeys;
  if (first !== undefined && missingKeys.length === 1 && first.agents.length === 0)
    return `Set ${variableOf(first)}, or ${IN_VSCODE}: ${first.endpoint.provider.title} needs an API key.\nOr name another variable with --api-key-env, or ${IN_FILE}.`;
  const lines = missingKeys.map(
    (one) => `  ${one.endpoint.provider.title}, for ${usersOf(one)}: set ${variableOf(one)}`,
  );
  return `Set these API keys, which the run needs, or ${IN_VSCODE}:\n${lines.join('\n')}\nOr ${IN_FILE}.`;
}

function variableOf({ endpoint }: MissingEndpointKey): string {
  return endpoint.provider.keyVariables[0] ?? '';
}

function usersOf({ root, agents }: MissingEndpointKey): string {
  const names = agents.map((name) => `'${name}'`).join(', ');
  return [
    ...(root ? ["the run's model"] : []),
    ...(agents.length === 0 ? [] : [`the agent${agents.length > 1 ? 's' : ''} ${names}`]),
  ].join(' and ');
}
