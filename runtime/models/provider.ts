import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { KnownModel } from '../protocol/models.ts';
import type { ProviderPlace } from '../protocol/provider-place.ts';
import type { EndpointOptions } from './endpoint-options.ts';

/**
 * A provider that asks language models, as `npm run generate` finds it. To add one, see `runtime/README.md`. Its address is
 * written down, so that none is read from the environment.
 */
export interface Provider extends ProviderPlace {
  /** What it is, in a few words, for the table in `docs/models.md`. */
  readonly asks: string;
  /** Environment variables that usually hold its key, the first one set counts. They are for its own address alone. */
  readonly keyVariables: readonly string[];
  /** The API that it speaks, by the `provider` of the `Format` in `test/integration/models/` that tests it. */
  readonly format: string;
  /** How its list of models is requested; absent: as OpenAI's. */
  readonly listing?: Listing;
  /** Given where it is a server on this machine: its own list of models, which says more than OpenAI's. */
  readonly local?: LocalListing;
  /** Loads the provider's package, at its first use. */
  readonly open: (options: EndpointOptions) => Promise<LanguageModelV4>;
}

export interface Listing {
  /** The query parameter that sets how many models one page holds. */
  readonly size?: string;
  readonly headers: (key: string | undefined) => Record<string, string>;
}

export interface LocalListing {
  /** Absolute path of the list at the server. */
  readonly path: string;
  /** Undefined where the entry is no model that can be talked to. */
  readonly read: (entry: Entry) => KnownModel | undefined;
}

/** One entry of a list of models, as it came. */
export type Entry = Readonly<Record<string, unknown>>;
