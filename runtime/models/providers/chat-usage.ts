import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';

/** Token usage as chat completions report it. */
interface ChatUsage {
  readonly prompt_tokens?: number | null | undefined;
  readonly completion_tokens?: number | null | undefined;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null | undefined } | null | undefined;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null | undefined } | null | undefined;
}

/** Converts usage to the provider interface. Missing figures stay undefined; the provider's package would report zero. */
export function chatUsage(usage: ChatUsage | null | undefined): LanguageModelV4Usage {
  const cacheRead = usage?.prompt_tokens_details?.cached_tokens ?? undefined;
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens ?? undefined;
  return defined({
    inputTokens: { total: usage?.prompt_tokens ?? undefined, noCache: undefined, cacheRead, cacheWrite: undefined },
    outputTokens: { total: usage?.completion_tokens ?? undefined, text: undefined, reasoning },
    // Holds anything else that the endpoint reports, such as the cost.
    raw: usage ? ({ ...usage } as NonNullable<LanguageModelV4Usage['raw']>) : undefined,
  });
}
