import { defined } from '../../skill/index.ts';
import {
  type CallBoundary,
  type CallEdit,
  type EditedResult,
  type EndBoundary,
  type LoopController,
  type ModelBoundary,
  type ModelEdit,
  type ResultBoundary,
  waitAt,
} from '../loop/interfaces/controller.ts';
import type { Host, Reply } from '../loop/interfaces/host.ts';
import type { ScriptDebugger } from '../loop/interfaces/script-debugger.ts';
import type { Json, PauseEvent, RunEvent } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';
import { Exceptions } from './exceptions.ts';
import { Gate } from './gate.ts';
import { describePosition, type Position, type StopCause } from './position.ts';
import { type LoopView, type OpenCall, RunView } from './run-view.ts';
import { type DebugStep, endsStep, type FirstStop, type StepKind } from './stepping.ts';
import { Stop } from './stop.ts';

/** Decides whether a position has a breakpoint. */
export interface BreakpointSource {
  /** Returns the breakpoint to stop at, if there is one. */
  at(position: Position, view: RunView): StopCause | undefined;
  /** Takes an event into account. */
  add(event: RunEvent): void;
}

/** Options for `Debugger`. */
export interface DebuggerOptions {
  /** Called when the run stops, and with undefined when it continues. */
  readonly onStop: (stop: Stop | undefined) => void;
  readonly breakpoints?: BreakpointSource;
  readonly exceptions?: Exceptions;
  /** The first stop of a run that continues from a step that the user went back to. */
  readonly firstStop?: FirstStop;
  /** Debugs the scripts that the user steps into. */
  readonly scripts?: Omit<ScriptDebugger, 'isWanted'>;
  /** True to stop only where the user pauses. */
  readonly isPassive?: boolean;
}

/**
 * Stops a run at breakpoints, exceptions and steps, and when the user pauses it. At most one position is stopped at a time:
 * calls that run in parallel wait at their own positions until the run continues.
 */
export class Debugger implements LoopController {
  readonly view = new RunView();
  readonly exceptions: Exceptions;
  /** True to stop before the first model call. */
  stopOnEntry = false;
  /** The last request of each loop. */
  readonly requests = new WeakMap<LoopView, ModelBoundary>();
  private readonly options: DebuggerOptions;
  private stopped: { readonly stop: Stop; readonly ended: Promise<void>; readonly end: () => void } | undefined;
  private step: DebugStep | undefined;
  private isPauseRequested = false;
  private hasEntered = false;
  private readonly begin = new Gate();
  /** Holds parallel loops until the loop of the first stop has arrived. */
  private readonly firstLoop = new Gate();
  private isDetached = false;
  /** The calls that have no result yet, by id. */
  private readonly calls = new Map<string, CallBoundary>();
  /** The ids of the calls that the user stepped into. */
  private readonly entered = new Set<string>();

  constructor(options: DebuggerOptions) {
    this.options = options;
    this.exceptions = options.exceptions ?? new Exceptions();
    if (options.firstStop === undefined) this.firstLoop.open();
  }

  /** False if the run does not stop anywhere for now, so that it need not ask. */
  get isActive(): boolean {
    if (this.isDetached) return false;
    return this.options.isPassive !== true || this.isPauseRequested || this.stopped !== undefined;
  }

  /** The stop that the run is in, if it is stopped. */
  get current(): Stop | undefined {
    return this.stopped?.stop;
  }

  /** Lets the run begin. Until then it waits at its first position. */
  ready(): void {
    this.begin.open();
  }

  /** Requests a stop at the next position. A run that is stopped stays where it is. */
  pause(): void {
    if (this.stopped === undefined) this.isPauseRequested = true;
    // The loop of the first stop may hang.
    this.firstLoop.open();
  }

  /**
   * Continues a stopped run. Returns false if it is not stopped.
   * @param thread the number of the loop to step in; by default the one that is stopped
   * @param target with `in`: the id of the call to stop at
   */
  continue(kind: StepKind, thread?: number, target?: string): boolean {
    const { stopped } = this;
    if (stopped === undefined) return false;
    const { position } = stopped.stop;
    const here = this.view.loopOf(position);
    const from = this.view.loops.find(({ number }) => number === thread) ?? here;
    const id = 'id' in position.boundary ? position.boundary.id : undefined;
    const isCall = from === here && target === undefined && position.at !== 'tool_result';
    const entered = kind === 'in' && isCall ? id : undefined;
    if (entered !== undefined) this.entered.add(entered);
    // Another loop waits for a call in which the stopped one runs, or runs on its own.
    const at = from === here ? position.at : 'tool_call';
    this.step = defined({
      kind,
      from,
      at,
      target,
      entered,
    });
    stopped.end();
    return true;
  }

  /** Lets the run continue to its end without any further stop. */
  detach(): void {
    this.isDetached = true;
    this.begin.open();
    this.firstLoop.open();
    this.stopped?.end();
  }

  /** Takes an event of the run into account. */
  add(event: RunEvent): void {
    this.view.add(event);
    this.exceptions.add(event);
    this.options.breakpoints?.add(event);
    if (event.type === 'run_finished') this.stopped?.end();
  }

