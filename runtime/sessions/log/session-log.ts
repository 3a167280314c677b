import { defined } from '../../../skill/index.ts';
import { addUsage, missingUsage } from '../../models/prices/usage.ts';
import type { Json, RunEvent, RunFinished, ToldSkill, Usage } from '../../protocol/events.ts';
import type { Fields } from '../../text/values.ts';
import type { CallOutcome, OpenCall } from './calls.ts';
import { ContextSkills } from './context-skills.ts';
import type { AnsweredCall, HookDecisions } from './hook-decisions.ts';
import type { RecordPosition } from './record.ts';
import { type Compaction, type Imported, type SessionEvent, type SkillLoaded, UNANSWERED } from './session-event.ts';
import type { SkillTracker } from './skill-tracker.ts';
import { type EventBody, type LoadedBody, Track, type TrackLog } from './track.ts';

export interface LogOptions {
  readonly run: string;
  readonly imported: Imported;
  /** Time of everything before the first event, in ISO 8601. */
  readonly startTime: string;
  readonly emit: (event: SessionEvent) => void;
  readonly skills: SkillTracker;
  /** The skills in the conversation that the session continues; by default none. */
  readonly context?: ContextSkills;
  /** Adds estimated costs to the usage of model calls, but not to totals; by default none. */
  readonly priceOf?: (usage: Usage, model: string | undefined, time: string) => Usage;
  /** The decisions of Skillwright's hooks in the session; absent if it had none, or they are not asked for. */
  readonly decisions?: HookDecisions;
  /** Reads the file of a sub-agent into `log` as a part of a call, if there is one; without an id, by what the call asks for. */
  readonly readSubagent?: (id: string | undefined, log: SessionLog, call: OpenCall) => void;
}

/** Events that arrive before the first prompt wait for it, up to this number. */
const MAX_EARLY = 1000;

/**
 * Converts the findings of a session's reader to the events of a run. Each prompt of the user starts a part of the run
 * with `run_started` and ends with `run_finished`, as in our own journals. Holds no more than one model call and its
 * results in memory, and the ids of the calls.
 */
export class SessionLog implements TrackLog {
  readonly main: Track;
  readonly skills: SkillTracker;
  /** Number of model calls, including those of sub-agents. */
  steps = 0;
  /** Tokens and cost so far, without files of sub-agents. */
  total: Usage = {};
  /** The session's own total, if the reader found one. */
  reported: Usage | undefined;
  /** File of the sub-agent whose records are being read. */
  sourceFile: string | undefined;
  /** The files that the texts of a run of ours tell the model to read, as its journal has them. */
  instructed: readonly ToldSkill[] | undefined;
  /** Names of the tools offered, if the session has them. */
  tools: readonly string[] = [];

  private readonly options: LogOptions;
  private readonly context: ContextSkills;
  private seq = 0;
  private prompts = 0;
  private start: number | undefined;
  private waiting: { text: string; readonly time: string; readonly records: number[] } | undefined;
  private early: (() => void)[] = [];
  private usage: Usage = {};
  private stepsBefore = 0;
  private lastTime: string | undefined;
  private model = 'unknown';
  /** The model in the latest `run_started`. */
  private promptModel = 'unknown';
  private promptEnd: Pick<RunFinished, 'reason' | 'text' | 'error'> = NOT_ANSWERED;
  private readonly calls = new Map<string, OpenCall>();
  /** Open calls whose ids were reused by later calls. */
  private readonly displaced: OpenCall[] = [];
  private readonly answered = new Set<string>();
  private readonly subagents = new Map<string, Track>();
  /** Records that the end of the current prompt was computed from. */
  private endRecords: number[] = [];
  private passesOn = false;

  constructor(options: LogOptions) {
    this.options = options;
    this.skills = options.skills;
    this.context = options.context ?? new ContextSkills();
    this.main = new Track(this, 'agent');
  }

