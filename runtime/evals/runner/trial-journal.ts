import { basename } from 'node:path';
import { defined } from '../../../skill/index.ts';
import type { Redactor } from '../../journal/redact.ts';
import type { Journal } from '../../journal/writer.ts';
import type { RunEvent, RunEventDraft, RunFinished, RunStarted, SkillFile, Usage } from '../../protocol/events.ts';
import type { SessionEvent } from '../../sessions/log/session-event.ts';

export interface TrialJournalOptions {
  /** Opened without secrets: events of the session are redacted already, and searching them takes long. */
  readonly journal: Journal;
  /** Redacts everything else. */
  readonly redactor: Redactor;
  /** Fields of `run_started` that replace those of the session. */
  readonly start: Pick<RunStarted, 'run' | 'skills' | 'prompt' | 'install' | 'client' | 'runner'> &
    Partial<Pick<RunStarted, 'model' | 'workspace'>>;
  /** ISO 8601: when the client was started. */
  readonly startTime: string;
  /** Names of skills by those that the client uses, where they differ. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Writes the session of a client as the journal of a trial: with the prompt, the skills and the times of the trial, which
 * sessions lack in part. Its end is held back until everything else is written.
 */
export class TrialJournal {
  /** Names of the skills that were loaded. */
  readonly loaded = new Set<string>();
  llmCalls = 0;
  /** Id of the client that wrote the session, if it is known. */
  client: string | undefined;
  /** A message if the journal cannot be written. */
  problem: string | undefined;
  private readonly options: TrialJournalOptions;
  /** `seq`s of the session by those of the journal, where they differ. */
  private readonly moved = new Map<number, number>();
  private held: RunFinished | undefined;
  private lastSeq = 0;
  private estimatedUsd: number | undefined;

  constructor(options: TrialJournalOptions) {
    this.options = options;
  }

  /** The error with which the session ended, if it did. */
  get error(): string | undefined {
    return this.held?.error;
  }

  /** Adds an event of the session. */
  add(event: SessionEvent): void {
    this.release();
    this.client ??= event.imported?.client;
    const renamed = this.renamed(event);
    const skill = loadedSkill(renamed);
    if (skill !== undefined) this.loaded.add(skill);
    if (renamed.type === 'llm_request') this.llmCalls++;
    if (renamed.type === 'llm_response' && renamed.usage.costUsd !== undefined)
      this.estimatedUsd = (this.estimatedUsd ?? 0) + renamed.usage.costUsd;
    if (renamed.type === 'run_finished') this.held = renamed;
    else if (renamed.type === 'run_started') this.start(renamed);
    else this.write(renamed as RunEvent, renamed.time);
  }

  /** Adds an event of the trial itself, below its start. */
  append(draft: RunEventDraft): void {
    this.startIfMissing();
    this.writeOwn({ ...draft, parent: 1 } as RunEventDraft);
  }

  /**
   * Writes the end.
   * @param error the reason why the trial is not valid; absent if it is
   * @returns the end, whose cost is the reported one, or that of its model calls by list prices
   */
  finish(error: string | undefined): RunFinished {
    this.startIfMissing();
    const { held, estimatedUsd } = this;
    const reported: Usage = held?.usage ?? {};
    const usage: Usage =
      reported.costUsd !== undefined || estimatedUsd === undefined
        ? reported
        : { ...reported, costUsd: estimatedUsd, costSource: 'estimated' };
    const draft: RunEventDraft = defined({
      ...this.base(held),
      type: 'run_finished',
      reason: error === undefined ? (held?.reason ?? 'model_error') : 'model_error',
      llmCalls: this.llmCalls,
      text: held?.text ?? '',
      usage,
      parent: 1,
      error: error === undefined ? held?.error : this.options.redactor.text(error),
    });
    this.held = undefined;
    return this.write(draft) as RunFinished;
  }

  private startIfMissing(): void {
    if (this.lastSeq > 0) return;
    const { start } = this.options;
    const settings = { guards: 'off', maxLlmCalls: 0, simulated: false, model: 'unknown' } as const;
    this.writeOwn({ ...this.base(), type: 'run_started', ...settings, ...start }, this.options.startTime);
  }

  private start(event: RunStarted): void {
    const { start, startTime } = this.options;
    const isFirst = this.lastSeq === 0;
    // The session's model is more exact than the one that was asked for.
    const { model = 'unknown', ...rest } = start;
    const own = { ...rest, model: event.model === 'unknown' ? model : event.model };
    // The file is a temporary one.
    const { imported } = event as SessionEvent;
    const origin = imported === undefined ? {} : { imported: { ...imported, file: basename(imported.file) } };
    if (isFirst) this.writeOwn({ ...event, ...own, ...origin }, startTime);
    else this.writeOwn({ ...event, run: start.run, skills: start.skills }, event.time);
  }

  /** Writes an end that turned out not to be the last one. */
  private release(): void {
    const { held } = this;
    this.held = undefined;
    if (held !== undefined) this.write(held, held.time);
  }

  /** Writes an event that is not only the session's. */
  private writeOwn(event: RunEvent | RunEventDraft, time?: string): void {
    this.write(this.options.redactor.event(event as RunEvent), time);
  }

  private write(event: RunEvent | RunEventDraft, time?: string): RunEvent {
    const { seq, parent } = event as RunEvent;
    const { seq: _seq, time: _time, ...draft } = event as RunEvent;
    const above = parent === undefined ? {} : { parent: this.moved.get(parent) ?? parent };
    // Overrides the time of writing.
    const at = time === undefined ? {} : { time };
    const result = this.options.journal.append({ ...draft, ...above, ...at } as RunEventDraft);
    if (result.kind === 'failed') this.problem ??= result.message;
    this.lastSeq = result.event.seq;
    if (seq !== undefined && seq !== this.lastSeq) this.moved.set(seq, this.lastSeq);
    return result.event;
  }

  private base(like?: RunEvent): { readonly invocation: string; readonly agent: string } {
    return { invocation: like?.invocation ?? this.options.start.run, agent: like?.agent ?? 'agent' };
  }

  private renamed(event: SessionEvent): SessionEvent {
    const { names } = this.options;
    if (names.size === 0) return event;
    const rename = <T extends SkillFile>(file: T): T => ({ ...file, skill: names.get(file.skill) ?? file.skill });
    if (event.type === 'skill_loaded') return { ...event, skill: names.get(event.skill) ?? event.skill };
    if (event.type !== 'tool_result') return event;
    const { read, miss } = event;
    return {
      ...event,
      ...defined<Pick<typeof event, 'read' | 'miss'>>({ read: read && rename(read), miss: miss && rename(miss) }),
    };
  }
}

/** Returns the name of the skill that an event of a session certainly loads; undefined for other events. */
export function loadedSkill(event: SessionEvent): string | undefined {
  if (event.type === 'skill_loaded') return event.skill;
  if (event.type !== 'tool_result' || event.error_code !== undefined) return undefined;
  return event.read?.path === 'SKILL.md' && event.unproven !== true ? event.read.skill : undefined;
}
