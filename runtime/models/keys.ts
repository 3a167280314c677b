import type { Endpoint } from './endpoint.ts';
import type { KeyFile } from './key-file.ts';
import { PROVIDERS } from './providers.ts';

/** The keys of a run. Each goes to the origin that it was given for, and nowhere else. */
export interface Keys {
  /** The key for this endpoint, or undefined: none is sent. */
  keyFor(endpoint: Endpoint): string | undefined;
  /** The same with where it came from: a variable's name, a file's path; absent where somebody handed it in. */
  foundFor(endpoint: Endpoint): FoundKey | undefined;
  /** Why the file of keys is not used, where it is there. */
  readonly problem?: string;
  /** All of them, to be kept out of whatever is written. */
  readonly all: readonly string[];
}

export interface FoundKey {
  readonly key: string;
  readonly from?: { readonly kind: 'variable' | 'file'; readonly name: string };
}

export interface GivenKeys {
  /** A key that was named for the endpoint of the run's model. */
  readonly apiKey?: string;
  /** The origin of that endpoint. */
  readonly origin?: string;
  /** Keys by the origin that they were entered for. */
  readonly byOrigin?: Readonly<Record<string, string>>;
  /** Where the providers' usual variables are looked up; absent: none is read. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Looked into last. */
  readonly file?: KeyFile;
}

export function keysOf({ apiKey, origin, byOrigin = {}, environment = {}, file }: GivenKeys): Keys {
  const usual = PROVIDERS.flatMap(({ keyVariables }) => keyVariables.map((name) => environment[name]?.trim() ?? ''));
  const filed = file?.kind === 'keys' ? file.byOrigin : {};
  const given = [...Object.values(byOrigin), ...usual.filter(Boolean), ...Object.values(filed)];
  const foundFor = (endpoint: Endpoint): FoundKey | undefined => {
    if (apiKey !== undefined && origin === endpoint.origin) return { key: apiKey };
    const entered = own(byOrigin, endpoint.origin);
    if (entered !== undefined) return { key: entered };
    // The usual variable is meant for the provider itself, never for an address that somebody wrote into a file.
    for (const name of endpoint.own ? endpoint.provider.keyVariables : []) {
      const key = environment[name]?.trim();
      if (key) return { key, from: { kind: 'variable', name } };
    }
    const key = own(filed, endpoint.origin);
    return key === undefined || file?.kind !== 'keys' ? undefined : { key, from: { kind: 'file', name: file.path } };
  };
  return {
    foundFor,
    keyFor: (endpoint) => foundFor(endpoint)?.key,
    ...(file?.kind === 'refused' ? { problem: file.message } : {}),
    all: [...(apiKey === undefined ? [] : [apiKey]), ...given],
  };
}

function own(keys: Readonly<Record<string, string>>, origin: string): string | undefined {
  return Object.hasOwn(keys, origin) ? keys[origin] : undefined;
}

/**
 * What is wrong with a key that no header can hold: a line break in it, or a character beyond Latin-1. Nothing of the key is
 * told. Undefined: it may be one.
 */
export function keyProblem(key: string, origin: string): string | undefined {
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(key)
    ? undefined
    : `The API key for ${origin} holds a line break or a character that no key has, so it was not sent. Copy the key anew, alone and on one line.`;
}
