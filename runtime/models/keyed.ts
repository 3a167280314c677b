import { type RunPlace, runMemory } from '../remembered/remembered.ts';

const KEYED = runMemory('keyed-runs');

/**
 * Remembers, outside the workspace and without the key, where a key went in this run. A journal can name any address: no
 * key is sent to one that it was not entered for.
 */
export function rememberKeyed(place: RunPlace, baseUrl: string): void {
  KEYED.remember(place, originOf(baseUrl));
}

export function wasKeyed(place: RunPlace, baseUrl: string): boolean {
  return KEYED.recalled(place) === originOf(baseUrl);
}

export function forgetKeyed(place: RunPlace): void {
  KEYED.forget(place);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
