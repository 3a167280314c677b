import type { JSONObject, LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { defined } from '../../skill/index.ts';
import type { LlmResponse, ResponsePart, Usage } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';

/** Creates a model that returns the recorded responses, one per request. `onEnd` is called when there are no more. */
export function recordedModel(responses: readonly LlmResponse[], onEnd: () => void): LanguageModelV4 {
  let next = 0;
  return {
    specificationVersion: 'v4',
    provider: 'recorded',
    modelId: 'recorded',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('This model supports only streaming.')),
    doStream: async () => {
      const response = responses[next++];
      if (response === undefined) {
        onEnd();
        return new Promise<never>(() => undefined);
      }
      // A failure is recorded as its message. If that is thrown, the loop records the same message again.
      const failed = response.synthetic !== true || response.error !== undefined;
      if (response.finish === 'error' && failed) throw new Error(response.error);
      return { stream: ReadableStream.from(partsOf(response)) };
    },
  };
}

function partsOf(response: LlmResponse): readonly LanguageModelV4StreamPart[] {
  const { toolCalls, usage, finish, synthetic, error } = response;
  const text = inlineText(response.text);
  const reasoning = inlineText(response.reasoning ?? '');
  const parts: LanguageModelV4StreamPart[] = [];
  const call = (id: string, metadata: object): void => {
    const found = toolCalls.find((one) => one.id === id);
    if (found === undefined) return;
    const input = typeof found.args === 'string' ? found.args : JSON.stringify(found.args);
    parts.push({ type: 'tool-call', toolCallId: id, toolName: found.tool, input, ...metadata });
  };
  const content: readonly ResponsePart[] | undefined = Array.isArray(response.content) ? response.content : undefined;
  if (content !== undefined) {
    content.forEach((part, index) => {
      const metadata = part.metadata === undefined ? {} : { providerMetadata: part.metadata };
      if (part.type === 'call') call(part.id, metadata);
      else {
        // The start part carries the metadata: a part without text has no delta.
        parts.push({ type: `${part.type}-start`, id: `${index}`, ...metadata } as LanguageModelV4StreamPart);
        if (part.text !== '') parts.push({ type: `${part.type}-delta`, id: `${index}`, delta: part.text });
      }
    });
  } else {
    if (reasoning !== '') parts.push({ type: 'reasoning-delta', id: 'r', delta: reasoning });
    // A synthetic text replaced an empty response.
    if (text !== '' && synthetic !== true) parts.push({ type: 'text-delta', id: 't', delta: text });
    for (const { id } of toolCalls) call(id, {});
  }
  const unified = finish === 'error' && error === undefined ? 'stop' : finish;
  const { costUsd, costSource = 'estimated', priceDate, contextWindow } = usage;
  const skillwright: JSONObject = defined({
    costUsd,
    costSource: costUsd === undefined ? undefined : costSource,
    priceDate,
    contextWindow,
  });
  const isKnown = (costUsd ?? contextWindow) !== undefined;
  parts.push(
    defined({
      type: 'finish',
      usage: usageOf(usage),
      finishReason: { unified: unified as 'stop', raw: undefined },
      providerMetadata: isKnown ? { skillwright } : undefined,
    }),
  );
  return parts;
}

function usageOf(usage: Usage): LanguageModelV4Usage {
  return defined({
    inputTokens: {
      total: usage.inputTokens,
      noCache: undefined,
      cacheRead: usage.cacheReadTokens,
      cacheWrite: usage.cacheWriteTokens,
    },
    outputTokens: { total: usage.outputTokens, text: undefined, reasoning: usage.reasoningTokens },
    raw: usage.estimated === true ? { estimated: true } : undefined,
  });
}
