import { defined } from '../../../skill/index.ts';
import { isInCopy } from '../../disk/client-copy.ts';
import { addUsage } from '../../models/prices/usage.ts';
import type { Usage } from '../../protocol/events.ts';
import type { SessionSource } from '../../protocol/sessions.ts';
import type { SessionEntry } from '../find/session-entry.ts';
import type { SkillLoaded, WastedCalls } from '../log/session-event.ts';
import { type MissRate, type MissRates, MissTally } from './miss-rates.ts';
import { type ToldReport, ToldTally } from './told-tally.ts';

/** Skills over many sessions, as in `skillwright sessions report --json`. */
export interface SessionsReport {
  readonly version: 1;
  readonly sessions: number;
  /** Number of files that are not sessions of a known format. */
  readonly otherFiles: number;
  /** Number of sessions in copies of workspaces: trials of evals with a real client, which say nothing about the use of skills. */
  readonly trials?: number;
  /** ISO 8601, of the first and last event of all sessions; empty without sessions. */
  readonly start: string;
  readonly end: string;
  /** Numbers of sessions by client, the most frequent first. */
  readonly clients: readonly { readonly client: string; readonly sessions: number }[];
  /** Numbers of model calls and of tool calls. */
  readonly steps: number;
  readonly toolCalls: number;
  readonly usage: Usage;
  /** The cost by list prices of the sessions that have no cost; absent if the price list has none of their models. */
  readonly estimatedCostUsd?: number;
  /** Calls that brought nothing new. */
  readonly wasted: WastedCalls;
  /** The effect that Skillwright's guards would have had. */
  readonly guards: {
    /** Number of sessions with at least one stop. */
    readonly stopped: number;
    readonly refused: number;
    /** Everything that came after the stops. */
    readonly after: { readonly toolCalls: number; readonly usage: Usage };
  };
  /** Misses per 100 requests into skills: of all sessions, by kind and by client. Those of a skill are with it. */
  readonly missRates: MissRates;
  /** The skills that were offered or loaded: those with the most misses first, then those that were loaded most. */
  readonly skills: readonly SkillReport[];
}

/** A skill over many sessions, identified by its name. Numbers are of sessions unless stated otherwise. */
export interface SkillReport {
  readonly skill: string;
  /** A lower bound: many sessions do not record which skills were offered. */
  readonly offered: number;
  readonly loaded: number;
  readonly by: Readonly<Partial<Record<SkillLoaded['by'], number>>>;
  /** Sessions that read a bundled file of it or ran one, and these files with their sessions. */
  readonly read: number;
  readonly files: readonly { readonly path: string; readonly sessions: number }[];
  /** Sessions with a miss, and number of misses. */
  readonly missed: number;
  readonly misses: number;
  /** Misses per 100 requests into it. */
  readonly rate: MissRate;
  /** The files that its texts tell a model to read; absent if no session shows them. */
  readonly told?: ToldReport;
  /** Estimated tokens of its texts, each time that a model read one. */
  readonly tokens: number;
  /** Usage of the sessions that loaded it. */
  readonly usage: Usage;
  /** The cost by list prices of those of them that have no cost. */
  readonly estimatedCostUsd?: number;
  /** The words that led to misses, those with the most misses first. */
  readonly words: readonly WordsReport[];
}

/** A session in a report. */
export interface LatestSession extends Pick<SessionEntry, 'file' | 'session' | 'end'> {
  /** The paths that the words led to in it. */
  readonly paths: readonly string[];
}

/** Words of a skill that led to misses. */
export interface WordsReport {
  /** Empty for misses whose words are unknown. */
  readonly words: string;
  readonly misses: number;
  /** The paths that were missed. */
  readonly paths: readonly string[];
  /** The clients and models in which the words led to misses. */
  readonly where: readonly {
    readonly client: string;
    readonly model: string;
    readonly misses: number;
    /** Sessions with such a miss, and all sessions of the client and model that loaded the skill. */
    readonly sessions: number;
    readonly loaded: number;
    /** The latest session with such a miss. */
    readonly latest: LatestSession;
  }[];
}

interface WordsSum {
  misses: number;
  readonly paths: Set<string>;
  readonly where: Map<string, { misses: number; sessions: number; latest: LatestSession }>;
}

