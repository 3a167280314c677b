import {
  ContinuedEvent,
  DebugSession,
  Event,
  InitializedEvent,
  InvalidatedEvent,
  OutputEvent,
  StoppedEvent,
  TerminatedEvent,
  ThreadEvent,
} from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { messageOf } from '../../errors.ts';
import type { Host } from '../../loop/host.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { RunObserver, StartResult } from '../../run/run-spec.ts';
import { Breakpoints } from '../breakpoints/breakpoints.ts';
import { Debugger, type DebuggerOptions } from '../debugger.ts';
import type { PreparedRewind } from '../fork/prepare-rewind.ts';
import type { Stop } from '../stop.ts';
import { ARGUMENTS, parseArguments, type RequestName } from './arguments.ts';
import { ClientFormat, type ClientFormatOptions } from './client-format.ts';
import type { AdapterContext, RequestResult } from './context.ts';
import { runningTool } from './earlier-step.ts';
import { eventText } from './event-text.ts';
import { HANDLERS } from './handlers.ts';
import { type LaunchArguments, parseLaunch } from './launch-arguments.ts';
import { QuestionHost } from './question-host.ts';
import { StopFrames } from './stop-frames.ts';
import { Variables } from './variables.ts';

/** A run that was started. */
export type StartedRun = Extract<StartResult, { kind: 'started' }>;

/** Options for `DebugAdapter`. */
export interface DebugAdapterOptions {
  /** Starts the run of a launch configuration. Absent if the run is started by other means. */
  readonly launch?: (config: LaunchArguments, observer: RunObserver) => Promise<StartResult>;
  /** Answers the questions of runs that the adapter observes. Default: the user, in the debug console. */
  readonly host?: Host;
  /** Prepares a fork of the current run at the step with this `seq`. Returns an error message if it cannot be forked there. */
  readonly prepareRewind?: (at: number) => Promise<PreparedRewind | string>;
  /** Called when a fork has taken the place of the run. */
  readonly onRewound?: (started: StartedRun) => void;
  /** Cancels the run, if `launch` is absent. */
  readonly cancel?: () => void;
  /** Called when the client has disconnected. */
  readonly onDisconnect?: () => void;
}

/** A session of the Debug Adapter Protocol that debugs one run, and its forks if the user goes back. */
export class DebugAdapter extends DebugSession implements AdapterContext {
  readonly breakpoints: Breakpoints;
  session: Debugger;
  variables: Variables;
  frames: StopFrames;
  readonly questions = new QuestionHost((text) => this.print(text, 'important'));
  format = new ClientFormat();
  private sendsInvalidated = false;
  private readonly options: DebugAdapterOptions;
  private abort = new AbortController();
  private finished: Promise<unknown> = Promise.resolve();
  private isGoingBack = false;
  private isCancelled = false;
  /** The session of the run that ends because a fork takes its place. */
  private left: Debugger | undefined;
  private readonly replaced = new WeakSet<Promise<unknown>>();
  private readonly announced = new Set<number>();
  private hasLaunched = false;
  private hasTerminated = false;

  constructor(options: DebugAdapterOptions) {
    super();
    this.options = options;
    this.breakpoints = new Breakpoints((text) => this.print(text, 'console'));
    this.session = this.createSession({});
    this.variables = new Variables(this.session);
    this.frames = new StopFrames(this.session, this.breakpoints);
    this.on('close', () => this.end());
  }

  /** Takes an event of a run into account, and shows it unless a fork is about to take the place of that run. */
  private observe(event: RunEvent, session: Debugger, isNew: boolean): void {
    session.add(event);
    this.announceThreads();
    if (isNew && session !== this.left) this.show(event);
  }

  /** Prints an event, and reports the end of the run. */
  private show(event: RunEvent): void {
    const text = eventText(event);
    if (text !== undefined) this.print(text.text, text.category);
    if (event.type === 'run_finished') this.reportEnd();
  }

  /**
   * Creates the observer of the next run. `followRun` is to be called when it has started.
   * @param prepared number of events that its journal begins with
   */
  observer(prepared = 0): RunObserver {
    const { session } = this;
    return {
      host: this.session.hostOf(this.options.host ?? this.questions),
      controller: this.session,
      signal: this.abort.signal,
      onEvent: (event) => this.observe(event, session, event.seq > prepared),
    };
  }

