import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { defined } from '../../skill/index.ts';
import { messageOf, UserError } from '../errors.ts';
import { causeFinder } from '../guards/cause.ts';
import { createGuards } from '../guards/presets.ts';
import type { Journal } from '../journal/writer.ts';
import type { Budget } from '../loop/budget.ts';
import { EMPTY_HISTORY, History } from '../loop/history/history.ts';
import type { LoopController } from '../loop/interfaces/controller.ts';
import type { Host } from '../loop/interfaces/host.ts';
import type { Scope } from '../loop/interfaces/scope.ts';
import { SessionState } from '../loop/interfaces/state.ts';
import { runLoop } from '../loop/loop.ts';
import type { LoopEnd } from '../loop/loop-options.ts';
import { Conversation } from '../loop/model-call/conversation.ts';
import type { PromptQueue } from '../loop/prompts/prompt-queue.ts';
import { isConsent, recordConsent, recordRefusal } from '../loop/prompts/prompter.ts';
import { CallParser } from '../loop/step/call-parser.ts';
import { forgetAddress, hasQuery } from '../models/endpoint/address.ts';
import type { PauseEvent, RunEvent, RunFinished, RunStarted } from '../protocol/events.ts';
import { untilEnded } from '../scripts/watched-process.ts';
import type { OpenTools } from '../tools/assembly/agent-toolset.ts';
import { createSkillSource } from '../toolset/skill-source.ts';
import { budgetOf, modelLimitsOf } from './limits.ts';
import { createPromptQueue } from './prompt-queue.ts';
import { restoreSession, savedFiles, withPayloads } from './restore.ts';
import { answerOf, type ResumePlan } from './resume.ts';
import { abandonedBody, finishedBody, openCalls, startedBody, startNotes } from './run-events.ts';
import { RunFindings } from './run-findings.ts';
import { RunLog } from './run-log.ts';
import type { RunObserver, RunSpec } from './run-spec.ts';
import { openTools } from './run-tools.ts';

/** The state in which the loop of this process starts. */
interface StartPoint {
  readonly scope: Scope;
  /** `seq` of `run_started`. */
  readonly root: number;
  /** Ids of the calls in the journal. */
  readonly callIds: readonly string[];
  readonly prompts: PromptQueue;
  readonly history: History;
  /** Events of this invocation from earlier processes, except its `run_started`. */
  readonly earlier: readonly RunEvent[];
}

/** Executes a run whose journal is open, from the first event of this process to its last. */
export class RunExecution {
  private readonly spec: RunSpec;
  private readonly host: Host;
  private readonly controller: LoopController | undefined;
  private readonly journal: Journal;
  private readonly log: RunLog;
  private readonly conversation = new Conversation();
  private readonly state = new SessionState();
  /** Undefined if no one will read them. */
  private readonly findings: RunFindings | undefined;

  constructor(spec: RunSpec, { host, controller, onEvent, signal }: RunObserver, journal: Journal) {
    this.spec = spec;
    this.host = host;
    this.controller = controller;
    this.journal = journal;
    this.findings = journal.isDiscarding === true ? undefined : new RunFindings();
    this.log = new RunLog({ journal, onEvent, signal, findings: this.findings });
  }

  /** Starts a new prompt, in a new run or in an existing one. */
  start(run: string): Promise<RunFinished> {
    const { journal, conversation, state, spec, log } = this;
    const { callIds, pauseIds } = restoreSession(journal.earlierEvents, journal.folder, conversation, state);
    const scope = log.scope(`inv-${randomBytes(6).toString('hex')}`, spec.agent.name);
    const { seq: root } = scope.emit(startedBody(spec, run));
    for (const message of startNotes(spec)) scope.emit({ type: 'note', message, parent: root });
    conversation.addUserMessage(spec.prompt);
    // Calls that are still open are abandoned: the user has continued without them.
    for (const call of openCalls(journal.earlierEvents))
      log.scope(call.invocation, call.agent).emit(abandonedBody(call));
    const prompts = createPromptQueue(this.host, journal, pauseIds);
    // A process that was killed has not done so.
    if (spec.continues !== undefined) prompts.memory.endAgreements();
    return this.execute({ scope, root, callIds, prompts, history: EMPTY_HISTORY, earlier: [] });
  }

