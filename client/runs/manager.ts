import * as vscode from 'vscode';
import type { PauseEvent, RunEvent, RunFinished } from '../../runtime/protocol/events.ts';
import type { RunOrigin } from '../../runtime/protocol/origin.ts';
import type { AnswerParams, ResumeRunParams, RunOriginParams, StartRunParams } from '../../runtime/protocol/rpc.ts';
import type { Log } from '../log/log.ts';
import { askEditorModel } from '../models/vscode-lm.ts';
import { forkRuntime, type RunProcess, type StartOutcome } from '../runtime-process/process.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { SpareProcess } from './spare.ts';

/** A run of this window that has not ended. */
export interface LiveRun {
  readonly run: string;
  /** Absolute path of its journal. */
  readonly journal: string;
  readonly params: StartRunParams;
  /** What it waits for, if anything. */
  readonly waiting: PauseEvent | undefined;
}

interface Entry extends LiveRun {
  waiting: PauseEvent | undefined;
  readonly process: RunProcess;
}

export interface RunListener {
  onEvents(journal: string, events: readonly RunEvent[]): void;
  onEnded(journal: string, end: { readonly finished?: RunFinished; readonly problem?: string }): void;
}

/** All runs of this window, each in a process of its own. */
export class RunManager implements vscode.Disposable {
  readonly #runs = new Map<string, Entry>();
  readonly #module: string;
  readonly #spare: SpareProcess;
  readonly #log: Log;
  readonly #listener: RunListener;
  readonly #changed = new vscode.EventEmitter<void>();
  /** A run began, ended, or began or ceased to wait. */
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

  /** Starts the process of a run that the user is being asked about; `unprepare` ends it where there will be none. */
  prepare(): void {
    if (vscode.workspace.isTrusted) this.#spare.prepare();
  }

  unprepare(): void {
    this.#spare.drop();
  }

  /** Starts a run; resolves when its journal exists. Events that come before are handed on after. */
  start(params: StartRunParams): Promise<StartOutcome> {
    this.#keepOut(params);
    return this.#begin(params, undefined, (process) => process.start(params));
  }

  /**
   * Goes on with a run that was paused or whose process ended. `of` is what it was started with; `waiting` what it will
   * wait for without saying so again.
   */
  resume(params: ResumeRunParams, of: StartRunParams, waiting: PauseEvent | undefined): Promise<StartOutcome> {
    this.#keepOut(params);
    for (const reply of params.replies ?? []) this.#log.addSecret(reply.credential);
    return this.#begin(of, waiting, (process) => process.resume(params));
  }

  async #begin(
    params: StartRunParams,
    waiting: PauseEvent | undefined,
    begin: (process: RunProcess) => Promise<StartOutcome>,
  ): Promise<StartOutcome> {
    // The last door before a process: whoever calls, and whatever a caller claims in `params`.
    if (!vscode.workspace.isTrusted) return { kind: 'failed', message: 'This workspace is not trusted.' };
    let entry: Entry | undefined;
    const early: RunEvent[] = [];
    let finished: RunFinished | undefined;
    let ended: { readonly problem: string | undefined } | undefined;
    const end = (journal: string, problem: string | undefined): void => {
      this.#runs.delete(journal);
      if (finished !== undefined) this.#log.info(`Ended (${finished.reason}): ${journal}`);
      if (problem !== undefined) this.#log.error(problem);
      this.#listener.onEnded(journal, { ...(finished && { finished }), ...(problem !== undefined && { problem }) });
      this.#changed.fire();
    };
    const take = (into: Entry, events: readonly RunEvent[]): void => {
      for (const event of events) {
        if (event.type === 'run_finished') finished = event;
        const waiting = waitingAfter(into.waiting, event);
        if (waiting === into.waiting) continue;
        into.waiting = waiting;
        this.#changed.fire();
      }
      this.#listener.onEvents(into.journal, events);
    };
    const process = this.#spare.take({
      onEvents: (events) => {
        if (entry === undefined) early.push(...events);
        else take(entry, events);
      },
      onExit: (detail) => {
        ended = { problem: finished === undefined ? detail : undefined };
        if (entry !== undefined) end(entry.journal, ended.problem);
      },
      onLog: (line, level) => this.#log[level](line),
      askModel: askEditorModel,
    });
    const result = await begin(process);
    if (result.kind === 'failed') {
      process.cancel();
      // A process that died says why better than the connection that broke with it.
      return ended?.problem === undefined ? result : { kind: 'failed', message: ended.problem };
    }
    // The runtime has the keys now; who looks at runs does not need them.
    const { apiKey: _, keys: __, ...kept } = params;
    entry = { run: result.run.run, journal: result.run.journal, params: kept, waiting, process };
    this.#log.info(`Run ${result.run.run} with ${params.model}: ${result.run.journal}`);
    this.#runs.set(entry.journal, entry);
    this.#changed.fire();
    take(entry, early);
    if (ended !== undefined) end(entry.journal, ended.problem);
    return result;
  }

  #keepOut({ apiKey, keys = {} }: Pick<StartRunParams, 'apiKey' | 'keys'>): void {
    for (const key of [apiKey, ...Object.values(keys)]) this.#log.addSecret(key);
  }

  /** Whether this machine began a run, asked of a process of its own; undefined where it does not say. */
  origin(of: RunOriginParams): Promise<RunOrigin | undefined> {
    return queryRuntime(this.#module, this.#log, (process) => process.origin(of));
  }

  stop(journal: string): void {
    this.#runs.get(journal)?.process.cancel();
  }

  /** False where that pause is not waiting (any more). */
  async answer(journal: string, params: AnswerParams): Promise<boolean> {
    this.#log.addSecret(params.credential);
    return (await this.#runs.get(journal)?.process.answer(params)) ?? false;
  }

  /** Nobody is there for it any more: a run that waits for the user ends paused, any other is ended. */
  leave(journal: string): void {
    this.#runs.get(journal)?.process.leave();
  }

  dispose(): void {
    for (const journal of this.#runs.keys()) this.leave(journal);
    this.#spare.drop();
    this.#changed.dispose();
  }
}

function waitingAfter(waiting: PauseEvent | undefined, event: RunEvent): PauseEvent | undefined {
  if (event.type === 'pause') return event;
  if (event.type === 'answer' || event.type === 'run_finished') return undefined;
  return waiting;
}
