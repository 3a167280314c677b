import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import { KEEP_ALIVE } from '../../models/providers/keep-alive.ts';
import { linkSignal, sleep, untilAborted } from '../interfaces/abort.ts';
import { type IdleTimer, idleTimer } from './idle-timer.ts';
import type { ModelLimits } from './limits.ts';
import type { AttemptResult, ModelReply, PartialReply } from './model-reply.ts';
import { decideRetry, describeInterruption, keyNeeded } from './model-retry.ts';
import { StreamedAnswer } from './streamed-answer.ts';

/** Options for `callModel`. */
export interface ModelCallOptions {
  readonly model: LanguageModelV4;
  readonly request: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>;
  readonly limits: ModelLimits;
  readonly signal: AbortSignal;
  /** Called before each wait for another attempt. */
  readonly onRetry: (message: string) => void;
}

const CALL_ENDED = 'the call has ended';
const NO_REPLY: PartialReply = { text: '', reasoning: '', usage: {} };

/**
 * Makes one model call. The stream is read to its end before anything is returned, so that no tool runs before the
 * provider's `finish`. A rejected request is retried, also if the rejection is the first event of the stream; a stream that
 * broke off later is not. Never throws.
 */
export async function callModel(options: ModelCallOptions): Promise<ModelReply> {
  const { limits, signal } = options;
  for (let attempt = 1; ; attempt++) {
    // Without a gate the request is sent immediately, not only after other work.
    const entry = limits.gate === undefined ? undefined : await limits.gate.enter(signal);
    if (entry?.kind === 'cancelled') return entry;
    if (entry?.kind === 'refused') return { kind: 'failed', message: entry.message, ...NO_REPLY };
    const result = await attemptCall(options);
    if (signal.aborted || result.kind !== 'rejected') {
      entry?.leave({ kind: result.kind === 'reply' ? 'answered' : 'ended' });
      return signal.aborted || result.kind === 'rejected' ? { kind: 'cancelled' } : result;
    }
    const decision = decideRetry(result.error, attempt, limits);
    const { pauseMs } = decision;
    entry?.leave(pauseMs === undefined ? { kind: 'ended' } : { kind: 'limited', pauseMs });
    if (decision.kind === 'give-up') {
      const needsKey = keyNeeded(result.error);
      return defined({ kind: 'failed', message: decision.message, needsKey, ...NO_REPLY });
    }
    const seconds = (decision.ms / 1000).toFixed(1);
    options.onRetry(`${decision.reason}. Attempt ${attempt + 1} of ${decision.attempts} in ${seconds} s.`);
    if (!(await sleep(decision.ms, signal))) return { kind: 'cancelled' };
  }
}

async function attemptCall({ model, request, limits, signal }: ModelCallOptions): Promise<AttemptResult> {
  // A separate signal, so that aborting the call (idle, response too long) closes its connection, too.
  const call = linkSignal(signal);
  const idle = idleTimer(limits.idleMs, call);
  let complete = false;
  try {
    const opened = await untilAborted(
      () => model.doStream({ ...request, abortSignal: call.signal, includeRawChunks: false }),
      call.signal,
    );
    if (signal.aborted) return { kind: 'cancelled' };
    if (idle.fired()) return { kind: 'failed', message: idle.message, ...NO_REPLY };
    if (opened.kind === 'threw') return { kind: 'rejected', error: opened.error };
    if (opened.kind === 'aborted') return { kind: 'cancelled' };
    const reply = await readStream(opened.value.stream, limits, call.signal, idle);
    complete = reply.kind === 'reply';
    return reply;
  } finally {
    idle.stop();
    call.detach();
    // With an explicit reason: creating the default one, an exception with its stack, would be the most expensive part of a
    // call.
    if (!complete) call.abort(CALL_ENDED);
  }
}

async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  limits: ModelLimits,
  signal: AbortSignal,
  idle: IdleTimer,
): Promise<AttemptResult> {
  const answer = new StreamedAnswer(limits.maxCharacters);
  const reader = stream.getReader();
  const fail = (message: string): ModelReply => {
    reader.cancel().catch(() => undefined);
    return { kind: 'failed', message, ...answer.partial() };
  };
  // Awaited once for the entire stream, not for each part.
  const read = await untilAborted(() => readParts(reader, answer, signal, idle), signal);
  if (idle.fired()) return fail(idle.message);
  if (read.kind === 'aborted') {
    reader.cancel().catch(() => undefined);
    return { kind: 'cancelled' };
  }
  if (read.kind === 'threw') return fail(describeInterruption(read.error));
  if (answer.excess !== undefined) return fail(answer.excess);
  return answer.end();
}

/** Reads the stream to its end, or until the response exceeds its size limit. */
async function readParts(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  answer: StreamedAnswer,
  signal: AbortSignal,
  idle: IdleTimer,
): Promise<void> {
  while (true) {
    const { done, value } = await reader.read();
    // After an abort the caller has stopped waiting.
    if (done || signal.aborted) return;
    const { received } = answer;
    answer.add(value);
    // A stream of empty parts must time out like a silent one.
    if (answer.received > received || value === KEEP_ALIVE) idle.touch();
    if (answer.excess !== undefined) return;
  }
}
