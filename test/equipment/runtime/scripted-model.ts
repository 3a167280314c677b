import { setTimeout } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { yieldToEventLoop } from '../../../runtime/loop/interfaces/abort.ts';

/** One answer of the scripted model: text, calls, or raw stream parts. */
export interface Line {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly parts?: readonly LanguageModelV4StreamPart[];
  /** Delay before each of `parts`, in milliseconds. */
  readonly pause?: number;
  /** The rejection of `doStream`. */
  readonly rejects?: unknown;
  /** The error of the stream, after all other content. */
  readonly throws?: unknown;
  /** A part to repeat forever after all other content, once per turn of the event loop. */
  readonly forever?: LanguageModelV4StreamPart;
  /** True to never answer, not even when aborted. */
  readonly hangs?: boolean;
}

/** Tool name, arguments (a string is sent unchanged), and optionally an id. */
export type ScriptedCall = readonly [tool: string, args: object | string, id?: string];

export interface ScriptedModel extends LanguageModelV4 {
  /** All requests so far. */
  readonly requests: LanguageModelV4CallOptions[];
}

const NO_USAGE: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** Creates a model that gives one line per request, repeating the last one forever, or the result of a function. */
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
      // Copied, because the prompt grows after the call.
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
