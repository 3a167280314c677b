import { z } from 'zod';
import { isDeeperThan, MAX_LEVELS } from '../../text/json-depth.ts';

/** The problem of arguments that are nested so deeply that checking them would exhaust the stack. */
export const TOO_DEEP = `Use at most ${MAX_LEVELS} levels of nesting.`;

const line = z.int().min(0).max(10_000_000);
const id = z.int().min(0);
const text = z.string().max(1_000_000);
const conditions = { condition: text.optional(), hitCondition: text.optional(), logMessage: text.optional() };
const thread = z.object({ threadId: id });

/** The arguments of the requests that the adapter handles. Unknown fields are ignored, as the protocol requires. */
export const ARGUMENTS = {
  initialize: z.object({
    linesStartAt1: z.boolean().default(true),
    columnsStartAt1: z.boolean().default(true),
    pathFormat: z.enum(['path', 'uri']).default('path'),
    supportsInvalidatedEvent: z.boolean().default(false),
    supportsStartDebuggingRequest: z.boolean().default(false),
  }),
  setBreakpoints: z.object({
    source: z.object({ path: text.min(1) }),
    breakpoints: z
      .array(z.object({ line, ...conditions }))
      .max(10_000)
      .default([]),
  }),
  setFunctionBreakpoints: z.object({ breakpoints: z.array(z.object({ name: text, ...conditions })).max(10_000) }),
  setExceptionBreakpoints: z.object({ filters: z.array(text).max(100) }),
  dataBreakpointInfo: z.object({ variablesReference: id.optional(), name: text }),
  setDataBreakpoints: z.object({
    breakpoints: z.array(z.object({ dataId: text, accessType: text.optional(), ...conditions })).max(10_000),
  }),
  configurationDone: z.object({}).optional(),
  threads: z.object({}).optional(),
  stackTrace: z.object({ threadId: id, startFrame: id.default(0), levels: id.default(0) }),
  source: z.object({ sourceReference: id }),
  scopes: z.object({ frameId: id }),
  variables: z.object({ variablesReference: id, start: id.default(0), count: id.default(0) }),
  setVariable: z.object({ variablesReference: id, name: text, value: text }),
  setExpression: z.object({ expression: text, value: text, frameId: id.optional() }),
  evaluate: z.object({ expression: text, context: text.optional(), frameId: id.optional() }),
  completions: z.object({ text, column: id, line: line.optional(), frameId: id.optional() }),
  exceptionInfo: thread,
  stepInTargets: z.object({ frameId: id }),
  continue: thread,
  next: thread,
  stepIn: z.object({ threadId: id, targetId: id.optional() }),
  stepOut: thread,
  stepBack: thread,
  reverseContinue: thread,
  restartFrame: z.object({ frameId: id }),
  pause: thread,
  'skillwright/document': z.object({ path: text }),
  'skillwright/frame': z.object({ frameId: id }),
  'skillwright/frameOf': z.object({ run: text, seq: id }),
  'skillwright/showThread': z.object({ threadId: id }),
  'skillwright/script': z.object({ script: id, isStarted: z.boolean() }),
  terminate: z.object({}).optional(),
  disconnect: z.object({ terminateDebuggee: z.boolean().optional() }).optional(),
} as const;

/** The name of a request, other than `launch`, that the adapter handles. */
export type RequestName = keyof typeof ARGUMENTS;

/** The parsed arguments of a request. */
export type ArgumentsOf<N extends RequestName> = z.output<(typeof ARGUMENTS)[N]>;

/** A thread of a run. */
interface NumberedThread {
  readonly number: number;
}

/**
 * Parses the arguments of a request, or returns a message that describes the first problem.
 * @param threads those that the arguments may refer to; any if there are none
 */
export function parseArguments<N extends RequestName>(
  name: N,
  value: unknown,
  threads: readonly NumberedThread[] = [],
): { readonly args: ArgumentsOf<N> } | string {
  if (isDeeperThan(value, MAX_LEVELS)) return TOO_DEEP;
  const parsed = ARGUMENTS[name].safeParse(value);
  if (!parsed.success) return describeIssue(parsed.error);
  const args = parsed.data as ArgumentsOf<N>;
  const thread = unknownThread(args, threads);
  return thread === undefined ? { args } : `There is no thread ${thread}.`;
}

/** Returns the thread of a request's arguments if it is none of these. Before the first thread, any is accepted. */
function unknownThread(args: object | undefined, threads: readonly NumberedThread[]): number | undefined {
  const thread = args !== undefined && 'threadId' in args ? args.threadId : undefined;
  if (typeof thread !== 'number' || threads.length === 0) return undefined;
  return threads.some(({ number }) => number === thread) ? undefined : thread;
}

/** Describes the first problem of invalid arguments. */
export function describeIssue({ issues }: z.ZodError): string {
  const [first] = issues;
  const path = first?.path.join('.') ?? '';
  return `Correct the arguments${path === '' ? '' : ` (${path})`}: ${first?.message ?? 'they are invalid'}.`.slice(
    0,
    160,
  );
}
