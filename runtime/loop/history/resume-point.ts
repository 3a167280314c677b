import { defined } from '../../../skill/index.ts';
import type {
  GuardEvent,
  Json,
  JsonObject,
  LlmRequest,
  LlmResponse,
  PauseEvent,
  RunEvent,
  ToolCallRequest,
} from '../../protocol/events.ts';
import { CAP_RULES } from '../../protocol/guards.ts';
import { inlineText } from '../../text/inline-text.ts';
import { isDeeperThan, MAX_LEVELS, TOO_DEEP } from '../../text/json-depth.ts';
import type { History, PastQuestion } from './history.ts';
import type { ParsedCall } from './parsed-call.ts';

/** The point at which an earlier process left a loop. */
export interface ResumePoint {
  /** Model calls of this loop alone. */
  readonly iterations: number;
  readonly text: string;
  /** The final response of the loop, if it has one. */
  readonly final?: LlmResponse;
  /** True if the final response is that of the closing round. */
  readonly closed: boolean;
  /** True if a guard stopped the loop and the closing round is still due. */
  readonly stopped: boolean;
  /** The last step: its number of calls, the calls without a result, and the results so far. */
  readonly step?: {
    readonly request: LlmRequest;
    readonly calls: number;
    readonly open: readonly ParsedCall[];
    readonly results: readonly RunEvent[];
  };
}

/** Determines from a loop's events where to resume it. */
export function resumePointOf(history: History): ResumePoint {
  const { ownEvents: own } = history;
  const requests = own.filter((event) => event.type === 'llm_request');
  const request = requests.at(-1);
  const after = request === undefined ? [] : own.filter((event) => event.seq > request.seq);
  const response = after.find((event) => event.type === 'llm_response');
  const closing = request?.closing === true;
  const failed = response?.error !== undefined || response?.finish === 'error';
  const answered = response !== undefined && (!failed || response.synthetic === true);
  const texts = own.filter((event) => event.type === 'llm_response').map((event) => inlineText(event.text));
  const calls = answered && response.toolCalls.length > 0 && !closing;
  const isPendingStop = (event: RunEvent): boolean =>
    event.type === 'guard' && event.verdict === 'stop' && !isCap(event) && event.seq > (request?.seq ?? 0);
  return defined({
    iterations: requests.filter((one) => one.closing !== true).length,
    text: texts.filter((text) => text !== '').at(-1) ?? '',
    final: answered && !calls ? response : undefined,
    closed: closing && answered,
    stopped: (closing && !answered) || own.some(isPendingStop),
    step: calls && request !== undefined ? openStep(history, request, response) : undefined,
  });
}

/** True for the stop of a cap: caps are found again by counting, whereas stops of guards must be read from the journal. */
function isCap(event: GuardEvent): boolean {
  return [...CAP_RULES, 'iteration_cap'].includes(event.rule);
}

function openStep(history: History, request: LlmRequest, response: LlmResponse): NonNullable<ResumePoint['step']> {
  const after = history.ownEvents.filter((event) => event.seq > response.seq);
  const results = after.filter((event) => event.type === 'tool_result');
  const done = new Set(results.map((event) => event.id));
  const open = response.toolCalls.filter((call) => !done.has(call.id));
  const calls = response.toolCalls.length;
  return { request, calls, results, open: open.map((call) => openCall(call, after, calls)) };
}

function argumentsOf(args: Json): ParsedCall['args'] {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return { kind: 'broken', raw: String(args) };
  return isDeeperThan(args, MAX_LEVELS)
    ? { kind: 'broken', raw: TOO_DEEP }
    : { kind: 'object', value: args as JsonObject };
}

function openCall(call: ToolCallRequest, events: readonly RunEvent[], calls: number): ParsedCall {
  const { id, tool } = call;
  const started = events.find((event) => event.type === 'tool_call' && event.id === id);
  if (started?.type !== 'tool_call') return { id, tool, args: argumentsOf(call.args) };
  const { seq } = started;
  // The user may have changed them.
  const args = argumentsOf(started.requested === undefined ? call.args : started.args);
  const own = events.filter((event) => event.parent === seq);
  const questions = questionsIn(own);
  const lastAnswer = own.filter((event) => event.type === 'answer').at(-1)?.seq ?? 0;
  const reported = own.some((event) => event.type === 'tool_started' && event.seq > lastAnswer);
  const waits = questions.some((question) => question.answer === undefined);
  // A call that is alone in its step and needs no approval is preceded by nothing but its `tool_call`.
  const hasStarted = waits ? 'no' : reported ? 'yes' : calls === 1 && questions.length === 0 ? 'unless-it-asks' : 'no';
  return { id, tool, args, past: { seq, questions, started: hasStarted } };
}

/** Pairs each pause with its first answer. */
export function questionsIn(events: readonly RunEvent[]): readonly PastQuestion[] {
  const pauses = events.filter((event): event is PauseEvent => event.type === 'pause');
  return pauses.map((pause) => {
    const answer = events.find((event) => event.type === 'answer' && event.id === pause.id);
    return { pause, answer: answer?.type === 'answer' ? answer.answer : undefined };
  });
}
