/** The record of the origins that runs sent keys to. */
import { type RunPlace, runStore } from '../../user-data/run-store.ts';

const KEYED_RUNS = runStore('keyed-runs');

/**
 * Records, outside the workspace and without the key, the origin that a run sent a key to. A journal can name any address,
 * and a key is sent only to the one that it was entered for.
 */
export function rememberKeySent(place: RunPlace, baseUrl: string): void {
  KEYED_RUNS.write(place, originOf(baseUrl));
}

export function wasKeySent(place: RunPlace, baseUrl: string): boolean {
  return KEYED_RUNS.read(place) === originOf(baseUrl);
}

export function forgetKeySent(place: RunPlace): void {
  KEYED_RUNS.remove(place);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
