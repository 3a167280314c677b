import type { CodePart } from '../approvals/agent-code.ts';
import { forget, recalled, remember } from '../remembered.ts';

/** An agent as a person named it, for one run. */
export interface NamedAgent {
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  readonly run: string;
  readonly agent: string;
  readonly folder: string;
  /** What the agent starts, see `codeParts`. */
  readonly code: readonly CodePart[];
}

/**
 * Remembers, outside the workspace, that a person named this agent for this run: what a journal says of an agent is no
 * reason to load that agent's modules when the run is resumed.
 */
export function rememberNamed(named: NamedAgent): void {
  const { agent, folder, code } = named;
  remember(about(named), JSON.stringify({ agent, folder, code }));
}

/** What this agent started when a person named it for this run; undefined where nobody did. */
export function codeWhenNamed(named: Omit<NamedAgent, 'code'>): readonly CodePart[] | undefined {
  try {
    const read: unknown = JSON.parse(recalled(about(named)) ?? 'null');
    if (typeof read !== 'object' || read === null) return undefined;
    const { agent, folder, code }: Partial<Record<keyof NamedAgent, unknown>> = read;
    const isSame = agent === named.agent && folder === named.folder;
    return isSame && Array.isArray(code) && code.every(isPart) ? code : undefined;
  } catch {
    return undefined;
  }
}

export function forgetNamed(named: Pick<NamedAgent, 'runs' | 'run'>): void {
  forget(about(named));
}

function isPart(value: unknown): value is CodePart {
  if (typeof value !== 'object' || value === null) return false;
  const { what, place, parts }: Partial<Record<keyof CodePart, unknown>> = value;
  return typeof what === 'string' && typeof place === 'string' && typeof parts === 'object' && parts !== null;
}

function about({ runs, run }: Pick<NamedAgent, 'runs' | 'run'>) {
  return { folder: 'named-agents', runs, run };
}
