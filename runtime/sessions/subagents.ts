import { basename, dirname } from 'node:path';
import { textsIn } from '../text/json-texts.ts';
import { fieldsOf, timeOf } from '../text/values.ts';
import { LineSplitter, plainChunks, UnreadableFile } from './lines.ts';
import type { OpenCall } from './log/calls.ts';
import type { SessionFormat, SubagentFormat } from './log/format.ts';
import type { SubagentCounts } from './log/session-event.ts';
import type { SessionLog } from './log/session-log.ts';
import { LineParser, type ParsedLine, parseLine } from './parse-record.ts';
import { RecordCounter } from './record-counter.ts';
import { subagentFiles } from './subagent-files.ts';

/** Maximum nesting of sub-agents whose files are read. Reading them is recursive. */
const MAX_DEPTH = 20;
/** Maximum number of records, and of bytes, at the beginning of a file in which its prompt is looked for. */
const MAX_RECORDS = 10;
const MAX_BYTES = 256 * 1024;
/** Minimum length of the text of a call by which a longer prompt is recognized, in characters. */
const MIN_TEXT = 10;

/** The beginning of a file. */
interface Beginning {
  readonly id: string;
  readonly prompt: string;
  /** ISO 8601; '' if it is unknown. */
  readonly time: string;
  /** The session that it says it belongs to. */
  readonly session: string | undefined;
}

/** The files of a session's sub-agents, each of which is read once: where the call that started it has its result. */
export class Subagents {
  readonly counts: SubagentCounts[] = [];
  /** Ids of those that were not read, because they are nested too deeply. */
  readonly skipped = new Set<string>();
  private readonly file: string;
  private readonly format: SessionFormat;
  private readonly session: string | undefined;
  private readonly files: Map<string, string>;
  private beginnings: Beginning[] | undefined;
  private depth = 0;

  /**
   * @param session the id of the session
   * @param allows true if a folder may be read
   */
  constructor(file: string, format: SessionFormat, session: string | undefined, allows?: (folder: string) => boolean) {
    this.file = file;
    this.format = format;
    this.session = session;
    this.files = format.subagents === undefined ? new Map<string, string>() : subagentFiles(file, allows);
  }

  /** Reads the file of the sub-agent that a call started, if there is one: that with the id, or with what the call asks for. */
  read(id: string | undefined, log: SessionLog, call: OpenCall): void {
    const { subagents } = this.format;
    if (subagents === undefined || this.files.size === 0) return;
    const found = id ?? (subagents.isStart(call) ? this.idFor(call, subagents) : undefined);
    if (found !== undefined) this.readFile(found, log, call, subagents);
  }

  /** Reads the files that no call was found for, if all files of the folder are the session's own. */
  readOthers(log: SessionLog): void {
    const { subagents } = this.format;
    if (subagents?.readsAll !== true || this.files.size === 0) return;
    const times = new Map(this.known(subagents).map(({ id, time }) => [id, time]));
    const others = [...this.files]
      .filter(([, path]) => this.isInOwnFolder(path))
      .map(([id]) => [times.get(id) ?? '', id] as const);
    if (others.length > 0) log.settle();
    for (const [, id] of others.sort()) this.readFile(id, log, undefined, subagents);
  }

  private isInOwnFolder(path: string): boolean {
    return dirname(path) !== dirname(this.file);
  }

  /** Returns the id of the sub-agent whose prompt a call has as an argument. */
  private idFor(call: OpenCall, subagents: SubagentFormat): string | undefined {
    const texts = [...textsIn(call.args)].map((text) => text.trim()).filter((text) => text !== '');
    const known = this.known(subagents).filter(({ id }) => this.files.has(id));
    const isPart = (prompt: string, text: string): boolean => text.length >= MIN_TEXT && prompt.includes(text);
    const found =
      known.find(({ prompt }) => texts.includes(prompt)) ??
      known.find(({ prompt }) => texts.some((text) => isPart(prompt, text)));
    return found?.id;
  }

  /** Returns the beginnings of the files in the session's own folder, and of those elsewhere that say they belong to it. */
  private known(subagents: SubagentFormat): Beginning[] {
    this.beginnings ??= [...this.files].flatMap(([id, path]) => {
      const beginning = beginningOf(id, path, subagents);
      const isOwn =
        this.isInOwnFolder(path) || (beginning?.session !== undefined && beginning.session === this.session);
      return beginning === undefined || !isOwn ? [] : [beginning];
    });
    return this.beginnings;
  }

  private readFile(id: string, log: SessionLog, call: OpenCall | undefined, subagents: SubagentFormat): void {
    const path = this.files.get(id);
    if (path === undefined) return;
    if (this.depth >= MAX_DEPTH) {
      this.skipped.add(id);
      return;
    }
    this.files.delete(id);
    this.skipped.delete(id);
    this.depth++;
    const nested = this.counts.length;
    const file = basename(path);
    const outer = log.sourceFile;
    const stepsBefore = log.steps;
    log.sourceFile = file;
    const survey = subagents.survey?.();
    if (survey !== undefined) {
      let number = 0;
      for (const parsed of linesOf(path))
        if (parsed.kind !== 'blank' && ++number > 0 && parsed.kind === 'record') survey.note(parsed.record, number);
    }
    const reader = subagents.open(log, id, call, survey);
    const counter = new RecordCounter(this.format, reader, log, call?.time ?? log.latestTime);
    for (const parsed of linesOf(path)) counter.read(parsed);
    counter.end();
    log.sourceFile = outer;
    this.depth--;
    const steps = log.steps - stepsBefore - sum(this.counts.slice(nested));
    this.counts.push({ file, ...counter.counts, steps });
  }
}

/** Returns the number of model calls in the files of sub-agents. */
export function sum(subagents: readonly SubagentCounts[]): number {
  return subagents.reduce((total, { steps }) => total + steps, 0);
}

/** Returns the lines of a file, as far as it can be read. Links to files are not followed. */
function* linesOf(path: string): Generator<ParsedLine> {
  try {
    const splitter = new LineSplitter();
    const parser = new LineParser();
    for (const chunk of plainChunks(path, false)) for (const line of splitter.push(chunk)) yield* parser.push(line);
    for (const line of splitter.end()) yield* parser.push(line);
    yield* parser.end();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}

function beginningOf(id: string, path: string, { prompt }: SubagentFormat): Beginning | undefined {
  let count = 0;
  try {
    const splitter = new LineSplitter(MAX_BYTES);
    let bytes = 0;
    for (const chunk of plainChunks(path, false)) {
      for (const line of splitter.push(chunk)) {
        const parsed = parseLine(line);
        if (++count > MAX_RECORDS) return undefined;
        const text = parsed.kind === 'record' ? prompt(parsed.record) : undefined;
        if (parsed.kind !== 'record' || text === undefined) continue;
        const { sessionId, timestamp } = fieldsOf(parsed.record);
        const session = typeof sessionId === 'string' ? sessionId : undefined;
        return { id, prompt: text.trim(), time: timeOf(timestamp) ?? '', session };
      }
      bytes += chunk.length;
      if (bytes > MAX_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return undefined;
}
