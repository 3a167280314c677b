import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import type { Action } from './simulated-action.ts';
import { readPrompt, tokensIn } from './simulated-memory.ts';
import { SIMULATED_MODES, type SimulatedMode } from './simulated-modes.ts';
import { decide } from './simulated-policy.ts';

export interface SimulatedOptions {
  readonly mode: SimulatedMode;
  /** The seed of its habits; absent: it follows everything from top to bottom. */
  readonly seed?: number;
  /** Minimum and maximum delay before each answer, in milliseconds; [0, 0] for batches. */
  readonly delayMs: readonly [number, number];
}

/**
 * Creates a simulated model, which needs no key and no network. It reads its skill and requests what a weak model would
 * request. It sees only the messages of the prompt and gives the same reply to the same messages.
 */
export function simulatedModel(options: SimulatedOptions): LanguageModelV4 {
  async function* parts(call: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
    yield { type: 'stream-start', warnings: [] };
    const { usage, action, number } = think(options, call);
    const [low, high] = options.delayMs;
    // Derived from the number of the call instead of chance, so that runs are reproducible.
    if (high > 0) await wait(low + ((number * 97) % (high - low + 1)), undefined, { ref: true, ...signalOf(call) });
    if (action.kind === 'answer') {
      yield { type: 'text-start', id: 'text' };
      for (const line of action.text.split(/(?<=\n)/)) yield { type: 'text-delta', id: 'text', delta: line };
      yield { type: 'text-end', id: 'text' };
    } else {
      yield {
        type: 'tool-call',
        toolCallId: `sim-${number}`,
        toolName: action.tool,
        input: JSON.stringify(action.args),
      };
    }
    yield { type: 'finish', usage, finishReason: { unified: finishOf(action), raw: undefined } };
  }

  return {
    specificationVersion: 'v4',
    provider: 'simulated',
    modelId: simulatedId(options),
    supportedUrls: {},
    doStream: async (call) => ({ stream: ReadableStream.from(parts(call)) }),
    doGenerate: async (call) => {
      const { usage, action, number } = think(options, call);
      const content: LanguageModelV4Content =
        action.kind === 'answer'
          ? { type: 'text', text: action.text }
          : {
              type: 'tool-call',
              toolCallId: `sim-${number}`,
              toolName: action.tool,
              input: JSON.stringify(action.args),
            };
      const finishReason = { unified: finishOf(action), raw: undefined };
      return { content: [content], finishReason, usage, warnings: [] } satisfies LanguageModelV4GenerateResult;
    },
  };
}

/** Returns `weak`, or `weak:7` with a seed. */
export function simulatedId({ mode, seed }: Pick<SimulatedOptions, 'mode' | 'seed'>): string {
  return seed === undefined ? mode : `${mode}:${seed}`;
}

/** Parses a simulated model's id; undefined if it is invalid. */
export function readSimulatedId(id: string): Pick<SimulatedOptions, 'mode' | 'seed'> | undefined {
  const [, name, seed] = /^([a-z-]*)(?::(\d{1,9}))?$/.exec(id) ?? [];
  const mode = SIMULATED_MODES.find((one) => one === (name === '' ? 'weak' : name));
  return mode && defined({ mode, seed: seed === undefined ? undefined : Number(seed) });
}

function think({ mode, seed }: SimulatedOptions, call: LanguageModelV4CallOptions) {
  const memory = readPrompt(call.prompt, call.tools ?? []);
  const decided = decide(mode, memory, seed);
  const fullName = `${memory.prefix}${decided.kind === 'call' ? decided.tool : ''}`;
  const isPrefixed = decided.kind === 'call' && (call.tools ?? []).some((tool) => tool.name === fullName);
  const action: Action = isPrefixed ? { ...decided, tool: fullName } : decided;
  const output = action.kind === 'answer' ? action.text : `${action.tool} ${JSON.stringify(action.args)}`;
  return { action, usage: estimatedUsage(memory.tokens, tokensIn(output)), number: memory.answers + 1 };
}

function finishOf(action: Action): 'stop' | 'tool-calls' {
  return action.kind === 'answer' ? 'stop' : 'tool-calls';
}

function signalOf(call: LanguageModelV4CallOptions): { signal?: AbortSignal } {
  return call.abortSignal === undefined ? {} : { signal: call.abortSignal };
}

/** `raw.estimated` marks the figures as estimates. */
function estimatedUsage(total: number, text: number): LanguageModelV4Usage {
  return {
    inputTokens: { total, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: text, text: undefined, reasoning: undefined },
    raw: { estimated: true },
  };
}
