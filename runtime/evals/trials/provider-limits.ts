import type { CallOutcome } from '../../loop/model-call/call-gate.ts';

/** The limits on the calls to a provider. */
export interface ProviderRate {
  /** Maximum number of simultaneous calls; absent for no limit. */
  readonly concurrent?: number;
  /** Maximum number of calls that start within a minute; absent for no limit. */
  readonly perMinute?: number;
}

/** The reply to a call that wants to start. */
export type Admission =
  | { readonly kind: 'admitted' }
  /** Ask again after this time, in milliseconds. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** The provider limited its calls too many times in a row: end the eval. */
  | { readonly kind: 'refused'; readonly message: string };

/**
 * The state of calls to providers that all trials share: the limits, and the pause after a provider refused a call. In memory
 * for one process, elsewhere for several.
 */
export interface ProviderLimits {
  /**
   * Admits a call to a provider, or tells it to wait. An admitted call must be ended.
   * @param provider the first part of a model's name, such as `anthropic`
   */
  admit(provider: string): Promise<Admission>;
  /** Ends an admitted call. After the outcome `limited` no call to the provider is admitted until the pause is over. */
  end(provider: string, outcome: CallOutcome): Promise<void>;
  /** Returns what to do if the calls to a provider were given up; undefined if they were not. */
  refusal(provider: string): Promise<string | undefined>;
}

/**
 * Number of refusals in a row, each after the pause that the one before it asked for, until a provider's calls are given up.
 * Refusals during a pause are those of calls that started before it, and do not count.
 */
export const MAX_REFUSALS = 8;

/** Describes a provider whose calls are given up. */
export function refusalMessage(provider: string): string {
  return `Try again later, or lower --requests-per-minute: ${provider} limited its calls ${MAX_REFUSALS} times in a row. Completed trials are kept.`;
}
