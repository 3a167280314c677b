import { defined, own } from '../../../skill/index.ts';
import { messageOf } from '../../errors.ts';
import { yieldToEventLoop } from '../../loop/interfaces/abort.ts';
import type { ToldSkill, Usage } from '../../protocol/events.ts';
import type { SessionOutcome } from '../../protocol/session-rows.ts';
import { type ImportOptions, importSession } from '../import-session.ts';
import { growsTooMuch } from '../lines.ts';
import type { GuardFindings, GuardStop, Imported, ImportFinished, WastedCalls } from '../log/session-event.ts';
import { allSteps, type MissedFile, SessionSummary, type UsedSkill } from '../session-summary.ts';
import type { SessionFile } from './session-files.ts';

/** A session in a list, as in `skillwright sessions list --json`. */
export interface SessionEntry {
  /** Absolute path. */
  readonly file: string;
  /** Id of the session, as `import --session` takes it, if the file is a database with several. */
  readonly session?: string;
  /** Id of the format. */
  readonly format: string;
  /** Id of the client that wrote it; absent if it is unknown. */
  readonly client?: string;
  /** The working directory on the machine of the session; absent if the session does not say. */
  readonly project?: string;
  /** ISO 8601, of the first and last event; of the file if the session has no times. */
  readonly start: string;
  readonly end: string;
  /** Beginning of the first prompt, redacted. */
  readonly title: string;
  /** `PROVIDER/ID` of the first model. */
  readonly model: string;
  /** The end of the latest prompt; absent if the session does not say. */
  readonly outcome?: SessionOutcome;
  readonly prompts: number;
  /** Numbers of model calls and of tool calls. These and `usage` include the files of sub-agents. */
  readonly steps: number;
  readonly toolCalls: number;
  /** Names of the skills that the client offered, if the session has them. */
  readonly offered?: readonly string[];
  readonly skills: readonly (UsedSkill & {
    /** Estimated tokens of its texts, each time that one was read. */
    readonly tokens?: number;
  })[];
  /** Bundled files as `SKILL/PATH`. */
  readonly filesRead: readonly string[];
  readonly scriptsRun: readonly string[];
  readonly misses: readonly MissedFile[];
  /** Numbers of requests of the model into skills, by the skill; those whose results the session does not have are left out. */
  readonly requests?: Readonly<Record<string, number>>;
  /** The files that the texts of its skills tell the model to read, if there are any. */
  readonly instructed?: readonly ToldSkill[];
  /** The effect that Skillwright's guards would have had; absent if they were active. */
  readonly guards?: { readonly refused: number; readonly stops: readonly Omit<GuardStop, 'evidence'>[] };
  /** Calls that brought nothing new. */
  readonly wasted: WastedCalls;
  readonly usage: Usage;
  /** The cost by list prices, if the session has no cost and the price list has a model of it. */
  readonly estimatedCostUsd?: number;
  /** Numbers of records: all, of an unknown type, and broken. */
  readonly records: number;
  readonly raw: number;
  readonly broken: number;
}

/** The outcome of reading a file: a session, or the reason why it is not one. */
export type DescribeResult =
  | { readonly kind: 'session'; readonly entry: SessionEntry }
  | {
      readonly kind: 'none';
      readonly file: string;
      readonly message: string;
      /** True if its content is unknown, because it cannot be read now. */
      readonly isUnreadable?: true;
    };

export interface DescribeOptions extends Pick<ImportOptions, 'redactor' | 'allows'> {
  /** Stops between two pieces of a file. */
  readonly signal?: AbortSignal;
}

/** Maximum length of a title, in characters. */
const MAX_TITLE = 200;
/** Maximum number of files, of misses and of stops that are listed for a session. */
const MAX_LISTED = 200;

/** Reads a session and describes it. The content determines its format, and the format its client. Never rejects. */
export async function describeSession(file: SessionFile, options: DescribeOptions = {}): Promise<DescribeResult> {
  try {
    return await describe(file, options);
  } catch (error) {
    return { kind: 'none', file: file.path, message: messageOf(error), isUnreadable: true };
  }
}

async function describe(
  { path, session, client }: SessionFile,
  { signal, ...options }: DescribeOptions,
): Promise<DescribeResult> {
  // A damaged file is reported below.
  if (await growsTooMuch(path).catch(() => false)) {
    const message = `Open ${path} by itself, or decompress it first (zstd -d): it grows too much to be listed.`;
    return { kind: 'none', file: path, message };
  }
  const summary = new SessionSummary();
  const result = await importSession(
    path,
    defined({
      ...options,
      session,
      estimatesCosts: true,
      emit: (event) => summary.add(event),
      // Lets other work of the process continue between the pieces of a large file.
      async drain() {
        await yieldToEventLoop();
        signal?.throwIfAborted();
      },
    }),
  );
  if (result.kind === 'refused') {
    const { message, isUnreadable } = result;
    return defined({
      kind: 'none',
      file: path,
      message,
      isUnreadable: isUnreadable === true ? isUnreadable : undefined,
    });
  }
  const origin: Imported = summary.imported ?? { format: result.format, file: path };
  return {
    kind: 'session',
    entry: entryOf(defined({ file: path, session }), origin.client ?? client, summary, result.finished),
  };
}

function entryOf(
  file: Pick<SessionEntry, 'file' | 'session'>,
  client: string | undefined,
  summary: SessionSummary,
  finished: ImportFinished,
): SessionEntry {
  const { directory, records, raw, broken, guards, wasted, skillTokens = {}, instructed } = finished;
  const offered = finished.offered ?? [...summary.offered];
  const {
    imported,
    time,
    endTime,
    title,
    model,
    outcome,
    prompts,
    toolCalls,
    skills,
    usage,
    estimatedCostUsd,
    requests,
  } = summary;
  return defined({
    ...file,
    format: imported?.format ?? '',
    client,
    project: directory,
    start: time,
    end: endTime,
    title: title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE),
    model,
    outcome,
    prompts,
    steps: allSteps(finished),
    toolCalls,
    offered: offered.length === 0 ? undefined : offered,
    skills: skills.map((skill) => {
      const tokens = own(skillTokens, skill.skill);
      return defined({ ...skill, tokens });
    }),
    filesRead: [...summary.filesRead].slice(0, MAX_LISTED),
    scriptsRun: [...summary.scriptsRun].slice(0, MAX_LISTED),
    misses: [...summary.misses.values()].slice(0, MAX_LISTED),
    requests: Object.keys(requests).length === 0 ? undefined : requests,
    instructed: instructed?.slice(0, MAX_LISTED),
    guards: guards === undefined ? undefined : shorten(guards),
    wasted,
    usage,
    estimatedCostUsd,
    records,
    raw,
    broken,
  });
}

function shorten({ refused, stops }: GuardFindings): NonNullable<SessionEntry['guards']> {
  return { refused, stops: stops.slice(0, MAX_LISTED).map(({ evidence: _, ...stop }) => stop) };
}
