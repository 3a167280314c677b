/** Where the language models of a provider are asked. */
export interface ProviderPlace {
  /** The part of a model's name before the slash. */
  readonly id: string;
  readonly title: string;
  /** Where its models are asked when no other address is given. */
  readonly baseUrl?: string;
  /** It answers nobody without a key. */
  readonly needsKey: boolean;
}
