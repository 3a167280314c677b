/** What a run missed, and which words of its skills provoked that: read from its journal, on from where it was left. */
import type { Cause } from '../../runtime/protocol/events.ts';
import { type JournalFile, journalFile, readNew } from '../panel/journal-file.ts';
import { nameCall } from '../panel/trace/names.ts';
import { cause, isObject, json, type Loose, number, numbers, oneLine, text } from '../panel/trace/read.ts';
import type { Ask } from './asks.ts';

export interface Miss {
  readonly cause: Cause;
  /** `seq` of an event that belongs to the row of the missed call. */
  readonly seq: number;
  /** The path that was asked for, relative to the skill; empty where the journal does not tell. */
  readonly path: string;
}

/** A miss names its words once more for each call; a run without guards makes hundreds of the same. */
const MOST_MISSES = 1_000;
const MOST_CALLS = 100_000;
/** Of all lines only these are parsed: a long run is mostly results. */
const WANTED = ['"type":"guard"', '"type":"run_started"', '"type":"tool_call"'].map((text) => Buffer.from(text));

export class MissReader {
  readonly journal: JournalFile;
  readonly misses: Miss[] = [];
  /** Folders of the skills that were offered, by name. */
  readonly offered = new Map<string, string>();
  /** Names of the skills that the model turned to. */
  readonly touched = new Set<string>();
  simulated = false;
  /** Paths that were asked for, by the call's `seq`. */
  private readonly paths = new Map<number, string>();
  private readonly skillOf = new Map<number, string>();
  private reading: Promise<void> | undefined;

  /** @param journal absolute path */
  constructor(journal: string) {
    this.journal = journalFile(journal);
  }

  /** Reads what came since the last call. Whatever stands there, nothing is thrown. */
  read(): Promise<void> {
    this.reading ??= this.readOn().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readOn(): Promise<void> {
    const wanted = (line: Buffer) => WANTED.some((part) => line.includes(part));
    await readNew(this.journal, (event) => isObject(event) && this.take(event), undefined, wanted);
  }

  private take(event: Loose): void {
    const type = text(event, 'type');
    if (type === 'run_started') this.start(event);
    else if (type === 'tool_call') this.call(event);
    else if (type === 'guard') this.guard(event);
  }

  private start(event: Loose): void {
    this.simulated = event.simulated === true;
    const skills = Array.isArray(event.skills) ? event.skills.filter(isObject) : [];
    for (const skill of skills) this.offered.set(text(skill, 'name'), text(skill, 'root'));
  }

  private call(event: Loose): void {
    const { skill, path } = nameCall(text(event, 'tool'), json(event, 'args'));
    if (skill === undefined) return;
    this.touched.add(skill);
    const seq = number(event, 'seq');
    if (path === undefined || seq === undefined || this.paths.size >= MOST_CALLS) return;
    this.paths.set(seq, path);
    this.skillOf.set(seq, skill);
  }

  private guard(event: Loose): void {
    const why = cause(event);
    if (why === undefined || this.misses.length >= MOST_MISSES) return;
    const call = number(event, 'parent');
    const seq = call ?? numbers(event, 'evidence').at(-1) ?? number(event, 'seq') ?? 0;
    const path = oneLine((call === undefined ? undefined : this.paths.get(call)) ?? '', 120);
    this.misses.push({ cause: why, seq, path });
  }

  /** Calls for files of the skill in this folder, but for those that missed. */
  asksOf(root: string): readonly Ask[] {
    const missed = new Set(this.misses.map((miss) => miss.seq));
    return [...this.paths].flatMap(([seq, path]) =>
      this.offered.get(this.skillOf.get(seq) ?? '') === root && !missed.has(seq) ? [{ path, seq }] : [],
    );
  }

  /** Whether the model turned to the skill in this folder. */
  hasTouched(root: string): boolean {
    return [...this.offered].some(([name, folder]) => folder === root && this.touched.has(name));
  }

  /** Folders of the skills that this run says something about: those the model turned to, or the only one that it had. */
  get told(): readonly string[] {
    const names = this.offered.size === 1 ? [...this.offered.keys()] : [...this.touched];
    return names.flatMap((name) => this.offered.get(name) || []);
  }
}