  /** Takes the end of a run into account that was started with `observer`. */
  followRun(finished: Promise<unknown>): void {
    this.finished = finished;
  }

  /** True for a run, given by its end, that ends because a fork takes its place. */
  isReplaced(finished: Promise<unknown>): boolean {
    return this.replaced.has(finished);
  }

  get canGoBack(): boolean {
    return this.options.prepareRewind !== undefined;
  }

  async goBack(at: number, reason: 'step' | 'restart'): Promise<RequestResult> {
    const stop = this.session.current;
    if (stop === undefined || this.options.prepareRewind === undefined)
      return { problem: 'Pause the run first: this is possible while it is stopped.' };
    if (this.isGoingBack) return { problem: 'Try again later: the run is already going back.' };
    const running = runningTool(at, stop.position, this.session.view);
    if (running !== undefined) return { problem: `Try again when '${running.slice(0, 64)}' has ended: it is running.` };
    this.isGoingBack = true;
    try {
      const fork = await this.options.prepareRewind(at);
      if (typeof fork === 'string') return { problem: fork };
      if (this.session.current !== stop) return { problem: 'Pause the run again: it has continued.' };
      this.left = this.session;
      this.replaced.add(this.finished);
      const { scope, parent } = stop.position.boundary;
      const message = `Ended in the debugger, which went back to event ${at}. Run ${fork.run} continues from there.`;
      scope.emit({ type: 'note', message, parent });
      this.abort.abort();
      await this.finished;
      return await this.continueWith(fork, reason);
    } finally {
      this.isGoingBack = false;
    }
  }

  /** Starts the fork that takes the place of the run, which has ended. */
  private async continueWith(fork: PreparedRewind, firstStop: 'step' | 'restart'): Promise<RequestResult> {
    const lost = fork.findLost();
    this.abort = new AbortController();
    this.session = this.createSession({ exceptions: this.session.exceptions.renew(), firstStop });
    this.variables = new Variables(this.session, this.variables.lastReference);
    this.frames = new StopFrames(this.session, this.breakpoints, this.frames.lastId);
    // The client may have disconnected in the meantime.
    if (this.isCancelled) this.cancel();
    const started = await fork.start(this.observer(fork.prepared));
    if (started.kind === 'failed') {
      this.reportEnd();
      return { problem: started.message };
    }
    this.followRun(started.finished);
    this.options.onRewound?.(started);
    this.print(`Went back: run ${started.run} continues from event ${fork.at} of the run before.`, 'console');
    if (lost !== undefined) this.print(lost, 'important');
    this.sendEvent(new Event('skillwright/run', { run: started.run, journal: started.journal }));
    this.endThreads();
    return {};
  }

  /** Reports threads that the fork does not have. */
  private endThreads(): void {
    const numbers = new Set(this.session.view.loops.map(({ number }) => number));
    for (const number of this.announced) {
      if (numbers.has(number)) continue;
      this.announced.delete(number);
      this.sendEvent(new ThreadEvent('exited', number));
    }
  }

  private createSession(options: Pick<DebuggerOptions, 'exceptions' | 'firstStop'>): Debugger {
    const { breakpoints } = this;
    return new Debugger({ ...options, breakpoints, onStop: (stop) => this.reportStop(stop) });
  }

  /** Reports that the process of the run has ended without its last event. */
  reportEnd(): void {
    if (this.hasTerminated) return;
    this.hasTerminated = true;
    this.sendEvent(new TerminatedEvent());
  }

  cancel(): void {
    this.isCancelled = true;
    this.abort.abort();
    this.options.cancel?.();
    // A run that waits for `configurationDone` has to notice that it was cancelled.
    this.session.ready();
  }

  /** Lets the run continue without this session. */
  detach(): void {
    this.session.detach();
  }

  /** Handles that the client is gone: a run that `launch` started ends with it. */
  end(): void {
    this.cancel();
    this.options.onDisconnect?.();
  }

  /** The base class ends the process 0.1 s after an unreadable message or the end of its input, before the run has ended. */
  override shutdown(): void {}

