import { defined } from '../../skill/index.ts';
import { addUsage } from '../models/prices/usage.ts';
import type { Cause, FileMiss, LaterMiss, Usage } from '../protocol/events.ts';
import type { SessionOutcome } from '../protocol/session-rows.ts';
import { OwnRun } from '../run/own-run.ts';
import { saysNotStarted } from './log/failures.ts';
import {
  type Imported,
  type ImportFinished,
  type MissCause,
  type ReadFile,
  type SessionEvent,
  type SkillLoaded,
  UNANSWERED,
} from './log/session-event.ts';

/** A skill that a session loaded. */
export interface UsedSkill {
  readonly skill: string;
  readonly by: readonly SkillLoaded['by'][];
  /** Number of times that its text was added to the conversation, if that was more than once. */
  readonly times?: number;
}

/** A file that a session missed. */
export interface MissedFile extends FileMiss {
  readonly count: number;
  /** The paths or names with which the same file or skill was sought afterwards, in other places. */
  readonly alsoAsked?: readonly string[];
  /** The words that led to it, on one line and shortened; absent if they are not known. */
  readonly words?: string;
}

/** Maximum number of further places of a miss that are listed. */
const MAX_ASKED = 10;
/** Maximum length of the words, in characters. */
const MAX_WORDS = 200;

/** Collects what a session did with skills from its events. */
export class SessionSummary {
  imported: Imported | undefined;
  /** ISO 8601, of the first event. */
  time = '';
  /** ISO 8601, of the last event. */
  endTime = '';
  /** The first prompt that is not empty. */
  title = '';
  model = '';
  prompts = 0;
  toolCalls = 0;
  /** The end of the latest prompt; undefined while it runs, or if the session does not say. */
  outcome: SessionOutcome | undefined;
  readonly misses = new Map<string, MissedFile & { count: number }>();
  /** The words in the current skills, by the keys of `misses`. */
  readonly currentCauses = new Map<string, Cause>();
  /** Bundled files as `SKILL/PATH`. */
  readonly filesRead = new Set<string>();
  readonly scriptsRun = new Set<string>();
  /** Files that calls name, without a sign that they were read or run. */
  private readonly filesRequested = new Set<string>();
  /** Numbers of requests into skills that found something, by the skill: those whose results the session has. */
  private readonly found = new Map<string, number>();
  /** Runs of scripts without any output, by the skill. */
  private readonly silent = new Map<string, number>();
  private hasResults = false;
  /** Names of the skills of our own runs, which were offered. */
  readonly offered = new Set<string>();
  private readonly own = new OwnRun();
  /** The keys of the latest misses by the `seq`s of their results. */
  private readonly missKeys = new Map<number, string>();
  /** The `seq` of the first result with each miss. */
  private readonly firstResults = new Map<string, number>();
  private readonly loads = new Map<string, Set<SkillLoaded['by']>>();
  /** The `seq` of the latest call that did not start. */
  private notStarted: number | undefined;
  private readonly loadCounts = new Map<string, number>();
  /** The sum of the costs that are estimated by list prices. */
  private estimatedCost: number | undefined;
  /** The usage of each invocation so far. */
  private readonly usages = new Map<string, Usage>();

  /** Tokens and cost of all prompts. */
  get usage(): Usage {
    return [...this.usages.values()].reduce(addUsage, {});
  }

  /** The cost of all prompts by list prices, if the session has no cost and the price list has a model of it. */
  get estimatedCostUsd(): number | undefined {
    return this.usage.costUsd === undefined ? this.estimatedCost : undefined;
  }

  /** Bundled files, and skills as `SKILL/SKILL.md`, that were requested, and of which no result shows that they were read or run. */
  get requested(): readonly string[] {
    const isKnown = (file: string): boolean =>
      this.filesRead.has(file) || this.scriptsRun.has(file) || this.loads.has(file.replace(/\/SKILL\.md$/, ''));
    return [...this.filesRequested].filter((file) => !isKnown(file));
  }

  get skills(): readonly UsedSkill[] {
    return [...this.loads].map(([skill, by]) => {
      const times = this.loadCounts.get(skill) ?? 1;
      return defined({ skill, by: [...by], times: times > 1 ? times : undefined });
    });
  }

  /**
   * The number of requests of the model into each skill: its loads, reads, runs and counted misses. Absent for a session that
   * does not show what became of them.
   */
  get requests(): Readonly<Record<string, number>> {
    const counts = new Map(this.found);
    const add = (skill: string, count: number): void => void counts.set(skill, (counts.get(skill) ?? 0) + count);
    if (this.hasResults) for (const [skill, count] of this.silent) add(skill, count);
    for (const miss of this.misses.values()) if (this.counts(miss)) add(miss.skill, miss.count);
    return Object.fromEntries(counts);
  }

