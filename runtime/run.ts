import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Skill } from '../skill/index.ts';
import type { Agent } from './agents/agent.ts';
import { approveLasting, isApproved } from './approvals/lasting.ts';
import { saidIn } from './approvals/said.ts';
import { messageOf } from './errors.ts';
import { causeFinder } from './guards/cause.ts';
import { guardsOf } from './guards/presets.ts';
import { secretsIn } from './journal/redact.ts';
import { newRunId } from './journal/run-id.ts';
import { JOURNAL_FILE, type Journal, openJournal } from './journal/writer.ts';
import { type Linked, linked } from './loop/abort.ts';
import { isConsent, shown } from './loop/asking.ts';
import { Budget } from './loop/budget.ts';
import { CallReader } from './loop/call-reader.ts';
import { Conversation } from './loop/conversation.ts';
import { Desk } from './loop/desk.ts';
import { History, NO_HISTORY } from './loop/history.ts';
import type { Host } from './loop/host.ts';
import { MODEL_LIMITS, type ModelLimits } from './loop/limits.ts';
import { runLoop } from './loop/loop.ts';
import type { LoopEnd } from './loop/loop-options.ts';
import { type Scope, scopeOf } from './loop/scope.ts';
import { SessionState } from './loop/state.ts';
import type { Tool, Toolset } from './loop/tools.ts';
import { forgetAddress, hasQuery, rememberAddress, shownAddress } from './models/address.ts';
import type { ReasoningLevel } from './models/reasoning.ts';
import type { ModelResult } from './models/registry.ts';
import type { GuardPreset, PauseEvent, RunEvent, RunEventDraft, RunFinished } from './protocol/events.ts';
import type { GuardSettings } from './protocol/guards.ts';
import { restoreSession, withPayloads } from './restore.ts';
import { answerOf, type PauseReply, type PickedUp, pickUp } from './resume.ts';
import type { ScriptExecutor } from './scripts/executor.ts';
import type { OpenTools } from './tools/agent-toolset.ts';
import { hasTools } from './tools/has-tools.ts';
import type { RunShared } from './tools/shared.ts';
import { type SkillRegistry, type SkillSource, skillSource } from './toolset/skill-source.ts';
import { type SkillToolsetOptions, skillToolset } from './toolset/skill-toolset.ts';

/** Everything that a run is, read and checked. */
export interface RunSpec {
  readonly prompt: string;
  readonly skills: readonly Skill[];
  readonly agent: Agent;
  /** Agents that can be called, by name. */
  readonly team?: ReadonlyMap<string, Agent>;
  /** Skills that they have of their own, for whoever looks at the run. */
  readonly calledSkills?: readonly Skill[];
  /** Modules of tools and MCP servers are started: for an agent that a person named, or in a trusted workspace. */
  readonly trusted?: boolean;
  /** Opens the model of a called agent that has one of its own. */
  readonly openModel?: (name: string) => Promise<ModelResult>;
  readonly model: { readonly model: LanguageModelV4; readonly name: string; readonly simulated: boolean };
  readonly baseUrl?: string;
  readonly guards: GuardPreset;
  /** What is set beside the preset: thresholds, exempt tools, no loop detector. */
  readonly guardSettings?: GuardSettings;
  /** Model calls of this invocation; 0 or less: no limit. */
  readonly maxLlmCalls: number;
  /** Tokens of this invocation, in and out; 0 or absent: no limit. */
  readonly maxTokens?: number;
  /** US dollars of this invocation; 0 or absent: no limit. */
  readonly maxCost?: number;
  /** How much the model was asked to think; told in `run_started`, for a resume. */
  readonly reasoning?: ReasoningLevel;
  /** Seconds that a model may say nothing. */
  readonly modelTimeout?: number;
  /** Seconds that a script may run, for a resume; the executor keeps to it. */
  readonly scriptTimeout?: number;
  /** The address that a person named a key for with this run. */
  readonly keyedFor?: string;
  /** A person is asked before modules and MCP servers are started; without it, naming the agent was the consent. */
  readonly asksForCode?: boolean;
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  /** Id of an earlier run whose conversation goes on with this prompt, in its journal. */
  readonly continues?: string;
  /** A run that was paused or killed, which goes on; `prompt` is that of its journal. */
  readonly resumes?: { readonly run: string; readonly replies: readonly PauseReply[] };
  /** The agent as it was asked for, and the folder that it was looked for in, for a resume. */
  readonly agentFile?: string;
  readonly folder?: string;
  /** Never written anywhere. */
  readonly secrets: readonly string[];
  readonly executor?: ScriptExecutor;
  readonly pool?: readonly Tool[];
  /** Where skills beside those offered can be found by searching. */
  readonly registry?: SkillRegistry;
  /** How the skill tools are offered. */
  readonly skillTools?: Pick<
    SkillToolsetOptions,
    'agentExecutor' | 'environment' | 'skillsFolder' | 'discovery' | 'prefix' | 'filter'
  >;
  readonly limits?: Partial<ModelLimits>;
  /** Stands between the skill tools and the loop: for a replay, which answers for them. */
  readonly aroundTools?: (toolset: Toolset) => Toolset;
  /** Said once at the beginning, e.g. which skills were left out. */
  readonly notes?: readonly string[];
  /** Writes to the journal's descriptor; for tests of a full disk. */
  readonly write?: (fd: number, bytes: Buffer) => number;
  /** Takes the events instead of a file in `runs`, of a new run without secrets. */
  readonly journal?: Journal;
}

