import { isLoopback } from '../network/loopback.ts';
import type { MissingKey } from '../protocol/models.ts';
import type { Endpoint } from './endpoint.ts';
import { type Keys, keyProblem } from './keys.ts';

/** An endpoint that a run will ask, and the called agent that asks it; absent: the run's own model. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly agent?: string;
}

export interface KeyTrouble {
  /** What is wrong, and what to do. */
  readonly message: string;
  /** Keys that nobody has set; none where one that is there cannot be used. */
  readonly missing: readonly MissingKey[];
}

/**
 * What stands between these endpoints and their keys, all of it at once: nobody should learn of the second key after the
 * first run. Undefined where nothing does.
 */
export function keyTrouble(asked: readonly Asked[], keys: Keys): KeyTrouble | undefined {
  const missing = new Map<string, Lacking>();
  const problems = new Set<string>();
  for (const { endpoint, agent } of asked) {
    const key = keys.keyFor(endpoint);
    const unusable = key === undefined ? undefined : keyProblem(key, endpoint.origin);
    if (unusable !== undefined) problems.add(unusable);
    if (key !== undefined) continue;
    const needed = endpoint.own && endpoint.provider.keyVariables.length > 0;
    // The file may hold the key for it: asking without one would say something else is wrong.
    if (keys.problem !== undefined && (needed || !isLoopback(endpoint.baseUrl))) problems.add(keys.problem);
    else if (needed) {
      const { origin } = endpoint;
      const before = missing.get(origin) ?? { endpoint, root: false, agents: [] };
      const agents = agent === undefined || before.agents.includes(agent) ? before.agents : [...before.agents, agent];
      missing.set(origin, { endpoint, root: before.root || agent === undefined, agents });
    }
  }
  if (problems.size > 0) return { message: [...problems].join('\n'), missing: [] };
  const lacking = [...missing.values()];
  if (lacking.length === 0) return undefined;
  return {
    message: messageOf(lacking),
    missing: lacking.map(({ endpoint, agents }) => ({
      provider: endpoint.provider.id,
      origin: endpoint.origin,
      agents,
    })),
  };
}

interface Lacking {
  readonly endpoint: Endpoint;
  /** The run's own model is asked there. */
  readonly root: boolean;
  readonly agents: readonly string[];
}

const IN_VSCODE = 'In VS Code: "Skillwright: Set API Key".';
const IN_FILE = 'keep it in a file (docs/models.md, Keys)';

function messageOf(lacking: readonly Lacking[]): string {
  const [first] = lacking;
  if (first !== undefined && lacking.length === 1 && first.agents.length === 0)
    return `${first.endpoint.provider.title} needs an API key: set ${variableOf(first)}, name the variable that holds it with --api-key-env, or ${IN_FILE}. ${IN_VSCODE}`;
  const lines = lacking.map((one) => `  ${one.endpoint.provider.title}, for ${whoOf(one)}: set ${variableOf(one)}`);
  return `This run needs API keys that are not set:\n${lines.join('\n')}\nSet each, or ${IN_FILE}. ${IN_VSCODE}`;
}

function variableOf({ endpoint }: Lacking): string {
  return endpoint.provider.keyVariables[0] ?? '';
}

function whoOf({ root, agents }: Lacking): string {
  const names = agents.map((name) => `'${name}'`).join(', ');
  return [
    ...(root ? ["the run's model"] : []),
    ...(agents.length === 0 ? [] : [`the agent${agents.length > 1 ? 's' : ''} ${names}`]),
  ].join(' and ');
}
