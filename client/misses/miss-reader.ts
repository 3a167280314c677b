/** Incrementally reads the misses of a run and the words that provoked them from its journal. */
import type { Cause } from '../../runtime/protocol/events.ts';
import { type JournalFile, journalFile, readNew } from '../panel/journal-file.ts';
import { nameCall } from '../panel/trace/names.ts';
import { cause, isObject, json, type Loose, number, numbers, oneLine, text } from '../panel/trace/read.ts';
import type { FileRequest } from './file-requests.ts';

export interface Miss {
  readonly cause: Cause;
  /** The `seq` of an event in the timeline row of the call that missed. */
  readonly seq: number;
  /** The requested path, relative to the skill; empty if the journal does not contain it. */
  readonly path: string;
}

/** Maximum number of misses. Each call repeats its words, and a run without guards can repeat the same call hundreds of times. */
const MAX_MISSES = 1_000;
const MAX_CALLS = 100_000;
/**
 * Only lines that contain one of these are parsed, since a long journal consists mostly of tool results. The results of
 * clients' tools are needed if they name the file of a skill.
 */
const RELEVANT_EVENTS = [
  '"type":"guard"',
  '"type":"run_started"',
  '"type":"tool_call"',
  '"miss":{"skill":',
  '"read":{"skill":',
].map((text) => Buffer.from(text));

export class MissReader {
  readonly journal: JournalFile;
  readonly misses: Miss[] = [];
  /** Folders of the skills offered to the model, by name. */
  readonly offered = new Map<string, string>();
  /** Names of the skills that the model loaded or requested files of. */
  readonly usedSkills = new Set<string>();
  simulated = false;
  /** The client that the run simulates, if any. */
  client: string | undefined;
  /** Requested paths, by the `seq` of the call. */
  private readonly pathBySeq = new Map<number, string>();
  private readonly skillBySeq = new Map<number, string>();
  /** Calls of a client's tools that missed, by `seq`, whether or not a guard found the words that provoked them. */
  private readonly missedCalls = new Set<number>();
  private reading: Promise<void> | undefined;

  /** @param journal absolute path of the journal */
  constructor(journal: string) {
    this.journal = journalFile(journal);
  }

  /** Reads the events added since the last call. Never throws, whatever the journal contains. */
  read(): Promise<void> {
    this.reading ??= this.readNewEvents().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readNewEvents(): Promise<void> {
    const isRelevant = (line: Buffer) => RELEVANT_EVENTS.some((part) => line.includes(part));
    await readNew(this.journal, (event) => isObject(event) && this.handle(event), undefined, isRelevant);
  }

  private handle(event: Loose): void {
    const type = text(event, 'type');
    if (type === 'run_started') this.handleStart(event);
    else if (type === 'tool_call') this.handleCall(event);
    else if (type === 'tool_result') this.handleResult(event);
    else if (type === 'guard') this.handleGuard(event);
  }

  private handleStart(event: Loose): void {
    this.simulated = event.simulated === true;
    this.client = oneLine(text(event, 'client'), 40) || undefined;
    const skills = Array.isArray(event.skills) ? event.skills.filter(isObject) : [];
    for (const skill of skills) this.offered.set(text(skill, 'name'), text(skill, 'root'));
  }

  private handleCall(event: Loose): void {
    const { skill, path } = nameCall(text(event, 'tool'), json(event, 'args'));
    if (skill === undefined) return;
    this.usedSkills.add(skill);
    this.addRequest(number(event, 'seq'), skill, path);
  }

  /** The result of a client's tool names the file that its call read or missed, which its arguments may not show. */
  private handleResult(event: Loose): void {
    const { miss, read } = event;
    const file = isObject(miss) ? miss : read;
    if (!isObject(file)) return;
    const skill = text(file, 'skill');
    const path = text(file, 'path');
    const call = number(event, 'parent');
    this.usedSkills.add(skill);
    if (path === 'SKILL.md') return;
    this.addRequest(call, skill, path);
    if (file === miss && call !== undefined) this.missedCalls.add(call);
  }

  private addRequest(seq: number | undefined, skill: string, path: string | undefined): void {
    if (path === undefined || seq === undefined || this.pathBySeq.size >= MAX_CALLS) return;
    this.pathBySeq.set(seq, path);
    this.skillBySeq.set(seq, skill);
  }

  private handleGuard(event: Loose): void {
    const missCause = cause(event);
    if (missCause === undefined || this.misses.length >= MAX_MISSES) return;
    const call = number(event, 'parent');
    const seq = call ?? numbers(event, 'evidence').at(-1) ?? number(event, 'seq') ?? 0;
    const path = oneLine((call === undefined ? undefined : this.pathBySeq.get(call)) ?? '', 120);
    this.misses.push({ cause: missCause, seq, path });
  }

  /** Returns the successful requests for files of the skill in this folder. */
  requestsFor(root: string): readonly FileRequest[] {
    const missed = new Set([...this.missedCalls, ...this.misses.map((miss) => miss.seq)]);
    return [...this.pathBySeq].flatMap(([seq, path]) =>
      this.offered.get(this.skillBySeq.get(seq) ?? '') === root && !missed.has(seq) ? [{ path, seq }] : [],
    );
  }

  /** Returns true if the model loaded the skill in this folder or requested one of its files. */
  hasUsed(root: string): boolean {
    return [...this.offered].some(([name, folder]) => folder === root && this.usedSkills.has(name));
  }

  /** Folders of the skills that this run is relevant to: those that the model used, or the only one offered. */
  get relevantRoots(): readonly string[] {
    const names = this.offered.size === 1 ? [...this.offered.keys()] : [...this.usedSkills];
    return names.flatMap((name) => this.offered.get(name) || []);
  }
}
