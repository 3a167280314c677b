import { defined, own } from '../../../skill/index.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { PROVIDERS } from '../providers/providers.ts';
import type { KeyFile } from './key-file.ts';

/** The keys available to a run. Each is sent only to the origin that it was given for. */
export interface Keys {
  /** Returns the key for an endpoint; undefined if none is sent. */
  keyFor(endpoint: Endpoint): string | undefined;
  /** Returns the key with its source: a variable's name or a file's path, absent if the key was passed directly. */
  findKey(endpoint: Endpoint): FoundKey | undefined;
  /** The reason why an existing key file is ignored. */
  readonly problem?: string;
  /** All keys, for redaction. */
  readonly all: readonly string[];
}

export interface FoundKey {
  readonly key: string;
  readonly from?: { readonly kind: 'variable' | 'file'; readonly name: string };
}

export interface KeySources {
  /** The key given for the endpoint of the run's model. */
  readonly apiKey?: string;
  /** The origin of that endpoint. */
  readonly origin?: string;
  /** Keys by the origin that they were entered for. */
  readonly byOrigin?: Readonly<Record<string, string>>;
  /** The environment for the providers' usual variables; absent: none is read. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Consulted last. */
  readonly file?: KeyFile;
}

/** Combines the sources of keys, in order of precedence: `apiKey`, `byOrigin`, `environment`, `file`. */
export function createKeys({ apiKey, origin, byOrigin = {}, environment = {}, file }: KeySources): Keys {
  const fromVariables = PROVIDERS.flatMap(({ keyVariables }) =>
    keyVariables.map((name) => own(environment, name)?.trim() ?? ''),
  );
  const fromFile = file?.kind === 'keys' ? file.byOrigin : {};
  const fromSources = [...Object.values(byOrigin), ...fromVariables.filter(Boolean), ...Object.values(fromFile)];
  const findKeyFor = (endpoint: Endpoint): FoundKey | undefined => {
    if (apiKey !== undefined && origin === endpoint.origin) return { key: apiKey };
    const entered = lookUp(byOrigin, endpoint.origin);
    if (entered !== undefined) return { key: entered };
    // The usual variable is meant for the provider itself, never for an address configured in a file.
    for (const name of endpoint.isOfficial ? endpoint.provider.keyVariables : []) {
      const key = own(environment, name)?.trim();
      if (key) return { key, from: { kind: 'variable', name } };
    }
    const key = lookUp(fromFile, endpoint.origin);
    return key === undefined || file?.kind !== 'keys' ? undefined : { key, from: { kind: 'file', name: file.path } };
  };
  return defined({
    findKey: findKeyFor,
    keyFor: (endpoint) => findKeyFor(endpoint)?.key,
    problem: file?.kind === 'refused' ? file.message : undefined,
    all: [...(apiKey === undefined ? [] : [apiKey]), ...fromSources],
  });
}

function lookUp(keys: Readonly<Record<string, string>>, origin: string): string | undefined {
  return own(keys, origin);
}

/**
 * Returns a message, without the key, if no HTTP header can hold the key: it contains a line break or a character beyond
 * Latin-1. Undefined if the key is usable.
 */
export function keyProblem(key: string, origin: string): string | undefined {
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(key)
    ? undefined
    : `Copy the API key for ${origin} again, alone and on one line: it was not sent, as it contains an invalid character.`;
}