  /** Returns the arguments of an open call in full: events have a reference to large ones. */
  argsOf({ id, args }: OpenCall): Json {
    return this.calls.get(id)?.args ?? args;
  }

  /** Sets a value of the state of a stopped run. Takes effect at the next step. */
  setState(key: string, value: Json): boolean {
    const boundary = this.current?.position.boundary;
    if (boundary === undefined) return false;
    const { state, scope, parent } = boundary;
    state.set(key, value);
    scope.emit({ type: 'state', delta: { [key]: value }, edited: true, parent });
    return true;
  }

  async beforeModelCall(boundary: ModelBoundary): Promise<ModelEdit | undefined> {
    const position = { at: 'model_call' as const, boundary };
    this.requests.set(this.view.loopOf(position), boundary);
    return (await this.arrive(position))?.modelEdit();
  }

  async beforeTool(boundary: CallBoundary): Promise<CallEdit | undefined> {
    const edit = (await this.arrive({ at: 'tool_call', boundary }))?.callEdit();
    const { id } = boundary;
    this.calls.set(id, edit?.args === undefined ? boundary : { ...boundary, args: edit.args });
    const { scripts } = this.options;
    if (scripts === undefined) return edit;
    // The user may step into the call later: at its question.
    const isWanted = (): boolean => this.entered.has(id) && !this.isDetached;
    return { ...edit, scriptDebugger: { ...scripts, isWanted } };
  }

  async afterTool(boundary: ResultBoundary): Promise<EditedResult | undefined> {
    const edit = (await this.arrive({ at: 'tool_result', boundary }))?.resultEdit();
    this.calls.delete(boundary.id);
    return edit;
  }

  async beforeEnd(boundary: EndBoundary): Promise<undefined> {
    await this.arrive({ at: 'end', boundary });
  }

  /** Creates a host that stops before it passes on a question, if the user wants to stop at approvals. */
  hostOf(host: Host): Host {
    return {
      get isInteractive() {
        return host.isInteractive;
      },
      preapproves: (kind) => host.preapproves(kind),
      answer: async (pause, signal): Promise<Reply> => {
        await waitAt(() => this.beforeQuestion(pause), signal);
        return host.answer(pause, signal);
      },
    };
  }

  /** Waits at a position. Returns the stop with its changes, if the run stopped there. */
  private async arrive(position: Position): Promise<Stop | undefined> {
    await this.begin.opened;
    const loop = this.view.loopOf(position);
    if (loop.root !== this.options.firstStop?.root) await this.firstLoop.opened;
    while (this.stopped !== undefined) await this.stopped.ended;
    // A position that waited during a stop in which the run was cancelled.
    if (this.isDetached || this.view.finished !== undefined) return undefined;
    const cause = this.causeAt(position, loop);
    const stop = cause === undefined ? undefined : this.stopAt(position, cause);
    // Only now, because the run is stopped here.
    this.firstLoop.open();
    return stop;
  }

  private causeAt(position: Position, loop: LoopView): StopCause | undefined {
    const { breakpoints } = this.options;
    const isFirst = !this.hasEntered;
    this.hasEntered = true;
    // Both are always evaluated: breakpoints count their hits, and exceptions occur once.
    const exception = this.exceptions.at(position);
    const breakpoint = breakpoints?.at(position, this.view);
    const description = `${describePosition(position)}.`;
    const { firstStop } = this.options;
    if (isFirst && firstStop !== undefined) return { reason: firstStop.reason, description };
    if (breakpoint !== undefined || exception !== undefined) return breakpoint ?? exception;
    if (isFirst && this.stopOnEntry) return { reason: 'entry', description };
    if (this.isPauseRequested) return { reason: 'pause', description };
    if (this.step !== undefined && endsStep(this.step, position, loop)) return { reason: 'step', description };
    return undefined;
  }

  private async stopAt(position: Position, cause: StopCause): Promise<Stop> {
    const stop = new Stop(position, cause);
    this.isPauseRequested = false;
    this.step = undefined;
    const { scope, parent } = position.boundary;
    await this.hold(stop);
    // The run was cancelled during the stop.
    if (this.view.finished !== undefined) return stop;
    const call = 'id' in position.boundary ? { call: position.boundary.id } : {};
    const durationMs = Math.round(performance.now() - stop.since);
    scope.emit({ type: 'debug_pause', at: position.at, ...call, why: cause.description, durationMs, parent });
    return stop;
  }

  /** Announces a stop, and waits until the run continues. */
  private hold(stop: Stop): Promise<void> {
    let resolve = (): void => undefined;
    const ended = new Promise<void>((done) => {
      resolve = done;
    });
    const end = (): void => {
      if (this.stopped?.stop !== stop) return;
      this.stopped = undefined;
      this.options.onStop(undefined);
      resolve();
    };
    this.stopped = { stop, ended, end };
    this.options.onStop(stop);
    return ended;
  }

  private async beforeQuestion({ call = '', hint, parent = 0 }: PauseEvent): Promise<undefined> {
    const boundary = this.calls.get(call);
    if (boundary === undefined) return;
    await this.arrive({ at: 'question', boundary: { ...boundary, parent }, hint: inlineText(hint) });
  }
}
