import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { defined, type Skill } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import type { Redactor } from '../journal/redact.ts';
import { isRunId } from '../journal/run-id.ts';
import { fieldsOf, timeOf } from '../text/values.ts';
import { hookDecisions } from '../user-data/hook-record.ts';
import { type DetectResult, detectFormat, readSample, unreadMessage } from './detect.ts';
import { FORMATS } from './formats.ts';
import { SessionGuards } from './guards/session-guards.ts';
import { WasteCounter } from './guards/wasted-calls.ts';
import { limitTexts } from './limit-texts.ts';
import type { Sample, SessionFormat } from './log/format.ts';
import { HookDecisions } from './log/hook-decisions.ts';
import type { Fate } from './log/record.ts';
import type { ImportFinished, SessionEvent } from './log/session-event.ts';
import { SessionLog } from './log/session-log.ts';
import { type OnText, SkillTracker } from './log/skill-tracker.ts';
import { RecordCounter } from './record-counter.ts';
import { redactFinished, redactSession } from './redact-session.ts';
import { sessionPrices } from './session-prices.ts';
import { recordsOf } from './session-records.ts';
import { Subagents, sum } from './subagents.ts';

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
  /** True to add the decisions of Skillwright's hooks, which are kept on this machine for the sessions that they guarded. */
  readonly addsDecisions?: boolean;
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
 * is fetched and no path in it opened; only files of sub-agents next to the given one are read, and the record that Skillwright's
 * hooks keep of it, if it is asked for. Never throws.
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
  const firstTime = await firstTimeOf(file, format, sample);
  const run = runId(format, sample);
  const id = sessionOf(format, sample);
  const subagents = new Subagents(file, format, id, options.allows);
  const decisions =
    options.addsDecisions === true && format.client !== undefined && id !== undefined
      ? hookDecisions(format.client, id)
      : [];
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
      decisions: decisions.length === 0 ? undefined : new HookDecisions(decisions, firstTime !== undefined),
      readSubagent: (id, inner, call) => subagents.read(id, inner, call),
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
  subagents.readOthers(log);
  log.end(counter.time);
  const findings = await guards.findings();
  return defined({
    type: 'import_finished',
    run,
    ...counter.counts,
    steps: log.steps - sum(subagents.counts),
    usage: log.total,
    reportedUsage: log.reported,
    directory: skills.firstDirectory,
    offered: skills.offered.size === 0 ? undefined : [...skills.offered],
    skillTokens: Object.keys(skills.tokens).length === 0 ? undefined : skills.tokens,
    instructed: log.instructed ?? skills.instructed,
    guards: findings,
    wasted: waste.wasted,
    subagents: subagents.counts.length === 0 ? undefined : subagents.counts,
    skippedSubagents: subagents.skipped.size === 0 ? undefined : subagents.skipped.size,
  });
}

/** Returns the first time that a record has; undefined if none has one. Some clients write times with few of their records. */
async function firstTimeOf(file: string, format: SessionFormat, sample: Sample): Promise<string | undefined> {
  for (const record of sampleRecords(format, sample)) {
    const time = timeOf(format.time(record));
    if (time !== undefined) return time;
  }
  for await (const records of recordsOf(file, format, sample))
    for (const parsed of records) {
      const time = parsed.kind === 'record' ? timeOf(format.time(parsed.record)) : undefined;
      if (time !== undefined) return time;
    }
  return undefined;
}

function sampleRecords({ split }: SessionFormat, { document, records }: Sample) {
  return split !== undefined && document !== undefined ? split(document).slice(0, 20).map(fieldsOf) : records;
}

/** Returns the id that a session has itself; undefined if it has none. */
export function sessionOf(format: SessionFormat, sample: Sample): string | undefined {
  return sampleRecords(format, sample)
    .map((record) => format.session(record))
    .find((id) => id !== undefined && id !== '');
}

/** Returns the id of an imported run: the same each time that the session is imported. */
function runId(format: SessionFormat, sample: Sample): string {
  const records = sampleRecords(format, sample);
  const session = sessionOf(format, sample);
  if (format.keepsIds === true && session !== undefined && isRunId(session)) return session;
  const plain = session?.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 80);
  const id = plain ?? createHash('sha256').update(JSON.stringify(records)).digest('hex').slice(0, 16);
  return `${format.id}-${id}`;
}
