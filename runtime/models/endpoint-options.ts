import type { ReasoningLevel } from './reasoning.ts';

/** What a provider's model is opened with. */
export interface EndpointOptions {
  readonly modelId: string;
  /** An http(s) address; a query in it is sent with every request. */
  readonly baseUrl: string;
  /** Sent only where it is given; nothing is read from the environment. */
  readonly apiKey?: string;
  /** Absent: as the provider has it. */
  readonly reasoning?: ReasoningLevel;
}