  /** Resumes the same prompt where an earlier process ended. */
  resume({ started, by, replies }: ResumePlan): Promise<RunFinished> {
    const { journal, log } = this;
    const events = [...journal.earlierEvents];
    const pauseIds = events.flatMap((event) => (event.type === 'pause' ? [event.id] : []));
    const prompts = createPromptQueue(this.host, journal, pauseIds);
    // Stored before the first event, so that secrets are redacted from the start.
    for (const { pause, reply } of replies) {
      if (typeof reply === 'object') prompts.storeCredential(pause.key ?? '', reply.credential);
      else if (isConsent(reply)) recordConsent(prompts.memory, withPayloads(pause, journal.folder) as PauseEvent);
      else if (reply === 'deny') recordRefusal(prompts, pause);
    }
    for (const pause of deniedPauses(events.filter(({ seq }) => seq >= started.seq))) recordRefusal(prompts, pause);
    const scope = log.scope(started.invocation, started.agent);
    events.push(scope.emit({ type: 'run_resumed', by, parent: started.seq }));
    for (const { pause, reply } of replies) {
      const { id, invocation, agent, parent } = pause;
      const parentField = parent === undefined ? {} : { parent };
      events.push(log.scope(invocation, agent).emit({ type: 'answer', id, answer: answerOf(reply), ...parentField }));
    }
    return this.continueAfter(events, started, scope, prompts);
  }

  /** Continues a fork after the events that its journal starts with. */
  continueFork(): Promise<RunFinished> {
    const { journal, log } = this;
    const events = journal.earlierEvents;
    const started = events.findLast((event) => event.type === 'run_started') as RunStarted;
    const pauseIds = events.flatMap((event) => (event.type === 'pause' ? [event.id] : []));
    const prompts = createPromptQueue(this.host, journal, pauseIds);
    return this.continueAfter(events, started, log.scope(started.invocation, started.agent), prompts);
  }

  /** Continues the last prompt after these events. */
  private continueAfter(
    events: readonly RunEvent[],
    { seq: root }: RunStarted,
    scope: Scope,
    prompts: PromptQueue,
  ): Promise<RunFinished> {
    const { journal, conversation, state } = this;
    const restored = restoreSession(events, journal.folder, conversation, state);
    const history = new History(restored.events.filter((event) => event.seq >= root));
    const earlier = restored.events.filter((event) => event.seq > root);
    return this.execute({ scope, root, callIds: restored.callIds, prompts, history, earlier });
  }

  private async execute({ scope, root, callIds, prompts, history, earlier }: StartPoint): Promise<RunFinished> {
    const { spec, conversation, state, log } = this;
    const { skills, registry, guards, guardSettings } = spec;
    const { signal } = log;
    const source = createSkillSource(defined({ skills, registry }));
    this.findings?.open({ skillOf: source.findCached, directory: spec.folder ?? process.cwd() });
    for (const event of this.journal.earlierEvents) this.findings?.add(withPayloads(event, this.journal.folder));
    const causes = causeFinder(source.findCached);
    const budget = budgetOf(spec, earlier);
    const { model } = spec.model;
    const callParser = new CallParser(callIds);
    const debugged = this.controller === undefined ? {} : { controller: this.controller };
    const shared = { model, limits: modelLimitsOf(spec), state, prompts, budget, callParser, ...debugged };
    let tools: OpenTools | undefined;
    const end = await catchErrors(scope, root, budget, async () => {
      tools = await openTools(spec, {
        loop: shared,
        runFolder: this.journal.folder,
        signal,
        continues: earlier.length > 0 || spec.continues !== undefined,
        savedFiles: spec.client === undefined ? [] : savedFiles(this.journal.earlierEvents, this.journal.folder),
        skills: source,
        scopeFor: (name) => log.scope(scope.invocation, name),
        note: (message) => void scope.emit({ type: 'note', message, parent: root }),
        registerSecret: (value) => this.journal.addSecret(value),
      });
      const { toolset, directory } = tools;
      if (directory !== undefined) this.findings?.open({ skillOf: source.findCached, directory });
      const { instruction } = spec.agent;
      const hooks = createGuards(guards, scope.invocation, causes, guardSettings, spec.client?.behavior);
      return runLoop({ ...shared, instruction, toolset, hooks, scope, conversation, history, signal, root });
    });
    const keepsCopy = end.reason === 'paused' || this.log.interruption !== undefined;
    const note = (message: string): void => void scope.emit({ type: 'note', message, parent: root });
    // Nothing here may keep the run from its end.
    await noteErrors(note, () => (keepsCopy ? undefined : reportChanges(tools, scope, root, signal.aborted)));
    await noteErrors(note, async () => {
      const problem = await tools?.close(keepsCopy);
      if (problem !== undefined) note(problem);
    });
    await noteErrors(note, () => source.close());
    await noteErrors(note, () => spec.skillTools?.environment?.close());
    // An interrupted process has little time left; the watchdogs do without it.
    if (this.log.interruption === undefined) await untilEnded();
    return this.finish(scope, root, end, prompts);
  }

