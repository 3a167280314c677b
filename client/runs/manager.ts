import * as vscode from 'vscode';
import type { PauseEvent, RunEvent, RunFinished } from '../../runtime/protocol/events.ts';
import type { ForkRunParams, ForkStepParams, ForkStepResult } from '../../runtime/protocol/fork.ts';
import type { RunOrigin } from '../../runtime/protocol/origin.ts';
import type {
  AnswerParams,
  PromptRunParams,
  ResumeRunParams,
  RunOriginParams,
  StartRunParams,
  StoppedRun,
} from '../../runtime/protocol/rpc.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { Log } from '../log/log.ts';
import { askEditorModel } from '../models/vscode-lm.ts';
import type { StartOutcome } from '../runtime-process/controls.ts';
import { forkRuntime, type RunProcess } from '../runtime-process/process.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { SpareProcess } from './spare-process.ts';

/** An active run of this window. */
export interface LiveRun {
  readonly run: string;
  /** Absolute path of its journal. */
  readonly journal: string;
  readonly params: StartRunParams;
  /** The pause that it is waiting on, if any. */
  readonly waiting: PauseEvent | undefined;
}

interface RunEntry extends LiveRun {
  waiting: PauseEvent | undefined;
  readonly process: RunProcess;
}

/** The journals of a run and of the fork that has taken its place. */
export interface RunReplacement {
  readonly from: string;
  readonly to: string;
}

export interface RunListener {
  onEvents(journal: string, events: readonly RunEvent[]): void;
  onEnded(journal: string, end: { readonly finished?: RunFinished; readonly problem?: string }): void;
}

/** Manages the runs of this window, each in a separate process. */
export class RunManager implements vscode.Disposable {
  readonly #runs = new Map<string, RunEntry>();
  readonly #module: string;
  readonly #spare: SpareProcess;
  readonly #log: Log;
  readonly #listener: RunListener;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #stops = new vscode.EventEmitter<{ readonly journal: string; readonly stopped: StoppedRun | undefined }>();
  /** Fires when a run is paused by the user, and with undefined when it continues or ends. */
  readonly onDidStop = this.#stops.event;
  readonly #replacements = new vscode.EventEmitter<RunReplacement>();
  /** Fires when a debugged run has gone back, so that a fork has taken its place. */
  readonly onDidReplace = this.#replacements.event;
  readonly #debugMessages = new vscode.EventEmitter<{ readonly journal: string; readonly message: object }>();
  /** Fires for each message of the Debug Adapter Protocol that a run sends. */
  readonly onDidSendDebugMessage = this.#debugMessages.event;
  /** Fires when a run starts, ends, pauses or continues. */
  readonly onDidChange = this.#changed.event;

  constructor(module: string, log: Log, listener: RunListener) {
    this.#module = module;
    this.#spare = new SpareProcess((listener) => forkRuntime(module, listener));
    this.#log = log;
    this.#listener = listener;
  }

