import { type RunPlace, runMemory } from '../remembered/remembered.ts';

const KEYED_RUNS = runMemory('keyed-runs');

/**
 * Records, outside the workspace and without the key, the origin that a run sent a key to. A journal can name any address,
 * and a key is sent only to the one that it was entered for.
 */
export function rememberKeySent(place: RunPlace, baseUrl: string): void {
  KEYED_RUNS.remember(place, originOf(baseUrl));
}

export function wasKeySent(place: RunPlace, baseUrl: string): boolean {
  return KEYED_RUNS.recalled(place) === originOf(baseUrl);
}

export function forgetKeySent(place: RunPlace): void {
  KEYED_RUNS.forget(place);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