  private finish(scope: Scope, root: number, end: LoopEnd, { waiting, memory }: PromptQueue): RunFinished {
    const { writeError, interruption } = this.log;
    if (interruption !== undefined) this.log.noteInterruption(interruption, scope, root);
    const ended: LoopEnd = writeError === undefined ? end : { ...end, reason: 'model_error', error: writeError };
    const event = scope.emit(finishedBody(ended, waiting, root, this.findings?.instructed));
    const { baseUrl, runs } = this.spec;
    const resumable = ended.reason === 'paused' || interruption !== undefined;
    if (!resumable && baseUrl !== undefined && hasQuery(baseUrl))
      forgetAddress({ runs, run: basename(this.journal.folder) });
    if (!resumable) memory.endAgreements();
    this.log.close();
    return event as RunFinished;
  }
}

/** Time to compare the copy of a workspace with its first state, in milliseconds; short if the user stopped the run. */
const COMPARE_MS = 10_000;
const COMPARE_AFTER_STOP_MS = 100;

/** Emits the changes in the copy of the workspace, if there are any. */
async function reportChanges(
  tools: OpenTools | undefined,
  scope: Scope,
  parent: number,
  isStopped: boolean,
): Promise<void> {
  if (tools?.findChanges === undefined) return;
  const found = await tools.findChanges(isStopped ? COMPARE_AFTER_STOP_MS : COMPARE_MS);
  if (found === undefined) {
    // An eval must not take it for an unchanged workspace.
    if (!isStopped) scope.emit({ type: 'workspace_changes', changes: [], incomplete: true, parent });
    return;
  }
  if (found.changes.length === 0) return;
  const { changes, more } = found;
  scope.emit(defined({ type: 'workspace_changes', changes, more: more === 0 ? undefined : more, parent }));
}

/** Turns an error into the run's error, so that every run has an end. */
async function catchErrors(scope: Scope, root: number, budget: Budget, loop: () => Promise<LoopEnd>): Promise<LoopEnd> {
  try {
    return await loop();
  } catch (error) {
    const isDefect = !(error instanceof UserError);
    const message = isDefect ? `Internal error: ${messageOf(error)}` : error.message;
    const stack = isDefect && error instanceof Error ? error.stack : undefined;
    scope.emit({ type: 'note', message: stack ?? message, parent: root });
    return { reason: 'model_error', text: '', llmCalls: budget.calls, usage: budget.usage, error: message };
  }
}

/** Turns an error at the end of a run into a note. */
async function noteErrors(note: (message: string) => void, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    note(`Internal error: ${messageOf(error)}`);
  }
}

/** Returns the questions that the user denied. A journal is not trusted, but a denial in it does no harm. */
function deniedPauses(events: readonly RunEvent[]): readonly PauseEvent[] {
  const denied = new Set(events.flatMap((one) => (one.type === 'answer' && one.answer === 'deny' ? [one.id] : [])));
  return events.filter((one): one is PauseEvent => one.type === 'pause' && denied.has(one.id));
}