  initialize(client: ClientFormatOptions & { readonly supportsInvalidatedEvent: boolean }): void {
    this.format = new ClientFormat(client);
    this.sendsInvalidated = client.supportsInvalidatedEvent;
  }

  reportChange(): void {
    if (this.sendsInvalidated) this.sendEvent(new InvalidatedEvent(['variables']));
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    void this.answer(request);
  }

  private async answer(request: DebugProtocol.Request): Promise<void> {
    const command: unknown = request.command;
    const response = {
      type: 'response',
      seq: 0,
      request_seq: request.seq,
      success: true,
      command: String(command),
    } as DebugProtocol.Response;
    const result = await this.resultOf(request).catch((error: unknown) => ({ problem: messageOf(error) }));
    if ('problem' in result) {
      this.sendErrorResponse(response, {
        id: 1,
        format: '{_problem}',
        variables: { _problem: result.problem },
        showUser: true,
      });
      return;
    }
    if (result.body !== undefined) response.body = result.body;
    this.sendResponse(response);
    // A run that went back stops after the response, as the protocol requires.
    if (isRewind(command)) this.session.ready();
    if (command === 'initialize') this.sendEvent(new InitializedEvent());
    if (command === 'disconnect') this.disconnect(request.arguments);
  }

  /** A client may leave a run that it did not start, which then continues without stops. */
  private disconnect(args: unknown): void {
    const parsed = parseArguments('disconnect', args);
    const leaves = typeof parsed !== 'string' && parsed.args?.terminateDebuggee === false;
    if (leaves && this.options.launch === undefined) this.session.detach();
    else this.end();
  }

  private async resultOf({ command, arguments: args }: DebugProtocol.Request): Promise<RequestResult> {
    if (command === 'launch') return this.launch(args);
    if (!Object.hasOwn(ARGUMENTS, command))
      return { problem: `The request '${command}' is not supported.`.slice(0, 160) };
    return this.handle(command as RequestName, args);
  }

  private async handle<N extends RequestName>(name: N, value: unknown): Promise<RequestResult> {
    const parsed = parseArguments(name, value);
    if (typeof parsed === 'string') return { problem: parsed };
    const handler = HANDLERS[name];
    return handler(this, parsed.args);
  }

  private async launch(value: unknown): Promise<RequestResult> {
    const config = parseLaunch(value);
    if (typeof config === 'string') return { problem: config };
    if (this.hasLaunched) return { problem: 'This session already has a run: start another session.' };
    this.hasLaunched = true;
    this.session.stopOnEntry = config.stopOnEntry;
    this.questions.approvesAll = config.approve;
    if (config.noDebug) this.session.detach();
    const { launch } = this.options;
    if (launch === undefined) return {};
    const started = await launch(config, this.observer());
    this.hasLaunched = started.kind === 'started';
    if (started.kind === 'failed') return { problem: started.message };
    this.followRun(started.finished);
    this.sendEvent(new Event('skillwright/run', { run: started.run, journal: started.journal }));
    return {};
  }

  private reportStop(stop: Stop | undefined): void {
    this.variables.clear();
    this.frames.clear();
    if (stop === undefined) {
      this.sendEvent(new ContinuedEvent(1, true));
      return;
    }
    this.announceThreads();
    const { position, cause } = stop;
    const loop = this.session.view.loopOf(position);
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(cause.reason, loop.number);
    event.body = {
      ...event.body,
      description: cause.description,
      text: cause.description,
      allThreadsStopped: true,
      ...(cause.breakpoints === undefined ? {} : { hitBreakpointIds: [...cause.breakpoints] }),
    };
    this.sendEvent(event);
    const { seq } = this.frames.ofTopFrame() ?? {};
    if (seq !== undefined) this.sendEvent(new Event('skillwright/position', { seq }));
  }

  private announceThreads(): void {
    for (const { number } of this.session.view.loops) {
      if (this.announced.has(number)) continue;
      this.announced.add(number);
      this.sendEvent(new ThreadEvent('started', number));
    }
  }

  private print(text: string, category: string): void {
    this.sendEvent(new OutputEvent(`${text}\n`, category));
  }
}

function isRewind(command: unknown): boolean {
  return command === 'stepBack' || command === 'reverseContinue' || command === 'restartFrame';
}