interface SkillSum {
  offered: number;
  loaded: number;
  readonly by: Map<SkillLoaded['by'], number>;
  read: number;
  readonly files: Map<string, number>;
  missed: number;
  misses: number;
  tokens: number;
  usage: Usage;
  estimatedCostUsd: number | undefined;
  /** Sessions that loaded it, by client and model. */
  readonly loadedIn: Map<string, number>;
  readonly words: Map<string, WordsSum>;
  readonly told: ToldTally;
}

/** Adds up sessions, which can be in any order. */
export class ReportBuilder {
  private sessions = 0;
  private otherFiles = 0;
  private trials = 0;
  private start = '';
  private end = '';
  private steps = 0;
  private toolCalls = 0;
  private usage: Usage = {};
  private estimatedCostUsd: number | undefined;
  private wasted: WastedCalls = { repeatedCalls: 0, steps: 0, usage: {} };
  private stopped = 0;
  private refused = 0;
  private after: SessionsReport['guards']['after'] = { toolCalls: 0, usage: {} };
  private readonly clients = new Map<string, number>();
  private readonly skills = new Map<string, SkillSum>();
  private readonly misses = new MissTally();

  /** Adds a file that is not a session. */
  addOther(): void {
    this.otherFiles++;
  }

  /** Adds a session. A trial of an eval is only counted: no user asked for it. */
  add(entry: SessionEntry): void {
    if (entry.project !== undefined && isInCopy(entry.project)) {
      this.trials++;
      return;
    }
    this.sessions++;
    if (this.start === '' || entry.start < this.start) this.start = entry.start;
    if (entry.end > this.end) this.end = entry.end;
    this.steps += entry.steps;
    this.toolCalls += entry.toolCalls;
    this.usage = addUsage(this.usage, entry.usage);
    this.estimatedCostUsd = addCost(this.estimatedCostUsd, entry.estimatedCostUsd);
    const { repeatedCalls, steps, usage } = this.wasted;
    this.wasted = {
      repeatedCalls: repeatedCalls + entry.wasted.repeatedCalls,
      steps: steps + entry.wasted.steps,
      usage: addUsage(usage, entry.wasted.usage),
    };
    increase(this.clients, entry.client ?? entry.format);
    this.misses.add(entry);
    this.addGuards(entry);
    this.addSkills(entry);
  }

  report(): SessionsReport {
    const { sessions, otherFiles, start, end, steps, toolCalls, usage, wasted, stopped, refused, after } = this;
    const clients = byCount(this.clients).map(([client, count]) => ({ client, sessions: count }));
    const skills = [...this.skills].map(([skill, sum]) => skillReport(skill, sum, this.misses.rateOf(skill)));
    skills.sort((a, b) => b.misses - a.misses || b.loaded - a.loaded || b.offered - a.offered || compare(a, b));
    const guards = { stopped, refused, after };
    return defined<SessionsReport>({
      version: 1,
      sessions,
      otherFiles,
      trials: this.trials === 0 ? undefined : this.trials,
      start,
      end,
      clients,
      steps,
      toolCalls,
      usage,
      ...withCost(this.estimatedCostUsd),
      wasted,
      guards,
      missRates: this.misses.rates(),
      skills,
    });
  }

  private addGuards({ guards }: SessionEntry): void {
    if (guards === undefined) return;
    this.refused += guards.refused;
    if (guards.stops.length > 0) this.stopped++;
    for (const { after } of guards.stops)
      this.after = {
        toolCalls: this.after.toolCalls + after.toolCalls,
        usage: addUsage(this.after.usage, after.usage),
      };
  }

