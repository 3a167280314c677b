import type { LanguageModelV4Usage } from '@ai-sdk/provider';

/** Usage as chat completions report it. */
interface ChatUsage {
  readonly prompt_tokens?: number | null | undefined;
  readonly completion_tokens?: number | null | undefined;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null | undefined } | null | undefined;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null | undefined } | null | undefined;
}

/** In the provider interface's names. What was not reported is unknown; the provider's package would make it zero. */
export function chatUsage(usage: ChatUsage | null | undefined): LanguageModelV4Usage {
  const cacheRead = usage?.prompt_tokens_details?.cached_tokens ?? undefined;
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens ?? undefined;
  return {
    inputTokens: { total: usage?.prompt_tokens ?? undefined, noCache: undefined, cacheRead, cacheWrite: undefined },
    outputTokens: { total: usage?.completion_tokens ?? undefined, text: undefined, reasoning },
    // What else an endpoint reports stands there: a cost.
    ...(usage ? { raw: { ...usage } as NonNullable<LanguageModelV4Usage['raw']> } : {}),
  };
}
