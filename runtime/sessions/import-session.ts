import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { defined, type Skill } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import type { Redactor } from '../journal/redact.ts';
import { isRunId } from '../journal/run-id.ts';
import { fieldsOf, timeOf } from '../text/values.ts';
import { type DetectResult, detectFormat, readSample, UnreadableFile, unreadMessage } from './detect.ts';
import { ClaudeSubagentReader } from './formats/claude-code.ts';
import { FORMATS } from './formats.ts';
import { SessionGuards } from './guards/session-guards.ts';
import { WasteCounter } from './guards/wasted-calls.ts';
import { limitTexts } from './limit-texts.ts';
import { LineSplitter, plainChunks } from './lines.ts';
import type { OpenCall } from './log/calls.ts';
import type { Sample, SessionFormat } from './log/format.ts';
import type { Fate } from './log/record.ts';
import type { ImportFinished, SessionEvent, SubagentCounts } from './log/session-event.ts';
import { SessionLog } from './log/session-log.ts';
import { type OnText, SkillTracker } from './log/skill-tracker.ts';
import { parseLine } from './parse-record.ts';
import { RecordCounter } from './record-counter.ts';
import { redactFinished, redactSession } from './redact-session.ts';
import { sessionPrices } from './session-prices.ts';
import { recordsOf } from './session-records.ts';
import { subagentFiles } from './subagent-files.ts';

/** Maximum nesting of sub-agents whose files are read. Reading them is recursive. */
const MAX_SUBAGENT_DEPTH = 20;

export interface ImportOptions {
  /** Id of the format; detected by default. */
  readonly format?: string;
  /** The outcome of a detection before; `format` is then ignored. */
  readonly detected?: DetectResult;
  /** Id of the session in a database; the latest one by default. */
  readonly session?: string;
  /** The current skills, whose texts are searched for the words behind misses, too. They are looked up by name. */
  readonly skills?: readonly Skill[];
  /** Absolute paths of the folders in which the client had skills, by their names; used where the session does not have them. */
  readonly folders?: ReadonlyMap<string, string>;
  /** Replaces known secrets in events. Keys of well-known shapes are always replaced. */
  readonly redactor?: Redactor;
  /** True if a folder with files of sub-agents may be read; by default all may. */
  readonly allows?: (folder: string) => boolean;
  /** Returns the maximum UTF-16 units of the texts of an event, which are cut; by default none are. */
  readonly maxTexts?: (event: SessionEvent) => number;
  /** Receives each event of which a text is cut, before that. */
  readonly onCut?: (event: SessionEvent) => void;
  /** True to estimate the cost of model calls by list prices, where the session has none. Totals do not include it. */
  readonly estimatesCosts?: boolean;
  /** Receives each text of a skill that the session loaded, with the skill's name and the file's path in it. */
  readonly onText?: OnText;
  /** Receives each event as soon as it is complete. */
  readonly emit: (event: SessionEvent) => void;
  /** Called between pieces of the file with the share of it that was read, 0 to 1, to wait for the output. */
  readonly drain?: (share: number) => Promise<void>;
  /** Receives the outcome of each record of the file, in order. */
  readonly account?: (record: number, fate: Fate) => void;
}

/** The end of an import, or why the file is not read. */
export type ImportResult =
  | { readonly kind: 'imported'; readonly format: string; readonly finished: ImportFinished }
  | {
      readonly kind: 'refused';
      readonly message: string;
      /** True if its content is unknown, because it cannot be read now. */
      readonly isUnreadable?: true;
    };

/**
 * Reads a session of another tool, or of ours, as the events of a run. The session is data: nothing in it runs, no address
 * is fetched and no path in it opened; only files of sub-agents next to the given one are read. Never throws.
 */
export async function importSession(file: string, options: ImportOptions): Promise<ImportResult> {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return { kind: 'refused', message: `Check the path: ${file} does not exist.` };
    if (!stat.isFile()) return { kind: 'refused', message: `Specify a file: ${file} is not a file.` };
    const detected = options.detected ?? formatOf(options.format, await readSample(file, options.session));
    if (detected.kind !== 'format') return { kind: 'refused', message: `${unreadMessage(detected)} ${file}` };
    return {
      kind: 'imported',
      format: detected.format.id,
      finished: redactFinished(await read(file, stat, detected, options), options.redactor),
    };
  } catch (error) {
    // Any other error is a defect of a reader, which must not end the program.
    return { kind: 'refused', message: `${file} cannot be read. ${messageOf(error)}`, isUnreadable: true };
  }
}

function formatOf(id: string | undefined, sample: Sample): DetectResult {
  const format = id === undefined ? undefined : FORMATS.find((one) => one.id === id);
  return format === undefined ? detectFormat(sample) : { kind: 'format', format, sample };
}

