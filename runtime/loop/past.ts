import type {
  GuardEvent,
  JsonObject,
  LlmRequest,
  LlmResponse,
  PauseEvent,
  RunEvent,
  ToolCallRequest,
} from '../protocol/events.ts';
import { isDeeper, MOST_LEVELS, TOO_DEEP } from '../protocol/levels.ts';
import { wholeText } from '../protocol/whole.ts';
import type { History, PastQuestion } from './history.ts';
import type { ReadCall } from './read-call.ts';

/** Where a loop stands that an earlier process began. */
export interface Past {
  /** Model calls of this loop alone. */
  readonly iterations: number;
  readonly text: string;
  /** The loop had said its last word. */
  readonly said?: LlmResponse;
  /** That word was the closing round's. */
  readonly closed: boolean;
  /** A guard had stopped the loop; the closing round is still to come. */
  readonly stopped: boolean;
  /** The last step: how many calls it has, those without a result, and the results that are there. */
  readonly step?: {
    readonly request: LlmRequest;
    readonly calls: number;
    readonly open: readonly ReadCall[];
    readonly results: readonly RunEvent[];
  };
}

/** Reads off the events of a loop where it stands. */
export function pastOf(history: History): Past {
  const { own } = history;
  const requests = own.filter((event) => event.type === 'llm_request');
  const request = requests.at(-1);
  const after = request === undefined ? [] : own.filter((event) => event.seq > request.seq);
  const response = after.find((event) => event.type === 'llm_response');
  const closing = request?.closing === true;
  const failed = response?.error !== undefined || response?.finish === 'error';
  const answered = response !== undefined && (!failed || response.synthetic === true);
  const texts = own.filter((event) => event.type === 'llm_response').map((event) => wholeText(event.text));
  const asks = answered && response.toolCalls.length > 0 && !closing;
  const rule = (event: RunEvent): boolean =>
    event.type === 'guard' && event.verdict === 'stop' && !isCap(event) && event.seq > (request?.seq ?? 0);
  return {
    iterations: requests.filter((one) => one.closing !== true).length,
    text: texts.filter((text) => text !== '').at(-1) ?? '',
    ...(answered && !asks ? { said: response } : {}),
    closed: closing && answered,
    stopped: (closing && !answered) || own.some(rule),
    ...(asks && request !== undefined ? { step: openStep(history, request, response) } : {}),
  };
}

/** A cap is found again by counting; the guards' own stops are not. */
function isCap(event: GuardEvent): boolean {
  return ['max_llm_calls', 'max_tokens', 'max_cost', 'iteration_cap'].includes(event.rule);
}

function openStep(history: History, request: LlmRequest, response: LlmResponse): NonNullable<Past['step']> {
  const after = history.own.filter((event) => event.seq > response.seq);
  const results = after.filter((event) => event.type === 'tool_result');
  const done = new Set(results.map((event) => event.id));
  const open = response.toolCalls.filter((call) => !done.has(call.id));
  const calls = response.toolCalls.length;
  return { request, calls, results, open: open.map((call) => openCall(call, after, calls)) };
}

function openCall(call: ToolCallRequest, events: readonly RunEvent[], calls: number): ReadCall {
  const { id, tool } = call;
  const args: ReadCall['args'] =
    typeof call.args !== 'object' || call.args === null || Array.isArray(call.args)
      ? { kind: 'broken', raw: String(call.args) }
      : isDeeper(call.args, MOST_LEVELS)
        ? { kind: 'broken', raw: TOO_DEEP }
        : { kind: 'object', value: call.args as JsonObject };
  const seq = events.find((event) => event.type === 'tool_call' && event.id === id)?.seq;
  if (seq === undefined) return { id, tool, args };
  const own = events.filter((event) => event.parent === seq);
  const questions = questionsIn(own);
  const lastAnswer = own.filter((event) => event.type === 'answer').at(-1)?.seq ?? 0;
  const started = own.some((event) => event.type === 'tool_started' && event.seq > lastAnswer);
  const waits = questions.some((question) => question.answer === undefined);
  // Alone in its step and never asked about, its `tool_call` is all that is written before it begins.
  const begun = waits ? 'no' : started ? 'yes' : calls === 1 && questions.length === 0 ? 'unless-it-asks' : 'no';
  return { id, tool, args, past: { seq, questions, begun } };
}

/** Pauses with their answers. The first answer counts. */
export function questionsIn(events: readonly RunEvent[]): readonly PastQuestion[] {
  const pauses = events.filter((event): event is PauseEvent => event.type === 'pause');
  return pauses.map((pause) => {
    const answer = events.find((event) => event.type === 'answer' && event.id === pause.id);
    return { pause, answer: answer?.type === 'answer' ? answer.answer : undefined };
  });
}
