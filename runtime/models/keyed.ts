import { forget, isRemembered, remember } from '../remembered.ts';

/** A run whose endpoint a person gave a key for. */
export interface KeyedRun {
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  readonly run: string;
  readonly baseUrl: string;
}

/**
 * Remembers, outside the workspace and without the key, where a key went in this run. A journal can name any address: no
 * key is sent to one that it was not entered for.
 */
export function rememberKeyed(keyed: KeyedRun): void {
  remember(about(keyed), originOf(keyed));
}

export function wasKeyed(keyed: KeyedRun): boolean {
  return isRemembered(about(keyed), originOf(keyed));
}

export function forgetKeyed(keyed: KeyedRun): void {
  forget(about(keyed));
}

function originOf({ baseUrl }: KeyedRun): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : '';
}

function about({ runs, run }: KeyedRun) {
  return { folder: 'keyed-runs', runs, run };
}
