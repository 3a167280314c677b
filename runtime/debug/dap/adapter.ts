import { DebugSession, InitializedEvent, InvalidatedEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { messageOf } from '../../errors.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { RunObserver } from '../../run/run-spec.ts';
import { Breakpoints } from '../breakpoints/breakpoints.ts';
import { Debugger, type DebuggerOptions } from '../debugger.ts';
import type { PreparedRewind } from '../fork/prepare-rewind.ts';
import type { FirstStop } from '../stepping.ts';
import type { Stop } from '../stop.ts';
import type { DebugAdapterOptions, EarlierEvents } from './adapter-options.ts';
import { ARGUMENTS, parseArguments, type RequestName } from './arguments.ts';
import { ClientFormat, type ClientFormatOptions } from './client-format.ts';
import type { AdapterContext, ClientSupport, RequestResult } from './context.ts';
import { rootOf, runningTool } from './earlier-step.ts';
import { HANDLERS } from './handlers.ts';
import { parseLaunch } from './launch-arguments.ts';
import { LostEffectsQuestion } from './lost-effects-question.ts';
import { MessageFrames } from './message-frames.ts';
import { QuestionHost } from './question-host.ts';
import { Reports } from './reports.ts';
import { errorMessage, isRewind, readRequest, responseTo } from './responses.ts';
import { ScriptSessions } from './script-sessions.ts';
import { StopFrames } from './stop-frames.ts';
import { Variables } from './variables.ts';

/** A session of the Debug Adapter Protocol that debugs one run, and its forks if the user goes back. */
export class DebugAdapter extends DebugSession implements AdapterContext {
  readonly breakpoints: Breakpoints;
  session: Debugger;
  variables: Variables;
  frames: StopFrames;
  readonly questions = new QuestionHost((text) => this.reports.print(text, 'important'));
  readonly scripts: ScriptSessions;
  format = new ClientFormat();
  private sendsInvalidated = false;
  private readonly options: DebugAdapterOptions;
  private abort = new AbortController();
  private finished: Promise<unknown> = Promise.resolve();
  private isGoingBack = false;
  private readonly lostEffects = new LostEffectsQuestion();
  private isCancelled = false;
  /** The session of the run that ends because a fork takes its place. */
  private left: Debugger | undefined;
  private readonly replaced = new WeakSet<Promise<unknown>>();
  readonly reports = new Reports((event) => this.sendEvent(event));
  private hasLaunched = false;

  constructor(options: DebugAdapterOptions) {
    super();
    this.options = options;
    this.breakpoints = new Breakpoints((text) => this.reports.print(text, 'console'));
    this.scripts = new ScriptSessions(options.isExtension === true ? 'extension' : 'none', {
      sendEvent: (event) => this.sendEvent(event),
      sendRequest: (command, args, timeout, done) => this.sendRequest(command, args, timeout, done),
      print: (text) => this.reports.print(text, 'important'),
    });
    this.session = this.createSession({});
    this.variables = new Variables(this.session);
    this.frames = new StopFrames(this.session, this.breakpoints);
    this.on('close', () => this.end());
  }

  /** Takes an event of a run into account, and shows it unless a fork is about to take the place of that run. */
  private observe(event: RunEvent, session: Debugger, isNew: boolean): void {
    session.add(event);
    this.reports.addThreads(this.session.view.loops);
    if (isNew && session !== this.left) this.reports.show(event);
  }

  /** Reads requests from a stream, and writes everything else to another. */
  override start(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): void {
    const frames = new MessageFrames((message) => this.reports.print(message, 'important'));
    input.once('close', () => frames.end());
    super.start(input.pipe(frames), output);
  }

  /** Creates the observer of the next run. `followRun` is to be called when it has started. */
  observer({ prepared = 0, past = [], lost }: EarlierEvents = {}): RunObserver {
    const { session } = this;
    if (lost !== undefined && this.lostEffects.ask(lost) !== undefined) this.reports.print(lost, 'important');
    for (const event of past) session.add(event);
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

  get isExtension(): boolean {
    return this.options.isExtension === true;
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
      const question = this.lostEffects.ask(fork.findLost());
      if (question !== undefined) return question;
      this.left = this.session;
      this.replaced.add(this.finished);
      const { scope, parent } = stop.position.boundary;
      const message = `Ended in the debugger, which went back to event ${at}. Run ${fork.run} continues from there.`;
      scope.emit({ type: 'note', message, parent });
      this.abort.abort();
      await this.finished;
      return await this.continueWith(fork, { reason, root: rootOf(at, this.session.view) });
    } finally {
      this.isGoingBack = false;
    }
  }

  /** Starts the fork that takes the place of the run, which has ended. */
  private async continueWith(fork: PreparedRewind, firstStop: FirstStop): Promise<RequestResult> {
    const lost = fork.findLost();
    this.abort = new AbortController();
    this.session = this.createSession({ exceptions: this.session.exceptions.renew(), firstStop });
    this.variables = new Variables(this.session, this.variables.lastReference);
    this.frames = new StopFrames(this.session, this.breakpoints, this.frames.lastId);
    // The client may have disconnected in the meantime.
    if (this.isCancelled) this.cancel();
    const started = await fork.start(this.observer(fork));
    if (started.kind === 'failed') {
      this.reports.end();
      return { problem: started.message };
    }
    this.followRun(started.finished);
    this.options.onRewound?.(started);
    this.reports.print(`Went back: run ${started.run} continues from event ${fork.at} of the run before.`, 'console');
    if (lost !== undefined) this.reports.print(lost, 'important');
    this.reports.run(started);
    this.reports.removeThreads(this.session.view.loops);
    return {};
  }

  private createSession(options: Pick<DebuggerOptions, 'exceptions' | 'firstStop'>): Debugger {
    const { breakpoints, scripts } = this;
    return new Debugger({ ...options, breakpoints, scripts, onStop: (stop) => this.reportStop(stop) });
  }

  cancel(): void {
    this.isCancelled = true;
    this.abort.abort();
    this.options.cancel?.();
    // A run that waits for `configurationDone` has to notice that it was cancelled.
    this.session.ready();
  }

  /** Handles that the client is gone: a run that `launch` started ends with it. */
  end(): void {
    this.cancel();
    this.options.onDisconnect?.();
  }

  /** The base class ends the process 0.1 s after an unreadable message or the end of its input, before the run has ended. */
  override shutdown(): void {}

  initialize(client: ClientFormatOptions & ClientSupport): void {
    this.format = new ClientFormat(client);
    this.sendsInvalidated = client.supportsInvalidatedEvent;
    this.scripts.initialize(client.supportsStartDebuggingRequest);
  }

  reportChange(): void {
    if (this.sendsInvalidated) this.sendEvent(new InvalidatedEvent(['variables']));
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    void this.answer(readRequest(request));
  }

  private async answer(request: DebugProtocol.Request): Promise<void> {
    const { command } = request;
    const result = await this.resultOf(request).catch((error: unknown) => ({ problem: messageOf(error) }));
    const response = responseTo(request);
    if ('problem' in result) {
      this.sendErrorResponse(response, errorMessage(result));
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
    const parsed = parseArguments(name, value, this.session.view.loops);
    return typeof parsed === 'string' ? { problem: parsed } : HANDLERS[name](this, parsed.args);
  }

  private async launch(value: unknown): Promise<RequestResult> {
    const config = parseLaunch(value);
    if (typeof config === 'string') return { problem: config };
    if (this.hasLaunched) return { problem: 'This session already has a run: start another session.' };
    this.hasLaunched = true;
    this.session.stopOnEntry = config.stopOnEntry;
    this.questions.approvesAll = config.approve;
    if (config.noDebug) this.session.detach();
    if (this.options.launch === undefined) return {};
    const started = await this.options.launch(config, (earlier) => this.observer(earlier));
    this.hasLaunched = started.kind === 'started';
    if (started.kind === 'failed') return { problem: started.message };
    this.followRun(started.finished);
    this.reports.run(started);
    return {};
  }

  private reportStop(stop: Stop | undefined): void {
    this.variables.clear();
    this.frames.clear();
    this.reports.addThreads(this.session.view.loops);
    if (stop === undefined) this.reports.continued();
    else this.reports.stopped(stop, this.session.view.loopOf(stop.position).number, this.frames.ofTopFrame()?.seq);
  }
}
