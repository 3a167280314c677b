/** A hook of a client: one input, at most one answer. Whatever happens, the client continues as if there were no hook. */
import { writeSync } from 'node:fs';
import { defined, formatCount } from '../../skill/index.ts';
import { LIVE } from '../guards/ladders.ts';
import type { HookOptions } from '../protocol/hooks.ts';
import { hashOf } from '../text/short-hash.ts';
import { type RecordLine, type SessionRecord, sessionRecord } from '../user-data/hook-record.ts';
import type { AnswerTemplate } from './dialect.ts';
import { readEvent, type StopEvent, type ToolEvent } from './hook-event.ts';
import { type QuickLook, quickLook, skillAround } from './quick-look.ts';

/** The part that is loaded only if there is something to say. */
export interface Answerer {
  /**
   * Returns the answer to a request that may be missing; undefined if it is none of a skill.
   *
   * @param started when the process of the hook began, in epoch milliseconds
   */
  answerRequest(
    event: ToolEvent,
    started: number,
    record: SessionRecord,
    options: HookOptions,
  ): AnswerTemplate | undefined;
  /** Returns the fact about a skill that could not be loaded; undefined if the client offers it. */
  answerName(event: ToolEvent, name: string, record: SessionRecord): AnswerTemplate | undefined;
  /** Returns the errors in files of skills that a call has edited. */
  answerEdit(event: ToolEvent, paths: readonly string[], record: SessionRecord): Promise<AnswerTemplate | undefined>;
  /** Returns what is said at the end of a turn. */
  answerStop(event: StopEvent, record: SessionRecord, options: HookOptions): Promise<AnswerTemplate | undefined>;
}

/** Time after which a hook ends without an answer, in milliseconds: a client waits up to ten minutes for it. */
const MAX_TIME = 1700;
/** Largest input, in bytes. A larger one is a result or a file that is written, of which nothing has to be known. */
const MAX_INPUT = 8_000_000;
/** Commands whose result is looked at again and again until it changes. */
const POLLING = /\b(?:sleep|wait|watch|poll|timeout|tail\s+-\w*[fF])\b/;

/**
 * Answers the hook whose input is on standard input, in the client's own words on standard output. Always ends with exit code 0,
 * within two seconds: some clients deny every call if a hook fails.
 *
 * @param args the client, an event for inputs that name none, and the options `--guard` and `--check`
 */
export function runHook(args: readonly string[], load: () => Promise<Answerer>): void {
  if (process.env.SKILLWRIGHT_HOOKS === 'off') return;
  const leave = (): void => process.exit(0);
  setTimeout(leave, MAX_TIME).unref();
  process.on('uncaughtException', leave);
  process.on('unhandledRejection', leave);
  let size = 0;
  const parts: Buffer[] = [];
  process.stdin.on('error', leave);
  process.stdin.on('data', (part: Buffer) => {
    size += part.length;
    if (size > MAX_INPUT) leave();
    parts.push(part);
  });
  process.stdin.on('end', () => {
    // `performance` would be loaded for nothing else.
    const started = Date.now() - process.uptime() * 1000;
    answerInput(args, Buffer.concat(parts).toString('utf8'), load, started)
      .then((answer) => {
        // The stream would be loaded for nothing else.
        if (answer !== undefined) writeSync(1, JSON.stringify(answer));
        leave();
      })
      .catch(leave);
  });
}

/** Returns the answer to an input; undefined if there is nothing to say. */
export async function answerInput(
  args: readonly string[],
  text: string,
  load: () => Promise<Answerer>,
  started: number,
): Promise<AnswerTemplate | undefined> {
  const { client, named, options } = optionsOf(args);
  const input: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  const event = readEvent(client, input, named);
  if (event === undefined) return undefined;
  const record = sessionRecord(event.dialect.id, event.session);
  if (event.moment === 'stop') {
    if (event.isContinued || !record.exists) return undefined;
    return (await load()).answerStop(event, record, options);
  }
  const look = quickLook(event);
  if (look.kind === 'edit' && event.moment === 'before') return undefined;
  // Whether hooks have ever run in a folder is the first question when one says nothing.
  if (!record.exists)
    record.add(
      defined<RecordLine>({
        at: Date.now(),
        event: 'session',
        session: event.session,
        directory: event.directory,
        transcript: event.transcript,
      }),
    );
  if (look.kind === 'missing' && options.guard !== 'off') {
    const answer = (await load()).answerRequest(event, started, record, options);
    if (answer !== undefined) return answer;
  }
  if (event.moment === 'before') return undefined;
  if (look.kind === 'edit') {
    const isOfSkill =
      options.check !== 'off' &&
      event.error === undefined &&
      look.paths.some((path) => skillAround(path) !== undefined);
    return isOfSkill ? (await load()).answerEdit(event, look.paths, record) : undefined;
  }
  if (look.kind === 'skill' && event.error !== undefined && options.guard !== 'off')
    return (await load()).answerName(event, look.name, record);
  remember(event, look, record);
  return options.guard === 'off' ? undefined : aboutSameResult(event, look, record);
}

