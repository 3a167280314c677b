import { type RunPlace, runMemory } from '../remembered/remembered.ts';
import type { CodePart } from './agent-code.ts';

const NAMED = runMemory('named-agents');

/** An agent as a person named it. */
export interface NamedAgent {
  readonly agent: string;
  readonly folder: string;
  /** What the agent starts, see `codeParts`. */
  readonly code: readonly CodePart[];
}

/**
 * Remembers, outside the workspace, that a person named this agent for this run: what a journal says of an agent is no
 * reason to load that agent's modules when the run is resumed.
 */
export function rememberNamed(place: RunPlace, named: NamedAgent): void {
  NAMED.remember(place, JSON.stringify(named));
}

/** What this agent started when a person named it for this run; undefined where nobody did. */
export function codeWhenNamed(place: RunPlace, named: Omit<NamedAgent, 'code'>): readonly CodePart[] | undefined {
  try {
    const read: unknown = JSON.parse(NAMED.recalled(place) ?? 'null');
    if (typeof read !== 'object' || read === null) return undefined;
    const { agent, folder, code }: Partial<Record<keyof NamedAgent, unknown>> = read;
    const isSame = agent === named.agent && folder === named.folder;
    return isSame && Array.isArray(code) && code.every(isPart) ? code : undefined;
  } catch {
    return undefined;
  }
}

export function forgetNamed(place: RunPlace): void {
  NAMED.forget(place);
}

function isPart(value: unknown): value is CodePart {
  if (typeof value !== 'object' || value === null) return false;
  const { what, place, parts }: Partial<Record<keyof CodePart, unknown>> = value;
  return typeof what === 'string' && typeof place === 'string' && typeof parts === 'object' && parts !== null;
}