  /** Returns a log for records whose events another session has: it learns about skills, and writes nothing. */
  withoutEvents(): SessionLog {
    const { run, imported, startTime, skills } = this.options;
    return new SessionLog({ run, imported, startTime, skills, context: this.context, emit: () => undefined });
  }

  /** The time of the latest event, or that of the start. */
  get latestTime(): string {
    return this.lastTime ?? this.options.startTime;
  }

  /** Sets the model of the next model calls, as `PROVIDER/ID`. */
  setModel(model: string): void {
    this.model = model;
  }

  /** Adds a prompt of the user. Prompts without a reply in between are joined. */
  prompt(text: string, at: RecordPosition): void {
    this.main.flush();
    if (this.waiting !== undefined) {
      this.waiting.text += `\n\n${text}`;
      this.waiting.records.push(at.record);
      return;
    }
    this.finishPrompt(Date.parse(at.time));
    this.waiting = { text, time: at.time, records: [at.record] };
    this.main.recordInput(at.time);
  }

  /**
   * Adds a message for the user.
   * @param compacted what replaces the conversation before
   * @param repeated skills whose texts are in what replaces it
   */
  note(
    message: string,
    at: RecordPosition,
    compacted?: Omit<Compaction, 'lost' | 'kept'>,
    repeated: readonly string[] = [],
  ): void {
    this.main.flush();
    const extra = compacted === undefined ? {} : { compacted: this.compaction(compacted, repeated) };
    this.later(() => this.write({ type: 'note', message, ...extra, parent: this.startSeq() }, at.time, [at.record]));
  }

  /** Adds the skills that a compaction loses. That of a sub-agent's file is not one of the session's conversation. */
  private compaction(compacted: Compaction, repeated: readonly string[]): Compaction {
    if (this.sourceFile !== undefined) return compacted;
    const { lost, kept } = this.context.compact(compacted.keptFrom, repeated);
    return {
      ...compacted,
      ...defined<Partial<Compaction>>({
        lost: lost.length === 0 ? undefined : lost,
        kept: kept.length === 0 ? undefined : kept,
      }),
    };
  }

  /** Adds a record of an unknown type. */
  raw(record: Fields, at: RecordPosition): void {
    this.later(() =>
      this.write({ type: 'raw_record', record: record as Json, parent: this.startSeq() }, at.time, [at.record]),
    );
  }

  /** Records that the text of a skill was added to the conversation other than by a call. */
  recordSkillLoad(skill: string, by: SkillLoaded['by'], folder: string | undefined, at: RecordPosition): void {
    this.skills.recordLoad(skill, folder);
    this.recordInContext(skill, by, at.record);
    this.later(() => this.writeLoaded(defined({ skill, by, folder }), this.startSeq(), at.time, [at.record]));
  }

  /** Records that the client added the text of a skill again, after a compaction. */
  recordSkillAgain(skill: string, folder: string | undefined, at: RecordPosition): void {
    this.main.flush();
    this.context.load(skill, at.record);
    const body = defined<LoadedBody>({ skill, by: 'client', folder, again: true });
    this.later(() => this.writeLoaded(body, this.startSeq(), at.time, [at.record]));
  }

  recordInContext(skill: string, by: SkillLoaded['by'], record: number): void {
    // What a client adds by itself starts a sub-agent.
    if (this.sourceFile === undefined && by !== 'client') this.context.load(skill, record);
  }

  writeLoaded(body: LoadedBody, parent: number, time: string, records: readonly number[]): void {
    const current = this.skills.currentFolder(body.skill);
    const later = this.skills.places.takeLater();
    this.write(defined<EventBody>({ type: 'skill_loaded', ...body, current, later, parent }), time, records);
  }

  /** Records that the user or the client stopped the model. */
  recordInterruption(error: string): void {
    this.promptEnd = { reason: 'cancelled', text: '', error };
    this.main.interrupted = this.promptEnd;
  }