export interface RunWatcher {
  readonly host: Host;
  /** Every event, after it was written to the journal. */
  readonly onEvent: (event: RunEvent) => void;
  /** Cancels the run, within 200 ms whatever its model and scripts do. */
  readonly signal: AbortSignal;
  /** Told of the run's id before anything of this process is written or shown. */
  readonly onBegin?: (run: string) => void;
}

export type StartResult =
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'started';
      readonly run: string;
      readonly journal: string;
      readonly finished: Promise<RunFinished>;
    };

/**
 * Starts a run, or goes on with one. What is wrong before it begins is a message; afterwards everything is an event,
 * `run_finished` the last.
 */
export function startRun(spec: RunSpec, watcher: RunWatcher): StartResult {
  const earlier = spec.resumes?.run ?? spec.continues;
  const run = earlier ?? newRunId();
  const folder = join(spec.runs, run);
  if (earlier !== undefined && !existsSync(join(folder, JOURNAL_FILE))) {
    return { kind: 'failed', message: `There is no run ${run} in ${spec.runs}` };
  }
  const opened =
    spec.journal !== undefined
      ? ({ kind: 'open', journal: spec.journal } as const)
      : openJournal({
          folder,
          secrets: [...spec.secrets, ...(spec.baseUrl === undefined ? [] : secretsIn(spec.baseUrl))],
          ...(spec.write === undefined ? {} : { write: spec.write }),
        });
  if (opened.kind === 'failed') return opened;
  const { journal } = opened;
  const running = new Running(spec, watcher, journal);
  const begins = (): void => {
    const place = { runs: spec.runs, run };
    if (spec.baseUrl !== undefined && hasQuery(spec.baseUrl)) rememberAddress(place, spec.baseUrl);
    else if (earlier !== undefined) forgetAddress(place);
    watcher.onBegin?.(run);
  };
  if (spec.resumes === undefined) {
    begins();
    return { kind: 'started', run, journal: journal.path, finished: running.begin(run) };
  }
  // Under the lock: whoever came second sees here what the first has done.
  const picked = pickUp(journal.earlier, spec.resumes.replies, watcher.host.present);
  if (picked.kind === 'failed') {
    journal.close();
    return picked;
  }
  begins();
  return { kind: 'started', run, journal: journal.path, finished: running.goOn(picked) };
}

class Running {
  private readonly spec: RunSpec;
  private readonly watcher: RunWatcher;
  private readonly journal: Journal;
  private readonly conversation = new Conversation();
  private readonly state = new SessionState();
  private readonly abort: Linked;
  /** Why the journal can no longer be written; the run ends then. */
  private broken: string | undefined;

  constructor(spec: RunSpec, watcher: RunWatcher, journal: Journal) {
    this.spec = spec;
    this.watcher = watcher;
    this.journal = journal;
    this.abort = linked(watcher.signal);
  }

  /** A new prompt, in a new run or in one that goes on with it. */
  begin(run: string): Promise<RunFinished> {
    const { journal, conversation, state, spec } = this;
    const { callIds, pauseIds } = restoreSession(journal.earlier, journal.folder, conversation, state);
    const scope = scopeOf((draft) => this.emit(draft), `inv-${randomBytes(6).toString('hex')}`, spec.agent.name);
    const root = this.started(scope, run);
    conversation.user(spec.prompt);
    this.closeCalls();
    return this.run(scope, root, callIds, this.desk(pauseIds), NO_HISTORY);
  }