  /** True for a miss that rates count: not of a list of a folder, or of a pattern of several files. */
  private counts({ asked, kind }: MissedFile): boolean {
    // Journals of our earlier versions do not say what was asked for.
    return asked !== undefined || (this.isOwn && kind !== 'search');
  }

  add(event: SessionEvent): void {
    this.endTime = event.time;
    switch (event.type) {
      case 'run_started':
        this.imported ??= event.imported;
        this.time ||= event.time;
        if (this.model === '' || this.model === 'unknown') this.model = event.model;
        if (typeof event.prompt === 'string') this.title ||= event.prompt.trim();
        this.prompts++;
        this.outcome = undefined;
        if (this.isOwn) for (const { name } of event.skills) this.offered.add(name);
        return;
      case 'skill_loaded':
        for (const one of event.later ?? []) this.correct(one);
        if (event.parent !== undefined && event.parent === this.notStarted) return;
        this.loads.set(event.skill, (this.loads.get(event.skill) ?? new Set()).add(event.by));
        // A load by a call is counted with its result: some clients record it twice.
        if (event.by === 'user' || (event.by === 'client' && event.again !== true)) this.countLoad(event.skill);
        return;
      case 'tool_call':
        this.toolCalls++;
        if (this.isOwn) this.own.call(event.seq, event.tool, event.args);
        return;
      case 'tool_result':
        this.result(this.isOwn ? this.complete(this.withoutReads(event)) : event);
        return;
      case 'guard':
        this.addWords(event);
        return;
      case 'llm_response':
        this.addUsage(event);
        return;
      case 'run_finished':
        // The total of the invocation. It includes what earlier processes spent before the run was resumed, and what a
        // client reports in addition to its model calls.
        this.usages.set(event.invocation, event.usage);
        this.outcome = event.error === UNANSWERED ? 'unanswered' : event.reason;
        return;
      default:
        return;
    }
  }

  private addUsage({ invocation, usage }: Extract<SessionEvent, { readonly type: 'llm_response' }>): void {
    const { costUsd, costSource, priceDate, ...rest } = usage;
    const isEstimate = costSource === 'estimated' && !this.isOwn;
    if (isEstimate && costUsd !== undefined) this.estimatedCost = (this.estimatedCost ?? 0) + costUsd;
    this.usages.set(invocation, addUsage(this.usages.get(invocation) ?? {}, isEstimate ? rest : usage));
  }

  private get isOwn(): boolean {
    // A journal of ours has no origin, unless it is imported.
    return this.imported === undefined || /^skillwright(?:$|-)/.test(this.imported.format);
  }

  /**
   * Returns a result of our own journals without what a command that did not start would have read and run: those of earlier
   * versions have it.
   */
  private withoutReads(event: Extract<SessionEvent, { readonly type: 'tool_result' }>): typeof event {
    const { error_code: code, result, parent } = event;
    if (code !== 'TOOL_ERROR' || typeof result !== 'string' || !saysNotStarted(result)) return event;
    this.notStarted = parent;
    const { read: _, ran: __, alsoRead: ___, ...rest } = event;
    return rest;
  }

  /** Adds the findings that imports record about results to those of our own runs, which lack them. */
  private complete(event: Extract<SessionEvent, { readonly type: 'tool_result' }>): typeof event {
    const { loaded, ...findings } = this.own.result(event);
    if (loaded !== undefined && findings.read === undefined) this.found.set(loaded, (this.found.get(loaded) ?? 0) + 1);
    if (loaded !== undefined) this.loads.set(loaded, (this.loads.get(loaded) ?? new Set()).add('tool'));
    return { ...event, ...findings };
  }

  /** Adds the words of a guard's decision to the miss that it is about. */
  private addWords({ cause, evidence }: Extract<SessionEvent, { readonly type: 'guard' }>): void {
    const key = this.missKeys.get(evidence.at(-1) ?? 0);
    const miss = key === undefined ? undefined : this.misses.get(key);
    const words = wordsOf(cause === undefined ? undefined : { recorded: cause });
    if (key !== undefined && miss !== undefined && miss.words === undefined && words !== undefined)
      this.misses.set(key, { ...miss, words });
  }