  live(): readonly LiveRun[] {
    return [...this.#runs.values()];
  }

  find(journal: string): LiveRun | undefined {
    return this.#runs.get(journal);
  }

  /**
   * Resolves with true once no process of this window works on the run, which needs a moment to exit after its run has ended;
   * with false if one still does after `timeoutMs`.
   */
  async whenIdle(journal: string, timeoutMs: number): Promise<boolean> {
    if (!this.#runs.has(journal)) return true;
    const idle = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => idle.resolve(false), timeoutMs);
    const listener = this.onDidChange(() => this.#runs.has(journal) || idle.resolve(true));
    const isIdle = await idle.promise;
    clearTimeout(timer);
    listener.dispose();
    return isIdle;
  }

  /** Starts a process for a run whose dialog is still open. `discardPrepared` ends it if no run follows. */
  prepare(): void {
    if (vscode.workspace.isTrusted) this.#spare.prepare();
  }

  discardPrepared(): void {
    this.#spare.discard();
  }

  /** Starts a run. Resolves when its journal exists; events that arrive earlier are delivered afterwards. */
  start(params: StartRunParams): Promise<StartOutcome> {
    this.#redactKeys(params);
    return this.#launch(params, undefined, (process) => process.start(params));
  }

  /**
   * Resumes a run that was paused or whose process ended.
   * @param of the parameters that it was started with
   * @param waiting the pause that it will wait on without reporting it again
   */
  resume(params: ResumeRunParams, of: StartRunParams, waiting: PauseEvent | undefined): Promise<StartOutcome> {
    this.#redactKeys(params);
    for (const reply of params.replies ?? []) this.#log.addSecret(reply.credential);
    return this.#launch(of, waiting, (process) => process.resume(params));
  }

  /**
   * Continues the conversation of a run with a further prompt.
   * @param of the parameters that a new run with this prompt would have
   */
  prompt(params: PromptRunParams, of: StartRunParams): Promise<StartOutcome> {
    this.#redactKeys(params);
    return this.#launch(of, undefined, (process) => process.prompt(params));
  }

  /**
   * Starts a fork of a run.
   * @param of the parameters of the fork, as a new run would have them
   */
  fork(params: ForkRunParams, of: StartRunParams): Promise<StartOutcome> {
    this.#redactKeys(params);
    return this.#launch(of, undefined, (process) => process.fork(params));
  }

  async #launch(
    params: StartRunParams,
    waiting: PauseEvent | undefined,
    launch: (process: RunProcess) => Promise<StartOutcome>,
  ): Promise<StartOutcome> {
    // The final check before a process starts, regardless of the caller and of what `params` claims.
    if (!vscode.workspace.isTrusted) return { kind: 'failed', message: 'the workspace is not trusted.' };
    let entry: RunEntry | undefined;
    const buffered: RunEvent[] = [];
    let finished: RunFinished | undefined;
    let ended: { readonly problem: string | undefined } | undefined;
    const end = (journal: string, problem: string | undefined): void => {
      this.#runs.delete(journal);
      this.#stops.fire({ journal, stopped: undefined });
      if (finished !== undefined) this.#log.info(`Ended (${finished.reason}): ${journal}`);
      if (problem !== undefined) this.#log.error(problem);
      this.#listener.onEnded(journal, defined({ finished, problem }));
      this.#changed.fire();
    };
    const handleEvents = (target: RunEntry, events: readonly RunEvent[]): void => {
      for (const event of events) {
        if (event.type === 'run_finished') finished = event;
        const waiting = waitingAfter(target.waiting, event);
        if (waiting === target.waiting) continue;
        target.waiting = waiting;
        this.#changed.fire();
      }
      this.#listener.onEvents(target.journal, events);
    };
    const process = this.#spare.take({
      onEvents: (events) => {
        if (entry === undefined) buffered.push(...events);
        else handleEvents(entry, events);
      },
      onExit: (detail) => {
        ended = { problem: finished === undefined ? detail : undefined };
        if (entry !== undefined) end(entry.journal, ended.problem);
      },
      onLog: (line, level) => this.#log[level](line),
      onStopped: (stopped) => {
        if (entry !== undefined) this.#stops.fire({ journal: entry.journal, stopped: stopped ?? undefined });
      },
      onReplaced: ({ run, journal }) => {
        if (entry === undefined) return;
        const { journal: from } = entry;
        entry = { ...entry, run, journal, waiting: undefined };
        this.#runs.set(journal, entry);
        this.#log.info(`Run ${run} continues from an earlier step: ${journal}`);
        // Before the end of the run, with which its debug session would end.
        this.#replacements.fire({ from, to: journal });
        end(from, undefined);
        finished = undefined;
      },
      // A run that is debugged sends nothing of importance before its client has initialized it.
      onDebugMessage: (message) => {
        if (entry !== undefined) this.#debugMessages.fire({ journal: entry.journal, message });
      },
      askModel: askEditorModel,
    });
    const result = await launch(process);
    if (result.kind === 'failed') {
      process.cancel();
      // The exit of a process explains the failure better than its broken connection.
      return ended?.problem === undefined ? result : { kind: 'failed', message: ended.problem };
    }
    // The keys are now in the runtime. Nothing in this process needs them.
    const { apiKey: _, keys: __, ...withoutKeys } = params;
    entry = { run: result.run.run, journal: result.run.journal, params: withoutKeys, waiting, process };
    this.#log.info(`Run ${result.run.run} with ${params.model}: ${result.run.journal}`);
    this.#runs.set(entry.journal, entry);
    this.#changed.fire();
    handleEvents(entry, buffered);
    if (ended !== undefined) end(entry.journal, ended.problem);
    return result;
  }

  #redactKeys({ apiKey, keys = {} }: Pick<StartRunParams, 'apiKey' | 'keys'>): void {
    for (const key of [apiKey, ...Object.values(keys)]) this.#log.addSecret(key);
  }

  /** Describes a step to fork a run at, in a separate process. */
  forkStep(at: ForkStepParams): Promise<ForkStepResult> {
    return queryRuntime(this.#module, this.#log, (process) => process.forkStep(at));
  }

  /** Determines, in a separate process, whether a run was started on this machine. Undefined if this cannot be determined. */
  origin(of: RunOriginParams): Promise<RunOrigin | undefined> {
    return queryRuntime(this.#module, this.#log, (process) => process.origin(of));
  }

  /** Stops a run at its next model call or tool call; `onDidStop` then fires. */
  pause(journal: string): void {
    this.#runs.get(journal)?.process.pause();
  }

  /** Lets a paused run continue. */
  continue(journal: string): void {
    this.#runs.get(journal)?.process.continue();
  }

  /** Applies an edited document of a paused run. Returns what is wrong with it, or ''. */
  async editStopped(journal: string, document: string): Promise<string> {
    return (await this.#runs.get(journal)?.process.editStopped(document)) ?? 'Pause the run again: it has ended.';
  }

  /** Sends a message of the Debug Adapter Protocol to a run that was started with `debug`. */
  sendDebugMessage(journal: string, message: object): void {
    this.#runs.get(journal)?.process.sendDebugMessage(message);
  }

  stop(journal: string): void {
    this.#runs.get(journal)?.process.cancel();
  }

  /** Answers a pause. Returns false if it is no longer waiting. */
  async answer(journal: string, params: AnswerParams): Promise<boolean> {
    this.#log.addSecret(params.credential);
    return (await this.#runs.get(journal)?.process.answer(params)) ?? false;
  }

  /** Detaches from a run. If it waits for the user, it ends as paused; otherwise it is stopped. */
  leave(journal: string): void {
    this.#runs.get(journal)?.process.leave();
  }

  dispose(): void {
    for (const journal of this.#runs.keys()) this.leave(journal);
    this.#spare.discard();
    this.#changed.dispose();
    this.#replacements.dispose();
    this.#debugMessages.dispose();
    this.#stops.dispose();
  }
}

function waitingAfter(waiting: PauseEvent | undefined, event: RunEvent): PauseEvent | undefined {
  if (event.type === 'pause') return event;
  if (event.type === 'answer' || event.type === 'run_finished') return undefined;
  return waiting;
}