  /** The same prompt, from where an earlier process ended. */
  goOn({ started, by, replies }: PickedUp): Promise<RunFinished> {
    const { journal, conversation, state } = this;
    const events = [...journal.earlier];
    const desk = this.desk(events.flatMap((event) => (event.type === 'pause' ? [event.id] : [])));
    // Before the first event: from here on nothing is written with a secret in it.
    for (const { pause, reply } of replies) {
      if (typeof reply === 'object') desk.keep(pause.key ?? '', reply.credential);
      else if (isConsent(reply)) desk.memory.agreed(shown(withPayloads(pause, journal.folder) as PauseEvent));
    }
    const sink = (draft: RunEventDraft): RunEvent => this.emit(draft);
    const scope = scopeOf(sink, started.invocation, started.agent);
    events.push(scope.emit({ type: 'run_resumed', by, parent: started.seq }));
    for (const { pause, reply } of replies) {
      const { id, parent } = pause;
      const body = {
        type: 'answer' as const,
        id,
        answer: answerOf(reply),
        ...(parent === undefined ? {} : { parent }),
      };
      events.push(scopeOf(sink, pause.invocation, pause.agent).emit(body));
    }
    const restored = restoreSession(events, journal.folder, conversation, state);
    const history = new History(restored.events.filter((event) => event.seq >= started.seq));
    return this.run(scope, started.seq, restored.callIds, desk, history, restored.events);
  }

  /** Calls of earlier prompts that waited for a person or were interrupted: the user has gone on without them. */
  private closeCalls(): void {
    const { earlier } = this.journal;
    const done = new Set(earlier.flatMap((event) => (event.type === 'tool_result' ? [event.parent] : [])));
    const error = 'Interrupted: the user went on without it.';
    for (const call of earlier) {
      if (call.type !== 'tool_call' || done.has(call.seq)) continue;
      const { id, tool, seq: parent } = call;
      const result = { error, error_code: 'CANCELLED' };
      const body = { type: 'tool_result' as const, id, tool, result, error_code: 'CANCELLED', durationMs: 0, parent };
      scopeOf((draft) => this.emit(draft), call.invocation, call.agent).emit(body);
    }
  }

  private desk(pauseIds: Iterable<string>): Desk {
    const { host } = this.watcher;
    const { folder } = this.journal;
    // A person is shown the whole question.
    const shown: Host = {
      present: host.present,
      preapproves: (kind) => host.preapproves(kind),
      answer: (pause, signal) => host.answer(withPayloads(pause, folder) as PauseEvent, signal),
    };
    const said = saidIn(basename(folder));
    return new Desk(shown, (secret) => this.journal.keepOut(secret), pauseIds, {
      isApproved,
      approve: approveLasting,
      hasAgreed: said.has,
      agreed: said.add,
    });
  }

  private async run(
    scope: Scope,
    root: number,
    usedIds: readonly string[],
    desk: Desk,
    history: History,
    earlier: readonly RunEvent[] = [],
  ): Promise<RunFinished> {
    const { spec, conversation, state } = this;
    const { skills, registry } = spec;
    const source = skillSource({ skills, ...(registry === undefined ? {} : { registry }) });
    const causes = causeFinder(source.known);
    const spent = earlier.filter((event) => event.seq > root);
    const budget = new Budget(
      {
        maxLlmCalls: spec.maxLlmCalls,
        ...(spec.maxTokens === undefined ? {} : { maxTokens: spec.maxTokens }),
        ...(spec.maxCost === undefined ? {} : { maxCost: spec.maxCost }),
      },
      spent.filter((event) => event.type === 'llm_request').length,
    );
    for (const event of spent) if (event.type === 'llm_response') budget.add(event.usage);
    const shared = {
      model: spec.model.model,
      limits: {
        ...MODEL_LIMITS,
        ...(spec.modelTimeout === undefined ? {} : { idleMs: spec.modelTimeout * 1000 }),
        ...spec.limits,
      },
      state,
      desk,
      budget,
      reader: new CallReader(usedIds),
    };
    let tools: OpenTools | undefined;
    const end = await this.guarded(scope, root, budget, async () => {
      tools = await this.openTools(scope, root, source, shared);
      return runLoop({
        ...shared,
        instruction: spec.agent.instruction,
        toolset: tools.toolset,
        hooks: guardsOf(spec.guards, scope.invocation, causes, spec.guardSettings),
        scope,
        conversation,
        history,
        signal: this.abort.signal,
        root,
      });
    });
    tools?.close();
    source.close();
    spec.skillTools?.environment?.close();
    return this.finish(scope, root, end, desk.waiting);
  }

