/** What models there are to choose from, as it travels to the extension. Types only. */

export interface KnownModel {
  /** `PROVIDER/ID`, as a run takes it. */
  readonly name: string;
  /** As its provider calls it. */
  readonly title?: string;
  /** Tokens that the model can take at most, where somebody says so; a local one may be loaded with less. */
  readonly contextWindow?: number;
  /** Tokens that one answer can have at most, where somebody says so. */
  readonly maxOutput?: number;
  /** What it costs, where the list of prices knows it. */
  readonly price?: ModelPrice;
  /** Whether it can call tools, where the server says so: an agent's model must. */
  readonly tools?: boolean;
}

/** US dollars for a million tokens; long requests can cost more. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Day of the list that says so, `YYYY-MM-DD`. */
  readonly date: string;
}

/** A server on this machine that runs models, and which it has. */
export interface LocalServer {
  /** Its id, see `PROVIDER_PLACES`. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly models: readonly KnownModel[];
}

/** Which models an endpoint offers; with it, whether its key works. */
export interface ListModelsParams {
  /** The part of a model's name before the slash. */
  readonly provider: string;
  readonly baseUrl?: string;
  /** Bound by the caller to the origin of the endpoint; never written anywhere. */
  readonly apiKey?: string;
}

export type ListModelsResult =
  | { readonly kind: 'models'; readonly models: readonly KnownModel[] }
  /** `refused`: the key is not accepted. */
  | { readonly kind: 'failed'; readonly refused: boolean; readonly message: string };

/** A provider that answers nobody without a key, and no key for it is set. */
export interface MissingKey {
  /** Its id, see `PROVIDER_PLACES`; it is asked at its own address. */
  readonly provider: string;
  readonly origin: string;
  /** Names of the called agents that ask it; none where the run's own model alone does. */
  readonly agents: readonly string[];
}
