import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { KnownModel } from '../../protocol/models.ts';
import type { ProviderEndpoint } from '../../protocol/provider-endpoint.ts';
import type { EndpointOptions } from './endpoint-options.ts';

/**
 * A provider of language models, found by `npm run generate`. See `runtime/README.md` for how to add one. Its address is
 * declared here so that none is read from the environment.
 */
export interface Provider extends ProviderEndpoint {
  /** A short description for the table in `docs/models.md`. */
  readonly description: string;
  /** Environment variables that usually hold its key; the first one set is used. They are for its own address only. */
  readonly keyVariables: readonly string[];
  /** The API format, by the `provider` of the `Format` in `test/integration/models/` that tests it. */
  readonly format: string;
  /** The request for its list of models; absent: the same as for OpenAI. */
  readonly listing?: Listing;
  /** For a server on this machine: its own list of models, which has more details than OpenAI's. */
  readonly local?: LocalListing;
  /** Loads the provider's package on first use and creates a model. */
  readonly open: (options: EndpointOptions) => Promise<LanguageModelV4>;
}

export interface Listing {
  /** The name of the query parameter for the page size. */
  readonly sizeParameter?: string;
  readonly headers: (key: string | undefined) => Record<string, string>;
}

export interface LocalListing {
  /** Absolute path of the list on the server. */
  readonly path: string;
  /** Returns undefined if the entry is not a chat model. */
  readonly read: (entry: Entry) => KnownModel | undefined;
}

/** An entry of a list of models, unvalidated. */
export type Entry = Readonly<Record<string, unknown>>;
