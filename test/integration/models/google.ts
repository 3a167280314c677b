import { type Format, objectsWith, splitInHalf, sse, TOKENS, valuesOf } from './format.ts';

/** Google's Gemini API. Its arguments are objects, so there is no invalid JSON. */
export const google: Format = {
  provider: 'google',
  model: 'gemini-2.5-flash',
  closing: 1,
  lacks: { brokenArguments: true },
  path: /^\/v1\/models\/gemini-2\.5-flash:streamGenerateContent\?alt=sse$/,
  key: ['x-goog-api-key', (key) => key],
  frames: ({ reasoning, text, calls = [], end }, n) => {
    const signed = reasoning === undefined ? {} : { thoughtSignature: reasoning.signature };
    const parts: object[] = [
      ...(reasoning === undefined ? [] : splitInHalf(reasoning.text).map((half) => ({ text: half, thought: true }))),
      ...(text === undefined ? [] : splitInHalf(text).map((half) => ({ text: half }))),
      // With parallel calls, only the first has the signature.
      ...calls.map(([name, args], index) => ({ functionCall: { name, args }, ...(index === 0 ? signed : undefined) })),
    ];
    const usageMetadata = {
      promptTokenCount: TOKENS.input,
      cachedContentTokenCount: TOKENS.cached,
      candidatesTokenCount: TOKENS.output - TOKENS.reasoning,
      thoughtsTokenCount: TOKENS.reasoning,
      totalTokenCount: TOKENS.input + TOKENS.output,
    };
    const chunk = (more: object, content: readonly object[]): string =>
      sse({
        candidates: [{ content: { role: 'model', parts: content }, index: 0, ...more }],
        usageMetadata,
        modelVersion: 'm',
        responseId: `r${n}`,
      });
    const finishReason = end === 'length' ? 'MAX_TOKENS' : end === 'refused' ? 'SAFETY' : 'STOP';
    return [...parts.map((part) => chunk({}, [part])), chunk({ finishReason }, [{ text: '' }])];
  },
  tooLong: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
    },
  },
  broken: sse({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
  parseRequest: (body) => {
    const { contents, systemInstruction } = body as Record<'contents' | 'systemInstruction', unknown>;
    return {
      tools: objectsWith(body, 'functionDeclarations')
        .flatMap(({ functionDeclarations }) => functionDeclarations as { name: string }[])
        .map(({ name }) => name),
      system: JSON.stringify(systemInstruction),
      calls: valuesOf(contents, 'functionCall').map((call) => (call as { name: string }).name),
      results: valuesOf(contents, 'functionResponse').map((call) => (call as { name: string }).name),
      files: valuesOf(contents, 'mimeType').map(String),
      signatures: valuesOf(contents, 'thoughtSignature').map(String),
    };
  },
};