async function read(
  file: string,
  { mtime, size }: Stats,
  { format, sample }: Extract<DetectResult, { kind: 'format' }>,
  options: ImportOptions,
): Promise<ImportFinished> {
  const fallback = mtime.toISOString();
  const times = sampleRecords(format, sample).map((record) => timeOf(format.time(record)));
  const firstTime = times.find((time) => time !== undefined);
  const run = runId(format, sample);
  const files = subagentFiles(file, options.allows);
  const subagents: SubagentCounts[] = [];
  const skipped = new Set<string>();
  let depth = 0;
  const guards = new SessionGuards();
  const waste = new WasteCounter();
  const skills = new SkillTracker(options.skills, options.folders, format.client, options.onText);
  // Our own runs are imported as they were.
  const estimatesCosts = options.estimatesCosts === true && format.keepsIds !== true;
  const log = new SessionLog(
    defined({
      run,
      priceOf: estimatesCosts ? await sessionPrices() : undefined,
      imported: defined({
        format: format.id,
        client: format.client,
        file,
        session: options.session,
        untimed: firstTime === undefined ? true : undefined,
      }),
      startTime: firstTime ?? fallback,
      emit(event) {
        guards.add(event);
        waste.add(event);
        const limited = options.maxTexts === undefined ? event : limitTexts(event, options.maxTexts(event));
        if (limited !== event) options.onCut?.(event);
        options.emit(redactSession(limited, options.redactor));
      },
      skills,
      readSubagent(id, inner, call) {
        const path = files.get(id);
        if (path === undefined) return;
        if (depth >= MAX_SUBAGENT_DEPTH) {
          skipped.add(id);
          return;
        }
        files.delete(id);
        skipped.delete(id);
        depth++;
        const nested = subagents.length;
        const counts = readSubagent(path, id, inner, call);
        subagents.push({ ...counts, steps: counts.steps - sum(subagents.slice(nested)) });
        depth--;
      },
    }),
  );
  const survey = format.survey?.(sample);
  if (survey !== undefined) {
    let number = 0;
    for await (const records of recordsOf(file, format, sample)) {
      for (const parsed of records)
        if (parsed.kind !== 'blank' && ++number > 0 && parsed.kind === 'record') survey.note(parsed.record, number);
      await options.drain?.(0);
    }
  }
  const counter = new RecordCounter(format, format.open(log, survey), log, firstTime ?? fallback, options.account);
  let share = 0;
  const onRead = (bytes: number): void => {
    share = Math.min(1, bytes / size);
  };
  for await (const records of recordsOf(file, format, sample, onRead)) {
    for (const parsed of records) counter.read(parsed);
    await guards.settle();
    await options.drain?.(share);
  }
  counter.end();
  log.end(counter.time);
  const findings = await guards.findings();
  return defined({
    type: 'import_finished',
    run,
    ...counter.counts,
    steps: log.steps - sum(subagents),
    usage: log.total,
    reportedUsage: log.reported,
    directory: skills.firstDirectory,
    offered: skills.offered.size === 0 ? undefined : [...skills.offered],
    skillTokens: Object.keys(skills.tokens).length === 0 ? undefined : skills.tokens,
    instructed: log.instructed ?? skills.instructed,
    guards: findings,
    wasted: waste.wasted,
    subagents: subagents.length === 0 ? undefined : subagents,
    skippedSubagents: skipped.size === 0 ? undefined : skipped.size,
  });
}

function readSubagent(path: string, id: string, log: SessionLog, call: OpenCall): SubagentCounts {
  const file = basename(path);
  const outer = log.sourceFile;
  const stepsBefore = log.steps;
  log.sourceFile = file;
  const counter = new RecordCounter(
    { time: (record) => record.timestamp },
    new ClaudeSubagentReader(log, call, id),
    log,
    call.time,
  );
  try {
    const splitter = new LineSplitter();
    for (const chunk of plainChunks(path, false))
      for (const line of splitter.push(chunk)) counter.read(parseLine(line));
    for (const line of splitter.end()) counter.read(parseLine(line));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  counter.end();
  log.sourceFile = outer;
  return { file, ...counter.counts, steps: log.steps - stepsBefore };
}

function sum(subagents: readonly SubagentCounts[]): number {
  return subagents.reduce((total, { steps }) => total + steps, 0);
}

function sampleRecords({ split }: SessionFormat, { document, records }: Sample) {
  return split !== undefined && document !== undefined ? split(document).slice(0, 20).map(fieldsOf) : records;
}

/** Returns the id of an imported run: the same each time that the session is imported. */
function runId(format: SessionFormat, sample: Sample): string {
  const records = sampleRecords(format, sample);
  const session = records.map((record) => format.session(record)).find((id) => id !== undefined && id !== '');
  if (format.keepsIds === true && session !== undefined && isRunId(session)) return session;
  const plain = session?.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 80);
  const id = plain ?? createHash('sha256').update(JSON.stringify(records)).digest('hex').slice(0, 16);
  return `${format.id}-${id}`;
}
