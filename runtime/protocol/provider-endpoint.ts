/** The endpoint of a provider of language models. */
export interface ProviderEndpoint {
  /** The part of a model's name before the slash. */
  readonly id: string;
  readonly title: string;
  /** The default address. */
  readonly baseUrl?: string;
  /** True if requests without a key are rejected. */
  readonly needsKey: boolean;
}
