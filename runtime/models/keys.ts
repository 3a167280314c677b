import type { Endpoint } from './endpoint.ts';
import { PROVIDERS } from './providers.ts';

/** The keys of a run. Each goes to the origin that it was given for, and nowhere else. */
export interface Keys {
  /** The key for this endpoint, or undefined: none is sent. */
  keyFor(endpoint: Endpoint): string | undefined;
  /** All of them, to be kept out of whatever is written. */
  readonly all: readonly string[];
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
}

export function keysOf({ apiKey, origin, byOrigin = {}, environment = {} }: GivenKeys): Keys {
  const usual = PROVIDERS.flatMap(({ keyVariables }) => keyVariables.map((name) => environment[name]?.trim() ?? ''));
  const all = [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(byOrigin), ...usual.filter(Boolean)];
  return {
    keyFor: (endpoint) => {
      if (apiKey !== undefined && origin === endpoint.origin) return apiKey;
      if (Object.hasOwn(byOrigin, endpoint.origin)) return byOrigin[endpoint.origin];
      // The usual variable is meant for the provider itself, never for an address that somebody wrote into a file.
      if (!endpoint.own) return undefined;
      return endpoint.provider.keyVariables.map((name) => environment[name]?.trim()).find(Boolean);
    },
    all,
  };
}
