/** The models to choose from, as sent to the extension. Types only. */

/** A model that a run can use. */
export interface KnownModel {
  /** `PROVIDER/ID`, as passed to a run. */
  readonly name: string;
  /** The provider's name for it. */
  readonly title?: string;
  /** Maximum number of tokens of a request, if known. A local model may be loaded with fewer. */
  readonly contextWindow?: number;
  /** Maximum number of tokens of a response, if known. */
  readonly maxOutput?: number;
  /** Its price, if the price list includes it. */
  readonly price?: ModelPrice;
  /** True if it can call tools, if the server reports that. An agent's model must be able to. */
  readonly tools?: boolean;
}

/** US dollars per million tokens. Long requests can cost more. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Date of the price list, `YYYY-MM-DD`. */
  readonly date: string;
}

/** A model server on this machine, with its models. */
export interface LocalServer {
  /** Its id, see `PROVIDER_ENDPOINTS`. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly models: readonly KnownModel[];
}

/** The parameters of a request for the models of an endpoint, which also tests its key. */
export interface ListModelsParams {
  /** The part of a model's name before the slash. */
  readonly provider: string;
  readonly baseUrl?: string;
  /** Bound by the caller to the origin of the endpoint; never written anywhere. */
  readonly apiKey?: string;
}

/** The models of an endpoint, or the reason why they are unknown. */
export type ListModelsResult =
  | { readonly kind: 'models'; readonly models: readonly KnownModel[] }
  /** `refused`: the key is not accepted. */
  | { readonly kind: 'failed'; readonly refused: boolean; readonly message: string };

/** A provider that requires a key, for which none is set. */
export interface MissingKey {
  /** Its id, see `PROVIDER_ENDPOINTS`; it is called at its default address. */
  readonly provider: string;
  readonly origin: string;
  /** Names of the called agents that use it; empty if only the run's own model does. */
  readonly agents: readonly string[];
}