  private addSkills(entry: SessionEntry): void {
    const where = JSON.stringify([entry.client ?? entry.format, entry.model]);
    const { file, session, end } = entry;
    const source: SessionSource & { readonly end: string } = defined({ file, session, end });
    for (const name of new Set(entry.offered)) this.sumOf(name).offered++;
    for (const { skill, by, tokens = 0 } of entry.skills) {
      const sum = this.sumOf(skill);
      sum.loaded++;
      sum.tokens += tokens;
      sum.usage = addUsage(sum.usage, entry.usage);
      sum.estimatedCostUsd = addCost(sum.estimatedCostUsd, entry.estimatedCostUsd);
      for (const way of by) increase(sum.by, way);
      increase(sum.loadedIn, where);
    }
    for (const one of entry.instructed ?? []) this.sumOf(one.skill).told.add(one);
    const files = [...new Set([...entry.filesRead, ...entry.scriptsRun])].map(splitFile);
    for (const [skill, path] of files) increase(this.sumOf(skill).files, path);
    for (const skill of new Set(files.map(([name]) => name))) this.sumOf(skill).read++;
    for (const skill of new Set(entry.misses.map((miss) => miss.skill))) this.sumOf(skill).missed++;
    const counted = new Set<WordsSum>();
    for (const { skill, path, count, words = '' } of entry.misses) {
      const sum = this.sumOf(skill);
      sum.misses += count;
      const known = sum.words.get(words) ?? { misses: 0, paths: new Set(), where: new Map() };
      sum.words.set(words, known);
      known.misses += count;
      known.paths.add(path);
      const here = known.where.get(where) ?? { misses: 0, sessions: 0, latest: { ...source, paths: [] } };
      known.where.set(where, here);
      here.misses += count;
      here.latest = later(here.latest, { ...source, paths: [path] });
      if (!counted.has(known)) here.sessions++;
      counted.add(known);
    }
  }

  private sumOf(skill: string): SkillSum {
    const known = this.skills.get(skill);
    if (known !== undefined) return known;
    const counts = {
      offered: 0,
      loaded: 0,
      read: 0,
      missed: 0,
      misses: 0,
      tokens: 0,
      usage: {},
      estimatedCostUsd: undefined,
    };
    const sum = {
      ...counts,
      by: new Map(),
      files: new Map(),
      loadedIn: new Map(),
      words: new Map(),
      told: new ToldTally(),
    };
    this.skills.set(skill, sum);
    return sum;
  }
}

function skillReport(skill: string, sum: SkillSum, rate: MissRate): SkillReport {
  const told = sum.told.report();
  const { offered, loaded, read, missed, misses, tokens, usage } = sum;
  const words = [...sum.words].map(([text, one]): WordsReport => {
    const where = [...one.where].map(([key, counts]) => {
      const [client, model] = JSON.parse(key) as [string, string];
      return { client, model, ...counts, loaded: Math.max(sum.loadedIn.get(key) ?? 0, counts.sessions) };
    });
    return { words: text, misses: one.misses, paths: [...one.paths], where: where.sort(byMisses) };
  });
  return defined({
    skill,
    offered,
    loaded,
    by: Object.fromEntries(byCount(sum.by)),
    read,
    files: byCount(sum.files).map(([path, sessions]) => ({ path, sessions })),
    missed,
    misses,
    rate,
    told,
    tokens,
    usage,
    estimatedCostUsd: sum.estimatedCostUsd,
    words: words.sort((a, b) => b.misses - a.misses || (a.words < b.words ? -1 : 1)),
  });
}

/** Adds costs; undefined if both are unknown. */
function addCost(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a + b;
}

function withCost(estimatedCostUsd: number | undefined): Pick<SessionsReport, 'estimatedCostUsd'> {
  return estimatedCostUsd === undefined ? {} : { estimatedCostUsd };
}

/** Returns the later of two sessions; with the paths of both if they are the same. */
function later(a: LatestSession, b: LatestSession): LatestSession {
  const [first, second] = [a, b].map(({ end, file, session = '' }) => JSON.stringify([end, file, session]));
  if (first === second) return { ...a, paths: [...new Set([...a.paths, ...b.paths])] };
  return (first ?? '') > (second ?? '') ? a : b;
}

type ClientMisses = WordsReport['where'][number];

function byMisses(a: ClientMisses, b: ClientMisses): number {
  return b.misses - a.misses || (`${a.client} ${a.model}` < `${b.client} ${b.model}` ? -1 : 1);
}

/** Splits `SKILL/PATH`. */
function splitFile(file: string): readonly [skill: string, path: string] {
  const slash = file.indexOf('/');
  return [file.slice(0, slash), file.slice(slash + 1)];
}

function increase<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function byCount<K>(counts: ReadonlyMap<K, number>): readonly (readonly [K, number])[] {
  return [...counts].sort((a, b) => b[1] - a[1] || (String(a[0]) < String(b[0]) ? -1 : 1));
}

function compare(a: SkillReport, b: SkillReport): number {
  return a.skill < b.skill ? -1 : 1;
}
