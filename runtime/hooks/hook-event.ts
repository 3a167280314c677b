/** An event of a client's hook, read from its input. */
import { isAbsolute, join } from 'node:path';
import { homeFolder } from '../../skill/disk.ts';
import { defined, own } from '../../skill/index.ts';
import type { Json } from '../protocol/events.ts';
import { type Fields, fieldsOf, jsonOf, parseJsonOrText, textOf } from '../text/values.ts';
import type { Dialect, HookMoment } from './dialect.ts';
import { dialectOf, EVENT_FIELDS } from './dialects.ts';

interface EventBase {
  readonly dialect: Dialect;
  /** The client's name of the event. */
  readonly name: string;
  /** The session's id, as the client gives it. */
  readonly session: string;
  /** The working directory, absolute. */
  readonly directory: string;
  /** The file in which the client records the session. */
  readonly transcript?: string;
}

/** A call of a tool, before it runs or after its result. */
export interface ToolEvent extends EventBase {
  readonly moment: Exclude<HookMoment, 'stop'>;
  readonly tool: string;
  readonly args: Json;
  /** The id of the call; absent if the client gives none. */
  readonly call?: string;
  /** The result as the client gives it; absent before it. */
  readonly result?: Json;
  /** The error of a tool that failed, as the client gives it; absent if it does not say that the tool failed. */
  readonly error?: string;
}

/** The end of a turn. */
export interface StopEvent extends EventBase {
  readonly moment: 'stop';
  /** True if a hook has made the model continue already. */
  readonly isContinued: boolean;
}

export type HookEvent = ToolEvent | StopEvent;

/** Maximum length of an id and of a path, in characters. */
const MAX_ID = 200;
const MAX_DIRECTORY = 4096;

/**
 * Reads an event from the input of a hook. Undefined for anything that is none: other events, other shapes.
 *
 * @param id the client that the command names
 * @param named the event that the command names, for inputs that do not name it
 */
export function readEvent(id: string, input: unknown, named: string | undefined): HookEvent | undefined {
  const fields = fieldsOf(input);
  const dialect = dialectOf(id, fields);
  const name = firstText(fields, EVENT_FIELDS) ?? named;
  const moment = name === undefined || dialect === undefined ? undefined : own(dialect.events, name);
  if (dialect === undefined || name === undefined || moment === undefined) return undefined;
  const session = firstText(fields, dialect.fields.session);
  const directory = textOf(fields.cwd) ?? process.cwd();
  if (session === undefined || session.length > MAX_ID || directory.length > MAX_DIRECTORY) return undefined;
  const transcript = textOf(fields.transcript_path) ?? textOf(fields.transcriptPath) ?? transcriptOf(dialect, session);
  const base = defined<EventBase>({ dialect, name, session, directory, transcript });
  if (moment === 'stop') return { ...base, moment, isContinued: fields.stop_hook_active === true };
  const tool = firstText(fields, dialect.fields.tool);
  if (tool === undefined) return undefined;
  const args = firstOf(fields, dialect.fields.args);
  const result = firstOf(fields, dialect.fields.result);
  const call = firstText(fields, dialect.fields.call)?.slice(0, MAX_ID);
  const error = textOf(fields.error) ?? textOf(fieldsOf(fieldsOf(result).error).message);
  return defined<ToolEvent>({
    ...base,
    moment,
    tool,
    args: typeof args === 'string' ? parseJsonOrText(args) : jsonOf(args),
    call,
    result: result === undefined ? undefined : jsonOf(result),
    error,
  });
}

/** Returns where a client keeps a session whose inputs do not say it. */
function transcriptOf({ transcript }: Dialect, session: string): string | undefined {
  if (transcript === undefined || !/^[\w-]+$/.test(session)) return undefined;
  const set = own(process.env, transcript.variable);
  const folder = set !== undefined && isAbsolute(set) ? set : join(homeFolder(), transcript.folder);
  return join(folder, transcript.file.replace('{session}', session));
}

function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => own(fields, name)).find((value) => value !== undefined);
}

function firstText(fields: Fields, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(own(fields, name))).find((value) => value !== undefined && value !== '');
}
