import type { ReasoningLevel } from './reasoning.ts';

/** Options for opening a provider's model. */
export interface EndpointOptions {
  readonly modelId: string;
  /** An http(s) address. Its query is sent with every request. */
  readonly baseUrl: string;
  /** Sent only if given. The environment is never read. */
  readonly apiKey?: string;
  /** Absent: the provider's default. */
  readonly reasoning?: ReasoningLevel;
}
