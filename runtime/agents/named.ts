import { forget, isRemembered, remember } from '../remembered.ts';

/** An agent as a person named it, for one run. */
export interface NamedAgent {
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  readonly run: string;
  readonly agent: string;
  readonly folder: string;
  /** Of what the agent starts, see `hashOfCode`. */
  readonly code: string;
}

/**
 * Remembers, outside the workspace, that a person named this agent for this run: what a journal says of an agent is no
 * reason to load that agent's modules when the run is resumed.
 */
export function rememberNamed(named: NamedAgent): void {
  remember(about(named), contentOf(named));
}

export function wasNamed(named: NamedAgent): boolean {
  return isRemembered(about(named), contentOf(named));
}

export function forgetNamed(named: NamedAgent): void {
  forget(about(named));
}

function contentOf({ agent, folder, code }: NamedAgent): string {
  return JSON.stringify({ agent, folder, code });
}

function about({ runs, run }: NamedAgent) {
  return { folder: 'named-agents', runs, run };
}
