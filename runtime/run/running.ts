import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { messageOf } from '../errors.ts';
import { causeFinder } from '../guards/cause.ts';
import { createGuards } from '../guards/presets.ts';
import type { Journal } from '../journal/writer.ts';
import type { Budget } from '../loop/budget.ts';
import { CallParser } from '../loop/call-parser.ts';
import { Conversation } from '../loop/conversation.ts';
import { EMPTY_HISTORY, History } from '../loop/history.ts';
import type { Host } from '../loop/host.ts';
import { runLoop } from '../loop/loop.ts';
import type { LoopEnd } from '../loop/loop-options.ts';
import type { PromptQueue } from '../loop/prompt-queue.ts';
import { isConsent, questionKey } from '../loop/prompter.ts';
import type { Scope } from '../loop/scope.ts';
import { SessionState } from '../loop/state.ts';
import { forgetAddress, hasQuery } from '../models/address.ts';
import type { PauseEvent, RunEvent, RunFinished } from '../protocol/events.ts';
import type { OpenTools } from '../tools/assembly/agent-toolset.ts';
import { createSkillSource } from '../toolset/skill-source.ts';
import { finishedBody, leftBody, openCalls, startedBody, startNotes } from './bodies.ts';
import { budgetOf, modelLimitsOf } from './limits.ts';
import { createPromptQueue } from './prompt-queue.ts';
import { restoreSession, withPayloads } from './restore.ts';
import { answerOf, type PickedUp } from './resume.ts';
import { RunLog } from './run-log.ts';
import type { RunSpec, RunWatcher } from './spec.ts';
import { openTools } from './tools.ts';

/** Where the loop of this process takes up. */
interface Start {
  readonly scope: Scope;
  /** `seq` of `run_started`. */
  readonly root: number;
  /** Ids of calls that the journal holds. */
  readonly callIds: readonly string[];
  readonly prompts: PromptQueue;
  readonly history: History;
  /** Events of this invocation in earlier processes, the first left out. */
  readonly earlier: readonly RunEvent[];
}

/** A run whose journal is open, from the first event of this process to its last. */
export class Running {
  private readonly spec: RunSpec;
  private readonly host: Host;
  private readonly journal: Journal;
  private readonly log: RunLog;
  private readonly conversation = new Conversation();
  private readonly state = new SessionState();

  constructor(spec: RunSpec, { host, onEvent, signal }: RunWatcher, journal: Journal) {
    this.spec = spec;
    this.host = host;
    this.journal = journal;
    this.log = new RunLog({ journal, onEvent, signal });
  }

  /** A new prompt, in a new run or in one that goes on with it. */
  begin(run: string): Promise<RunFinished> {
    const { journal, conversation, state, spec, log } = this;
    const { callIds, pauseIds } = restoreSession(journal.earlier, journal.folder, conversation, state);
    const scope = log.scope(`inv-${randomBytes(6).toString('hex')}`, spec.agent.name);
    const { seq: root } = scope.emit(startedBody(spec, run));
    for (const message of startNotes(spec)) scope.emit({ type: 'note', message, parent: root });
    conversation.addUserMessage(spec.prompt);
    // The user has gone on without them.
    for (const call of openCalls(journal.earlier)) log.scope(call.invocation, call.agent).emit(leftBody(call));
    const prompts = createPromptQueue(this.host, journal, pauseIds);
    return this.play({ scope, root, callIds, prompts, history: EMPTY_HISTORY, earlier: [] });
  }

  /** The same prompt, from where an earlier process ended. */
  goOn({ started, by, replies }: PickedUp): Promise<RunFinished> {
    const { journal, conversation, state, log } = this;
    const events = [...journal.earlier];
    const pauseIds = events.flatMap((event) => (event.type === 'pause' ? [event.id] : []));
    const prompts = createPromptQueue(this.host, journal, pauseIds);
    // Before the first event: from here on nothing is written with a secret in it.
    for (const { pause, reply } of replies) {
      if (typeof reply === 'object') prompts.storeCredential(pause.key ?? '', reply.credential);
      else if (isConsent(reply))
        prompts.memory.recordAgreement(questionKey(withPayloads(pause, journal.folder) as PauseEvent));
    }
    const root = started.seq;
    const scope = log.scope(started.invocation, started.agent);
    events.push(scope.emit({ type: 'run_resumed', by, parent: root }));
    for (const { pause, reply } of replies) {
      const { id, invocation, agent, parent } = pause;
      const under = parent === undefined ? {} : { parent };
      events.push(log.scope(invocation, agent).emit({ type: 'answer', id, answer: answerOf(reply), ...under }));
    }
    const restored = restoreSession(events, journal.folder, conversation, state);
    const history = new History(restored.events.filter((event) => event.seq >= root));
    const earlier = restored.events.filter((event) => event.seq > root);
    return this.play({ scope, root, callIds: restored.callIds, prompts, history, earlier });
  }

  private async play({ scope, root, callIds, prompts, history, earlier }: Start): Promise<RunFinished> {
    const { spec, conversation, state, log } = this;
    const { skills, registry, guards, guardSettings } = spec;
    const { signal } = log;
    const source = createSkillSource({ skills, ...(registry === undefined ? {} : { registry }) });
    const causes = causeFinder(source.findCached);
    const budget = budgetOf(spec, earlier);
    const { model } = spec.model;
    const callParser = new CallParser(callIds);
    const shared = { model, limits: modelLimitsOf(spec), state, prompts, budget, callParser };
    let tools: OpenTools | undefined;
    const end = await guarded(scope, root, budget, async () => {
      tools = await openTools(spec, {
        loop: shared,
        skills: source,
        scopeFor: (name) => log.scope(scope.invocation, name),
        note: (message) => void scope.emit({ type: 'note', message, parent: root }),
        registerSecret: (value) => this.journal.keepOut(value),
      });
      const { toolset } = tools;
      const { instruction } = spec.agent;
      const hooks = createGuards(guards, scope.invocation, causes, guardSettings);
      return runLoop({ ...shared, instruction, toolset, hooks, scope, conversation, history, signal, root });
    });
    tools?.close();
    source.close();
    spec.skillTools?.environment?.close();
    return this.finish(scope, root, end, prompts.waiting);
  }

  private finish(scope: Scope, root: number, end: LoopEnd, waiting: readonly string[]): RunFinished {
    const { broken, interruption } = this.log;
    if (interruption !== undefined) this.log.noteInterruption(interruption, scope, root);
    const ended: LoopEnd = broken === undefined ? end : { ...end, reason: 'model_error', error: broken };
    const event = scope.emit(finishedBody(ended, waiting, root));
    const { baseUrl, runs } = this.spec;
    const resumable = ended.reason === 'paused' || interruption !== undefined;
    if (!resumable && baseUrl !== undefined && hasQuery(baseUrl))
      forgetAddress({ runs, run: basename(this.journal.folder) });
    this.log.close();
    return event as RunFinished;
  }
}

/** A mistake of our own must not leave a run without its end: it becomes the run's error. */
async function guarded(scope: Scope, root: number, budget: Budget, loop: () => Promise<LoopEnd>): Promise<LoopEnd> {
  try {
    return await loop();
  } catch (error) {
    const message = `Internal error: ${messageOf(error)}`;
    scope.emit({ type: 'note', message: error instanceof Error ? (error.stack ?? message) : message, parent: root });
    return { reason: 'model_error', text: '', llmCalls: budget.calls, usage: budget.usage, error: message };
  }
}
