import type { DebugProtocol } from '@vscode/debugprotocol';
import { defined } from '../../../skill/index.ts';
import type { SetBreakpoint } from '../breakpoints/breakpoints.ts';
import { completionsOf } from '../expressions/complete.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { parseExpression } from '../expressions/parse.ts';
import type { StepKind } from '../stepping.ts';
import type { ArgumentsOf, RequestName } from './arguments.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { AdapterContext, RequestResult } from './context.ts';
import { dataIdOf, stateKeyOf } from './data-id.ts';
import { firstStep, restartOf, stepBefore } from './earlier-step.ts';
import { findByPath, frameDocument } from './frame-documents.ts';
import { frameValues } from './frame-values.ts';
import { scopesOf } from './scopes.ts';
import { stackFrame } from './stack-frame.ts';
import type { NumberedFrame } from './stop-frames.ts';

type Handler<N extends RequestName> = (
  adapter: AdapterContext,
  args: ArgumentsOf<N>,
) => RequestResult | Promise<RequestResult>;

const NOTHING: RequestResult = {};
const IS_FIRST = { problem: 'Continue the run instead: there is no earlier step.' };
const OUT_OF_DATE = { problem: 'The run has continued: this frame is out of date.' };
const NOT_STOPPED = { problem: 'Pause the run first: this is possible while it is stopped.' };

function describeBreakpoint({ id, line, problem }: SetBreakpoint, adapter: AdapterContext): DebugProtocol.Breakpoint {
  return defined({
    id,
    verified: problem === undefined,
    line: line === undefined ? undefined : adapter.format.fromLine(line),
    message: problem,
    reason: problem === undefined ? undefined : 'failed',
  });
}

function setBreakpoints(adapter: AdapterContext, set: readonly SetBreakpoint[]): RequestResult {
  return { body: { breakpoints: set.map((one) => describeBreakpoint(one, adapter)) } };
}

function documentOf(frame: NumberedFrame | undefined, { session }: AdapterContext): RequestResult {
  const document = frame === undefined ? undefined : frameDocument(frame, session);
  if (document === undefined) return { problem: 'The run has continued: this document is out of date.' };
  return { body: { content: document.content } };
}

function step(kind: StepKind): Handler<'next'> & Handler<'stepOut'> {
  return (adapter: AdapterContext, { threadId }): RequestResult =>
    adapter.session.continue(kind, threadId) ? {} : NOT_STOPPED;
}