  /** Registers a call of a model. */
  registerCall(call: OpenCall): void {
    const sameId = this.calls.get(call.id);
    if (sameId !== undefined) this.displaced.push(sameId);
    this.calls.set(call.id, call);
    this.answered.delete(call.id);
  }

  /** Returns the call with this id that has no result yet. */
  openCall(id: string | undefined): OpenCall | undefined {
    return id === undefined ? undefined : this.calls.get(id);
  }

  /** True if the latest call with this id has its result. */
  isAnswered(id: string): boolean {
    return this.answered.has(id);
  }

  /** Returns the sub-agent that a call started; the main agent if there is no such call. */
  subagent(callId: string): Track {
    const known = this.subagents.get(callId);
    const call = this.openCall(callId);
    if (known !== undefined || call === undefined) return known ?? this.main;
    const track = new Track(this, call.tool, call);
    this.subagents.set(callId, track);
    return track;
  }

  /** Adds the part of a reported total that no model call accounts for. */
  addReported(total: Usage, at: RecordPosition): void {
    this.flush();
    this.startSeq();
    const rest = missingUsage(total, this.total);
    this.usage = addUsage(this.usage, rest);
    this.total = addUsage(this.total, rest);
    this.endRecords.push(at.record);
  }

  /**
   * Adds a record to those that the end of the prompt is computed from, for a record whose content is already in the
   * log.
   */
  addToEnd(at: RecordPosition): void {
    this.endRecords.push(at.record);
  }

  /** Passes on an event of one of our own journals as it is. */
  passOn(event: RunEvent, at: RecordPosition): void {
    this.passesOn = true;
    if (event.type === 'llm_request') this.steps++;
    if (event.type === 'llm_response') this.total = addUsage(this.total, event.usage);
    if (event.type === 'run_finished') this.instructed = event.instructed ?? this.instructed;
    const { imported } = this.options;
    const origin = event.type === 'run_started' ? { imported } : {};
    this.options.emit({ ...event, ...origin, source: { records: [at.record] } } as SessionEvent);
  }

  /** Passes on a record of a journal that is not an event, after the event with this `seq`. */
  passRaw(record: Fields, seq: number, at: RecordPosition): void {
    this.passesOn = true;
    const { time, record: number } = at;
    const base = { seq, time, invocation: this.options.run, agent: 'agent', source: { records: [number] } };
    this.options.emit({ ...base, type: 'raw_record', record: record as Json });
  }

  /** Returns the open calls, in order. */
  get openCalls(): readonly OpenCall[] {
    return [...this.calls.values()];
  }

  /** Adds the result of a call. Returns `duplicate` if it has one already, and undefined if there is no such call. */
  result(id: string | undefined, outcome: CallOutcome, at: RecordPosition): 'used' | 'duplicate' | undefined {
    const call = this.openCall(id);
    if (call === undefined) return id !== undefined && this.answered.has(id) ? 'duplicate' : undefined;
    this.calls.delete(call.id);
    this.answered.add(call.id);
    call.track.answer(call, outcome, at);
    return 'used';
  }

  readSubagent(id: string | undefined, call: OpenCall): void {
    this.options.readSubagent?.(id, this, call);
  }

  /** Ends the log: adds results for calls without one, and the end of the last prompt. */
  end(time: string): void {
    if (this.passesOn) return;
    this.flush();
    this.lastTime ??= time;
    for (const call of [...this.displaced, ...this.openCalls]) {
      call.track.flush();
      call.track.abandon(call, this.lastTime);
    }
    if (this.start === undefined && this.waiting === undefined) this.startPrompt();
    this.finishPrompt();
  }

  /** Sets the end of the current prompt, unless later records change it. */
  setEnd(end: Pick<RunFinished, 'reason' | 'text' | 'error'>): void {
    this.promptEnd = end;
  }

  addUsage(usage: Usage, model: string | undefined): void {
    this.usage = addUsage(this.usage, usage);
    if (this.sourceFile === undefined) this.total = addUsage(this.total, usage);
    if (model !== undefined) this.model = model;
    this.steps++;
  }

