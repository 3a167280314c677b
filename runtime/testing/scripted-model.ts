import { setTimeout } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { yieldToEventLoop } from '../loop/abort.ts';

/** What the scripted model says in one answer: text, calls, or raw stream parts. */
export interface Line {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly parts?: readonly LanguageModelV4StreamPart[];
  /** Milliseconds before each of `parts`. */
  readonly pause?: number;
  /** `doStream` rejects with it. */
  readonly rejects?: unknown;
  /** Reading the stream throws it, after what else there is. */
  readonly throws?: unknown;
  /** After all else, this part for ever, one each turn of the event loop. */
  readonly forever?: LanguageModelV4StreamPart;
  /** Never answers, not even when it is aborted. */
  readonly hangs?: boolean;
}

/** Tool, arguments (a string is sent as it is), and an id where it matters. */
export type ScriptedCall = readonly [tool: string, args: object | string, id?: string];

export interface ScriptedModel extends LanguageModelV4 {
  /** Every request so far. */
  readonly requests: LanguageModelV4CallOptions[];
}

const NO_USAGE: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** A model that says the given lines, one for each request, the last one for ever; or what a function makes of the request. */
export function scriptedModel(
  lines: readonly Line[] | ((request: LanguageModelV4CallOptions, number: number) => Line),
): ScriptedModel {
  const requests: LanguageModelV4CallOptions[] = [];
  let calls = 0;
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    requests,
    doGenerate: () => Promise.reject(new Error('only streams')),
    doStream: async (request) => {
      // The prompt grows after the call: what was sent is kept as it was.
      requests.push({ ...request, prompt: [...request.prompt] });
      const number = requests.length;
      const line = typeof lines === 'function' ? lines(request, number) : (lines[number - 1] ?? lines.at(-1) ?? {});
      if (line.hangs) return new Promise<never>(() => undefined);
      if (line.rejects !== undefined) throw line.rejects;
      return { stream: ReadableStream.from(partsOf(line, () => `call-${++calls}`)) };
    },
  };
}

async function* partsOf(line: Line, newId: () => string): AsyncGenerator<LanguageModelV4StreamPart> {
  if (line.parts !== undefined)
    for (const part of line.parts) {
      if (line.pause !== undefined) await setTimeout(line.pause);
      yield part;
    }
  else {
    if (line.text !== undefined) yield { type: 'text-delta', id: 't', delta: line.text };
    for (const [toolName, args, id] of line.calls ?? []) {
      const input = typeof args === 'string' ? args : JSON.stringify(args);
      yield { type: 'tool-call', toolCallId: id ?? newId(), toolName, input };
    }
  }
  while (line.forever !== undefined) {
    await yieldToEventLoop();
    yield line.forever;
  }
  if (line.throws !== undefined) throw line.throws;
  const unified = line.calls?.length ? 'tool-calls' : 'stop';
  if (line.parts === undefined) yield { type: 'finish', usage: NO_USAGE, finishReason: { unified, raw: undefined } };
}

export const finish = (unified: 'stop' | 'length' | 'error' | 'content-filter'): LanguageModelV4StreamPart => ({
  type: 'finish',
  usage: NO_USAGE,
  finishReason: { unified, raw: undefined },
});