/** Remembers which skills a session has loaded, and which of their files it has read. */
function remember(event: ToolEvent, look: QuickLook, record: SessionRecord): void {
  const at = Date.now();
  if (look.kind === 'skill' && event.error === undefined) record.add({ at, event: 'skill', name: look.name });
  if (look.kind !== 'found') return;
  let isRead = false;
  for (const path of look.paths)
    if (/[\\/]skill\.md$/i.test(path)) record.add({ at, event: 'skill', manifest: path });
    else isRead = true;
  if (!isRead || !record.exists) return;
  const lines = record.lines();
  const folders = lines.flatMap((line) =>
    line.event === 'skill' && line.manifest !== undefined ? [folderOf(line.manifest)] : [],
  );
  const missed = new Set(lines.flatMap((line) => (line.event === 'missed' ? [line.path, line.place] : [])));
  for (const path of look.paths)
    if (folders.some((folder) => path.startsWith(folder)) || missed.has(path)) record.add({ at, event: 'read', path });
}

/** Returns the folder of a file, with the separator at its end. */
const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** Tells a model that it repeats one call with one result. Never denied: what it waits for may come. */
function aboutSameResult(event: ToolEvent, look: QuickLook, record: SessionRecord): AnswerTemplate | undefined {
  const { tool, args, result, error, name, call } = event;
  const text = JSON.stringify([tool, args]);
  if (LIVE.sameResult === undefined || look.kind === 'nothing' || look.kind === 'skill' || POLLING.test(text))
    return undefined;
  // Whatever differs from call to call, such as a duration, is not part of the result here.
  const shown =
    error ?? JSON.stringify(result ?? null).replace(/"?\b(?:duration_?ms|timestamp|time)"?\s*:\s*"?[\d.:TZ-]+"?/gi, '');
  const hash = hashOf(`${text}\0${shown}`);
  record.add({ at: Date.now(), event: 'result', hash });
  const results = record.lines().filter((line): line is RecordLine & { event: 'result' } => line.event === 'result');
  // Only what directly follows each other: after anything else the model may have a reason.
  const other = results.findLastIndex((line) => line.hash !== hash);
  const count = results.length - 1 - other;
  if (count < LIVE.sameResult) return undefined;
  const told = `This call has returned the same result ${formatCount(count, 'time')} in a row.`;
  record.add(defined<RecordLine>({ at: Date.now(), event: 'noted', call, told }));
  return fill(tellOf(event), { event: name, error: error ?? '', text: told });
}

/**
 * Longest error of a tool that an answer repeats, in characters. A longer one is the output of a command, which stays whole
 * without an answer.
 */
const MAX_REPEATED = 600;

/** Returns the form in which a fact reaches the model after this call. */
export function tellOf({ dialect: { answers }, error }: ToolEvent): AnswerTemplate {
  const isRepeatable = error !== undefined && error.length <= MAX_REPEATED;
  return isRepeatable ? (answers.tellFailed ?? answers.tell) : answers.tell;
}

/** Returns an answer with its values. */
export function fill(
  template: AnswerTemplate,
  values: { readonly event: string; readonly text: string; readonly error: string },
): AnswerTemplate {
  if (typeof template === 'boolean') return template;
  if (typeof template === 'string')
    return template.replace(/\{(event|text|error)\}/g, (_, key: 'event' | 'text' | 'error') => values[key]);
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fill(value, values)]));
}

function optionsOf(args: readonly string[]): {
  readonly client: string;
  readonly named: string | undefined;
  readonly options: HookOptions;
} {
  const [client = '', ...rest] = args;
  const after = (option: string): string | undefined => {
    const at = rest.indexOf(option);
    return at < 0 ? undefined : rest[at + 1];
  };
  const guard = after('--guard');
  const check = after('--check');
  const [named] = rest.filter((one, index) => !one.startsWith('--') && !(rest[index - 1] ?? '').startsWith('--'));
  return {
    client,
    named,
    options: {
      guard: guard === 'on' || guard === 'off' ? guard : 'advise',
      check: check === 'stop' || check === 'off' ? check : 'on',
    },
  };
}