  private result(event: Extract<SessionEvent, { readonly type: 'tool_result' }>): void {
    const { read, ran, unproven, alsoRead = [] } = event;
    const first = read === undefined ? [] : [defined<ReadFile>({ ...read, ran: ran || undefined, unproven })];
    const named = [...first, ...alsoRead];
    // A file that a call names, and perhaps neither read nor ran, was requested.
    for (const { skill, path, unproven: isUnproven } of named)
      if (isUnproven === true) this.filesRequested.add(`${skill}/${path}`);
    const files = named.filter((one) => one.unproven !== true);
    const hasText = hasContent(event.result);
    this.hasResults ||= hasText;
    for (const { skill, ran: isRun } of files) {
      const counts = hasText ? this.found : isRun === true ? this.silent : undefined;
      counts?.set(skill, (counts.get(skill) ?? 0) + 1);
    }
    for (const { skill, path } of files) if (path === 'SKILL.md') this.countLoad(skill);
    for (const { skill, path, ran: isRun } of files)
      if (path !== 'SKILL.md') (isRun === true ? this.scriptsRun : this.filesRead).add(`${skill}/${path}`);
    const { miss, cause, alsoMissed = [], later = [] } = event;
    for (const one of later) this.correct(one);
    if (miss === undefined) return;
    if (this.isOwn) this.missKeys.set(event.seq, keyOf(miss));
    this.addMiss(miss, cause, event.seq);
    for (const { cause: one, ...other } of alsoMissed) this.addMiss(other, one, event.seq);
  }

  private countLoad(skill: string): void {
    this.loadCounts.set(skill, (this.loadCounts.get(skill) ?? 0) + 1);
  }

  /** Adds what a later call says about a miss: its true place, or that the session created the file. */
  private correct({ result, skill, path, reason, place, created }: LaterMiss): void {
    for (const [key, miss] of this.misses) {
      if (miss.skill !== skill || miss.path !== path) continue;
      if (created === true && miss.count <= 1) this.misses.delete(key);
      else if (created === true) this.misses.set(key, { ...miss, count: miss.count - 1 });
      else {
        // Further places that were tried for the file do not change the kind.
        const first = this.firstResults.get(key) === result ? reason : undefined;
        this.misses.set(key, defined({ ...miss, reason: first ?? miss.reason, place: place ?? miss.place }));
      }
    }
  }

  /** Adds a request in another place to the miss that it repeats. Returns false if there is none. */
  private addAgain({ skill, path, asked, place }: FileMiss): boolean {
    const found = [...this.misses].find(([, miss]) => miss.skill === skill && miss.path === path);
    if (found === undefined) return false;
    const [key, miss] = found;
    const others = miss.alsoAsked ?? [];
    const isNew = asked !== undefined && asked !== miss.asked && !others.includes(asked) && others.length < MAX_ASKED;
    const alsoAsked = isNew ? [...others, asked] : miss.alsoAsked;
    this.misses.set(key, defined({ ...miss, alsoAsked, place: miss.place ?? place }));
    return true;
  }

  private addMiss(miss: FileMiss, cause: MissCause | undefined, result: number): void {
    if (miss.again === true && this.addAgain(miss)) return;
    const key = keyOf(miss);
    const known = this.misses.get(key);
    const current = cause?.current;
    if (current !== undefined && !this.currentCauses.has(key)) this.currentCauses.set(key, current);
    if (known !== undefined) {
      const outside = miss.outside ?? known.outside;
      this.misses.set(key, defined({ ...known, outside, count: known.count + 1 }));
      return;
    }
    const words = wordsOf(cause);
    this.firstResults.set(key, result);
    this.misses.set(key, defined({ ...miss, count: 1, words }));
  }
}

/** True if a result, or any part of it, has a text. */
function hasContent(result: unknown): boolean {
  if (typeof result === 'string') return result.trim() !== '';
  return typeof result === 'object' && result !== null && Object.values(result).some(hasContent);
}

const keyOf = ({ skill, path, kind }: FileMiss): string => `${skill}/${path} ${kind}`;

/** Returns the words of a cause as summaries have them: on one line and shortened. */
export function shortWords({ text }: Pick<Cause, 'text'>): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
}

function wordsOf(cause: MissCause | undefined): string | undefined {
  const known = cause?.recorded ?? cause?.current;
  return known === undefined ? undefined : shortWords(known);
}

/** Returns the number of model calls of a session, with those in the files of sub-agents. */
export function allSteps({ steps, subagents = [] }: Pick<ImportFinished, 'steps' | 'subagents'>): number {
  return subagents.reduce((sum, one) => sum + one.steps, steps);
}
