import { type RunPlace, runStore } from '../user-data/run-store.ts';
import type { CodePart } from './agent-code.ts';

const NAMED = runStore('named-agents');

/** An agent that the user named for a run. */
export interface NamedAgent {
  readonly agent: string;
  readonly folder: string;
  /** The code that the agent starts, see `codeParts`. */
  readonly code: readonly CodePart[];
}

/**
 * Records outside the workspace that the user named this agent for this run: an agent named only by a journal is no reason
 * to load the agent's modules when the run is resumed.
 */
export function rememberNamedAgent(place: RunPlace, named: NamedAgent): void {
  NAMED.removeOld();
  NAMED.write(place, JSON.stringify(named));
}

/** Returns the code that this agent started when the user named it for this run; undefined if they did not. */
export function codeOfNamedAgent(place: RunPlace, named: Omit<NamedAgent, 'code'>): readonly CodePart[] | undefined {
  try {
    const read: unknown = JSON.parse(NAMED.read(place) ?? 'null');
    if (typeof read !== 'object' || read === null) return undefined;
    const { agent, folder, code }: Partial<Record<keyof NamedAgent, unknown>> = read;
    const isSame = agent === named.agent && folder === named.folder;
    return isSame && Array.isArray(code) && code.every(isPart) ? code : undefined;
  } catch {
    return undefined;
  }
}

function isPart(value: unknown): value is CodePart {
  if (typeof value !== 'object' || value === null) return false;
  const { what, place, parts }: Partial<Record<keyof CodePart, unknown>> = value;
  return typeof what === 'string' && typeof place === 'string' && typeof parts === 'object' && parts !== null;
}