/** Replies to each request. A handler changes nothing if it returns a problem. */
export const HANDLERS: { readonly [N in RequestName]: Handler<N> } = {
  initialize(adapter, client): RequestResult {
    adapter.initialize(client);
    return { body: capabilitiesOf(adapter.canGoBack) };
  },
  setBreakpoints(adapter, { source, breakpoints }): RequestResult {
    const lines = breakpoints.map((one) => ({ ...one, line: adapter.format.toLine(one.line) }));
    return setBreakpoints(adapter, adapter.breakpoints.setInFile(adapter.format.toPath(source.path), lines));
  },
  setFunctionBreakpoints: (adapter, { breakpoints }) =>
    setBreakpoints(adapter, adapter.breakpoints.setOnTools(breakpoints)),
  setExceptionBreakpoints(adapter, { filters }): RequestResult {
    const unknown = adapter.session.exceptions.select(filters);
    return {
      body: {
        breakpoints: filters.map(
          (filter): DebugProtocol.Breakpoint =>
            unknown.includes(filter)
              ? { verified: false, message: `There is no filter '${filter.slice(0, 64)}'.` }
              : { verified: true },
        ),
      },
    };
  },
  dataBreakpointInfo(adapter, { variablesReference, name }): RequestResult {
    const key = variablesReference === undefined ? undefined : adapter.variables.stateKey(variablesReference, name);
    const dataId = key === undefined ? undefined : dataIdOf(key);
    if (dataId === undefined)
      return { body: { dataId: null, description: 'Choose a key of the state that does not start with temp:.' } };
    return { body: { dataId, description: `state.${key}`, accessTypes: ['write'], canPersist: true } };
  },
  setDataBreakpoints(adapter, { breakpoints }): RequestResult {
    const keys = breakpoints.map((one) => ({ ...one, key: stateKeyOf(one) }));
    return setBreakpoints(adapter, adapter.breakpoints.setOnState(keys));
  },
  configurationDone(adapter): RequestResult {
    adapter.session.ready();
    return {};
  },
  threads(adapter): RequestResult {
    const { loops } = adapter.session.view;
    return {
      body: {
        threads: loops.filter((loop) => !loop.hasEnded).map(({ number, agent }) => ({ id: number, name: agent })),
      },
    };
  },
  stackTrace(adapter, { threadId, startFrame, levels }): RequestResult {
    const frames = adapter.frames.ofThread(threadId);
    if (typeof frames === 'string') return { problem: frames };
    const shown = frames.slice(startFrame, levels === 0 ? undefined : startFrame + levels);
    const stackFrames = shown.map((numbered) => stackFrame(adapter, numbered));
    return { body: { stackFrames, totalFrames: frames.length } };
  },
  // The document of a frame is referred to by the id of the frame.
  source: (adapter, { sourceReference }) => documentOf(adapter.frames.find(sourceReference), adapter),
  scopes(adapter, { frameId }): RequestResult {
    const found = adapter.frames.find(frameId);
    if (found === undefined) return OUT_OF_DATE;
    const scopes = scopesOf(adapter.session, found.loop, found.isCall).map((scope) =>
      defined<DebugProtocol.Scope>({
        name: scope.name,
        variablesReference: adapter.variables.scope(scope),
        expensive: false,
        presentationHint: scope.hint,
      }),
    );
    return { body: { scopes } };
  },
  variables(adapter, { variablesReference, start, count }): RequestResult {
    const variables = adapter.variables.children(variablesReference, start, count);
    return variables === undefined
      ? { problem: 'The run has continued: these variables are out of date.' }
      : { body: { variables } };
  },
  setVariable(adapter, { variablesReference, name, value }): RequestResult {
    const changed = adapter.variables.set(variablesReference, name, value);
    if (typeof changed === 'string') return { problem: changed };
    adapter.reportChange();
    return { body: changed };
  },
  setExpression(adapter, { expression, value, frameId }): RequestResult {
    const { current, view } = adapter.session;
    const frame = frameId === undefined ? undefined : adapter.frames.find(frameId);
    if (frameId !== undefined && frame === undefined) return OUT_OF_DATE;
    if (current !== undefined && frame !== undefined && frame.loop !== view.loopOf(current.position))
      return { problem: 'Select a frame of the agent that is stopped: only its values can be changed.' };
    const parsed = parseExpression(expression);
    if (parsed.kind === 'failed') return { problem: parsed.message };
    if (parsed.expression.kind !== 'path') return { problem: 'Only a path such as args.file_path can be changed.' };
    const changed = adapter.variables.assign(parsed.expression.keys, value);
    if (typeof changed === 'string') return { problem: changed };
    adapter.reportChange();
    return { body: changed };
  },
  evaluate(adapter, { expression, context, frameId }): RequestResult {
    if (context === 'repl' && adapter.questions.reply(expression))
      return { body: { result: 'Answered.', variablesReference: 0 } };
    if (adapter.session.current === undefined) return NOT_STOPPED;
    const frame = frameId === undefined ? undefined : adapter.frames.find(frameId);
    if (frameId !== undefined && frame === undefined) return OUT_OF_DATE;
    const parsed = parseExpression(expression);
    if (parsed.kind === 'failed') return { problem: parsed.message };
    const value = evaluate(parsed.expression, frameValues(adapter.session, frame?.loop));
    // A hover over a word that is not a value shows nothing.
    if (value === undefined && context === 'hover') return { problem: 'There is no such value.' };
    const isComplete = context === 'clipboard' || context === 'hover';
    const { value: result, ...described } = adapter.variables.describe(value, undefined, isComplete);
    return { body: { result, ...described } };
  },
  completions(adapter, { text, column, line, frameId }): RequestResult {
    const row = line === undefined ? text : (text.split('\n')[adapter.format.toLine(line) - 1] ?? '');
    const before = row.slice(0, Math.max(0, adapter.format.toColumn(column) - 1));
    const loop = frameId === undefined ? undefined : adapter.frames.find(frameId)?.loop;
    const targets = completionsOf(before, frameValues(adapter.session, loop)).map(({ name, replaces }) => ({
      label: name,
      type: 'property',
      length: replaces,
      start: adapter.format.fromColumn(before.length - replaces + 1),
    }));
    return { body: { targets } };
  },
  exceptionInfo(adapter): RequestResult {
    const cause = adapter.session.current?.cause;
    if (cause?.filter === undefined) return { problem: 'The run is not stopped at an exception.' };
    return { body: { exceptionId: cause.filter, description: cause.description, breakMode: 'always' } };
  },
  stepInTargets(adapter, { frameId }): RequestResult {
    const found = adapter.frames.find(frameId);
    if (found === undefined) return OUT_OF_DATE;
    const targets = found.loop.requested.map(({ tool }, index) => ({ id: index, label: `${index + 1}: ${tool}` }));
    return { body: { targets } };
  },
  continue(adapter): RequestResult {
    return adapter.session.continue('continue') ? { body: { allThreadsContinued: true } } : NOT_STOPPED;
  },
  next: step('next'),
  stepOut: step('out'),
  stepIn(adapter, { threadId, targetId }): RequestResult {
    const { current, view } = adapter.session;
    if (current === undefined) return NOT_STOPPED;
    // The targets are those of a frame, which may be one of an agent that is not stopped itself.
    const loop = view.loops.find(({ number }) => number === threadId);
    const call = targetId === undefined ? undefined : loop?.requested[targetId];
    if (targetId !== undefined && call === undefined) return { problem: `There is no call ${targetId} to step into.` };
    adapter.session.continue('in', threadId, call?.id);
    return {};
  },
  stepBack(adapter): RequestResult | Promise<RequestResult> {
    const { current, view } = adapter.session;
    if (current === undefined) return NOT_STOPPED;
    const at = stepBefore(current.position, view);
    return at === undefined ? IS_FIRST : adapter.goBack(at, 'step');
  },
  // To the start, past all breakpoints: their conditions refer to values of the moment.
  reverseContinue(adapter): RequestResult | Promise<RequestResult> {
    const { current, view } = adapter.session;
    if (current === undefined) return NOT_STOPPED;
    const at = firstStep(view);
    return at === undefined ? IS_FIRST : adapter.goBack(at, 'step');
  },
  restartFrame(adapter, { frameId }): RequestResult | Promise<RequestResult> {
    const found = adapter.frames.find(frameId);
    if (found === undefined) return OUT_OF_DATE;
    const at = restartOf(found.frame.seq, adapter.session.view);
    return at === undefined
      ? { problem: 'Continue the run instead: this step has not started.' }
      : adapter.goBack(at, 'restart');
  },
  pause(adapter): RequestResult {
    if (adapter.reports.isOver) return { problem: 'Start another run: this one has ended.' };
    adapter.session.pause();
    return {};
  },
  // The extension refers to it by its path.
  'skillwright/document': (adapter, { path }) => documentOf(findByPath(path, adapter.frames, adapter.session), adapter),
  // The row of the timeline that a frame stands for.
  'skillwright/frame'(adapter, { frameId }): RequestResult {
    const seq = adapter.frames.find(frameId)?.frame.seq;
    return { body: seq === undefined ? {} : { seq } };
  },
  // The frame that a row of the timeline stands for.
  'skillwright/frameOf'(adapter, { run, seq }): RequestResult {
    const { started } = adapter.session.view;
    const found = started?.run === run ? adapter.frames.ofEvent(seq) : undefined;
    return { body: found === undefined ? {} : { frameId: found.id, threadId: found.thread, frames: found.ids } };
  },
  // A client shows another thread only when it stops.
  'skillwright/showThread'(adapter, { threadId }): RequestResult {
    const { current, view } = adapter.session;
    if (current === undefined || !view.loops.some(({ number }) => number === threadId)) return NOT_STOPPED;
    adapter.reports.stopped(current, threadId, undefined);
    return NOTHING;
  },
  // Tells whether the debugger of a script was started.
  'skillwright/script'(adapter, { script, isStarted }): RequestResult {
    const isKnown = adapter.scripts.settle(script, isStarted);
    return isKnown ? NOTHING : { problem: `There is no script ${script} that waits.` };
  },
  terminate(adapter): RequestResult {
    adapter.cancel();
    return {};
  },
  disconnect: () => ({}),
};