  /** The skill tools alone, or with them all that the agent names; what that takes is loaded only then. */
  private async openTools(
    scope: Scope,
    root: number,
    skills: SkillSource,
    loop: RunShared['loop'],
  ): Promise<OpenTools> {
    const { spec } = this;
    const executor = spec.executor === undefined ? {} : { executor: spec.executor };
    const pool = spec.pool === undefined ? {} : { pool: spec.pool };
    const { agent, skillTools } = spec;
    const { aroundTools = (toolset: Toolset) => toolset } = spec;
    if (!hasTools(agent)) {
      const toolset = skillToolset({ source: skills, ...executor, ...pool, ...agent.skillToolset, ...skillTools });
      return { toolset: aroundTools(toolset), close: () => undefined };
    }
    const { openAgentTools } = await import('./tools/agent-toolset.ts');
    return openAgentTools({
      agent,
      ...(skillTools === undefined ? {} : { skillTools }),
      shared: {
        loop,
        scopeFor: (name) => scopeOf((draft) => this.emit(draft), scope.invocation, name),
        guards: spec.guards,
        guardSettings: spec.guardSettings ?? {},
        skills,
        ...executor,
        team: spec.team ?? new Map(),
        ...(spec.openModel === undefined ? {} : { openModel: spec.openModel }),
        trusted: spec.trusted === true,
        asksForCode: spec.asksForCode === true,
        note: (message) => void scope.emit({ type: 'note', message, parent: root }),
        keepSecret: (value) => this.journal.keepOut(value),
      },
    });
  }

  /** A mistake of our own must not leave a run without its end: it becomes the run's error. */
  private async guarded(scope: Scope, root: number, budget: Budget, loop: () => Promise<LoopEnd>): Promise<LoopEnd> {
    try {
      return await loop();
    } catch (error) {
      const message = `Internal error: ${messageOf(error)}`;
      scope.emit({ type: 'note', message: error instanceof Error ? (error.stack ?? message) : message, parent: root });
      return { reason: 'model_error', text: '', llmCalls: budget.calls, usage: budget.usage, error: message };
    }
  }

  private started(scope: Scope, run: string): number {
    const { spec } = this;
    const started = scope.emit({
      type: 'run_started',
      run,
      model: spec.model.name,
      ...(spec.baseUrl === undefined ? {} : { baseUrl: shownAddress(spec.baseUrl) }),
      skills: spec.skills.map(({ name, root }) => ({ name, root })),
      ...(spec.calledSkills === undefined
        ? {}
        : { calledSkills: spec.calledSkills.map(({ name, root }) => ({ name, root })) }),
      guards: spec.guards,
      ...(spec.guardSettings === undefined ? {} : { guardSettings: spec.guardSettings }),
      maxLlmCalls: spec.maxLlmCalls,
      ...(spec.maxTokens === undefined ? {} : { maxTokens: spec.maxTokens }),
      ...(spec.maxCost === undefined ? {} : { maxCost: spec.maxCost }),
      ...(spec.reasoning === undefined ? {} : { reasoning: spec.reasoning }),
      ...(spec.modelTimeout === undefined ? {} : { modelTimeout: spec.modelTimeout }),
      ...(spec.scriptTimeout === undefined ? {} : { scriptTimeout: spec.scriptTimeout }),
      prompt: spec.prompt,
      ...(spec.agentFile === undefined ? {} : { agentFile: spec.agentFile }),
      ...(spec.folder === undefined ? {} : { folder: spec.folder }),
      simulated: spec.model.simulated,
    });
    const notes = [...(spec.notes ?? [])];
    if (spec.maxLlmCalls <= 0) notes.push('There is no limit on model calls in this run.');
    for (const message of notes) scope.emit({ type: 'note', message, parent: started.seq });
    return started.seq;
  }

  private finish(scope: Scope, root: number, end: LoopEnd, waiting: readonly string[]): RunFinished {
    const ended: LoopEnd = this.broken === undefined ? end : { ...end, reason: 'model_error', error: this.broken };
    const { reason, text, llmCalls, usage, error, synthetic } = ended;
    const event = scope.emit({
      type: 'run_finished',
      reason,
      ...(reason === 'paused' ? { waiting } : {}),
      llmCalls,
      text,
      usage,
      ...(error === undefined ? {} : { error }),
      ...(synthetic === true ? { synthetic } : {}),
      parent: root,
    });
    const { baseUrl, runs } = this.spec;
    if (reason !== 'paused' && baseUrl !== undefined && hasQuery(baseUrl))
      forgetAddress({ runs, run: basename(this.journal.folder) });
    this.journal.close();
    this.abort.detach();
    return event as RunFinished;
  }

  /** Into the journal first, then to the watcher. A journal that cannot be written ends the run; it never throws. */
  private emit(draft: RunEventDraft): RunEvent {
    const appended = this.journal.append(draft);
    if (appended.kind === 'failed' && this.broken === undefined) {
      this.broken = appended.message;
      this.abort.abort();
    }
    this.watcher.onEvent(appended.event);
    return appended.event;
  }
}
