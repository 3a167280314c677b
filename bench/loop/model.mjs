/** An instant model with the provider interface of the AI SDK: `steps` tool calls, then a word. */
const usage = {
  inputTokens: { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: undefined, reasoning: undefined },
};

export function instantModel(steps) {
  let n = 0;
  const next = () => {
    n++;
    return n <= steps
      ? { type: 'tool-call', toolCallId: `c${n}`, toolName: 'look', input: JSON.stringify({ n }) }
      : { type: 'text', text: 'Done.' };
  };
  const finishReason = (part) => ({ unified: part.type === 'text' ? 'stop' : 'tool-calls', raw: undefined });
  async function* stream() {
    const part = next();
    yield { type: 'stream-start', warnings: [] };
    if (part.type === 'text') {
      yield { type: 'text-start', id: 't' };
      yield { type: 'text-delta', id: 't', delta: part.text };
      yield { type: 'text-end', id: 't' };
    } else yield part;
    yield { type: 'finish', usage, finishReason: finishReason(part) };
  }
  return {
    specificationVersion: 'v4',
    provider: 'instant',
    modelId: 'instant',
    supportedUrls: {},
    doStream: async () => ({ stream: ReadableStream.from(stream()) }),
    doGenerate: async () => {
      const part = next();
      return { content: [part], usage, finishReason: finishReason(part), warnings: [] };
    },
  };
}

export const SCHEMA = { type: 'object', properties: { n: { type: 'number' } } };
/** The result of the tool. */
export const answer = (n) => `This is entry ${n}.`;