  withPrice(usage: Usage, model: string | undefined, time: string): Usage {
    return this.options.priceOf?.(usage, model ?? this.model, time) ?? usage;
  }

  /** Returns the `seq` of the current `run_started`, which is written if it has not been. */
  startSeq(model?: string): number {
    if (model !== undefined) this.model = model;
    if (this.start === undefined || this.waiting !== undefined) this.startPrompt();
    return this.start ?? 0;
  }

  otherModel(model: string | undefined): string | undefined {
    return model === this.promptModel ? undefined : model;
  }

  /** Writes an event and returns its `seq`. */
  write(body: EventBody, time: string, records: readonly number[], agent = 'agent'): number {
    const seq = ++this.seq;
    if (this.sourceFile === undefined) this.lastTime = time;
    const file = this.sourceFile === undefined ? {} : { file: this.sourceFile };
    const source = records.length === 0 ? {} : { source: { records: [...new Set(records)], ...file } };
    this.options.emit({
      seq,
      time,
      ...body,
      invocation: `${this.options.run}-${this.prompts}`,
      agent,
      ...source,
    } as SessionEvent);
    return seq;
  }

  /** Calls `write` after the start of the run, which is delayed until the model is known. */
  private later(write: () => void): void {
    if (this.start !== undefined && this.waiting === undefined) write();
    else this.early.push(write);
    if (this.early.length > MAX_EARLY) this.startPrompt();
  }

  /** Writes everything that was read so far. */
  settle(): void {
    this.flush();
    this.startSeq();
  }

  /** Writes the buffered events of the main agent and all sub-agents, so that their tokens are counted. */
  private flush(): void {
    this.main.flush();
    for (const track of this.subagents.values()) track.flush();
  }

  private startPrompt(): void {
    const { text, time, records } = this.waiting ?? { text: '', time: this.latestTime, records: [] };
    this.waiting = undefined;
    this.prompts++;
    this.usage = {};
    this.stepsBefore = this.steps;
    this.promptEnd = this.main.interrupted ?? NOT_ANSWERED;
    const { run, imported: origin, skills } = this.options;
    const directory = skills.firstDirectory;
    const imported = directory === undefined ? origin : { ...origin, directory };
    const seq = this.seq + 1;
    this.start = seq;
    this.promptModel = this.model;
    const body = {
      type: 'run_started' as const,
      run,
      model: this.model,
      skills: [],
      guards: 'off' as const,
      maxLlmCalls: 0,
      prompt: text,
      simulated: false,
      imported,
    };
    this.write(body, time, records);
    const early = this.early;
    this.early = [];
    for (const write of early) write();
  }

  writeDecisions(call: AnsweredCall, agent: string): void {
    for (const body of this.options.decisions?.about(call) ?? []) this.write(body, call.end, [], agent);
  }

  /** @param until when the next prompt begins, in epoch milliseconds; absent for the last one */
  private finishPrompt(until?: number): void {
    if (this.waiting !== undefined) this.startPrompt();
    if (this.start === undefined) return;
    for (const [at, body] of this.options.decisions?.until(until, this.start) ?? [])
      this.write(body, laterOf(new Date(at), this.latestTime), []);
    const { usage } = this;
    const body = { type: 'run_finished', llmCalls: this.steps - this.stepsBefore, usage, ...this.promptEnd } as const;
    this.write({ ...body, parent: this.start }, this.latestTime, this.endRecords);
    this.endRecords = [];
    this.start = undefined;
    this.main.interrupted = undefined;
  }
}

/** Returns the later one of two times, in ISO 8601. */
function laterOf(one: Date, other: string): string {
  return one.getTime() > Date.parse(other) ? one.toISOString() : other;
}

const NOT_ANSWERED = { reason: 'cancelled', text: '', error: UNANSWERED } as const;
