/** Sessions in the tables of opencode 2, which keeps a message in one row, and what later versions may add. */
import { defined } from '../../skill/index.ts';
import { countOf, type Fields, fieldsOf, listOf, parseJsonOrText, textOf } from '../text/values.ts';
import {
  type Database,
  type Limits,
  MAX_ID,
  MAX_SESSIONS,
  numberColumn,
  rowsOf,
  type StoredSession,
  textColumn,
} from './database.ts';

/** The tables of opencode 2: sessions and messages. */
export const LATER_TABLES = ['session_v2', 'session_message'] as const;
/** Maximum length of texts, in characters. */
const MAX_TEXT = 4096;
const TEXTS = ['id', 'directory', 'title', 'version'];
const NUMBERS = [
  'cost',
  'tokens_input',
  'tokens_output',
  'tokens_reasoning',
  'tokens_cache_read',
  'tokens_cache_write',
];
/** A table with sessions of a version that is not known. */
const UNKNOWN = /^session(?:s)?_?v(?:[3-9]|\d{2,})$/;

/** Returns the latest sessions that are not sub-agents, newest first. */
export function laterSessions(database: Database): readonly StoredSession[] {
  return database
    .prepare(
      `SELECT id, ${numberColumn('time_updated')} FROM session_v2 WHERE parent_id IS NULL AND length(id) < ${MAX_ID}
        ORDER BY 2 DESC LIMIT ${MAX_SESSIONS}`,
    )
    .all()
    .flatMap(({ id, time_updated: changed }) =>
      typeof id === 'string' ? [{ id, changed: typeof changed === 'number' ? changed : 0 }] : [],
    );
}

/** Returns a session in the form of `opencode export`; undefined if there is none with this id. */
export function laterSession(
  database: Database,
  [sessions = new Set()]: readonly ReadonlySet<string>[],
  id: string,
  limits: Readonly<Limits>,
): Fields | undefined {
  const selected = [
    ...TEXTS.filter((name) => sessions.has(name)).map((name) => textColumn(name, MAX_TEXT)),
    ...NUMBERS.filter((name) => sessions.has(name)).map(numberColumn),
  ].join();
  const row = database.prepare(`SELECT ${selected} FROM session_v2 WHERE id = ?`).get(id);
  if (row === undefined) return undefined;
  const query = `SELECT ${textColumn('id')}, ${textColumn('type')}, ${numberColumn('seq')}, ${numberColumn('time_created')}, data
    FROM session_message WHERE session_id = ?`;
  const rows = rowsOf(database, query, [id], { ...limits }).sort(inOrder);
  const { cost, tokens_input: input, tokens_output: output, tokens_reasoning: reasoning } = row;
  const tokens = { input, output, reasoning, cache: { read: row.tokens_cache_read, write: row.tokens_cache_write } };
  const { directory, title, version } = row;
  const hasTokens = typeof input === 'number';
  const info = {
    id,
    directory,
    title,
    version,
    tokens: hasTokens ? tokens : undefined,
    cost: hasTokens ? cost : undefined,
  };
  return { info: defined<Fields>(info), messages: rows.map((one) => messageOf(one, id)) };
}

/** Returns the name of a table with sessions that no version known here has; undefined if there is none with rows. */
export function unknownStore(database: Database): string | undefined {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' LIMIT 1000")
    .all();
  const names = tables.flatMap(({ name }) => (typeof name === 'string' && UNKNOWN.test(name) ? [name] : []));
  return names.find((name) => database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined);
}

const inOrder = (a: Fields, b: Fields): number =>
  (countOf(a.seq) ?? 0) - (countOf(b.seq) ?? 0) || (countOf(a.time_created) ?? 0) - (countOf(b.time_created) ?? 0);

/** Returns a row as a message of an export, with its content as parts. */
function messageOf({ id, type, time_created: created, data }: Fields, sessionID: string): Fields {
  const content = typeof data === 'string' ? fieldsOf(parseJsonOrText(data)) : {};
  const { providerID, id: modelID } = fieldsOf(content.model);
  const { tokens, cost, time = { created }, error } = content;
  const role = textOf(type) === 'synthetic' ? 'user' : textOf(type);
  const info = {
    id,
    sessionID,
    role,
    time,
    providerID,
    modelID,
    tokens,
    cost,
    error: error === undefined ? undefined : { data: fieldsOf(error) },
  };
  const parts = partsOf(textOf(type) ?? '', content);
  return {
    info: defined<Fields>(info),
    parts: parts.map((part, index) => ({ ...part, id: `${textOf(id) ?? ''}-${index}`, messageID: id, sessionID })),
  };
}

function partsOf(type: string, content: Fields): readonly Fields[] {
  switch (type) {
    case 'user':
      return [{ type: 'text', text: content.text }];
    case 'synthetic':
      return [{ type: 'text', text: content.text, synthetic: true }];
    case 'compaction':
      return [{ type: 'compaction' }];
    case 'assistant':
      return listOf(content.content).map(fieldsOf).map(partOf);
    default:
      return [];
  }
}

function partOf(part: Fields): Fields {
  if (part.type !== 'tool') return part;
  const state = fieldsOf(part.state);
  const error = textOf(fieldsOf(state.error).message) ?? state.error;
  const texts = listOf(state.content).map((one) => textOf(fieldsOf(one).text) ?? '');
  const output = state.output ?? (texts.length === 0 ? undefined : texts.join('\n'));
  const shown = { ...state, output, error, metadata: state.metadata ?? state.structured };
  return { type: 'tool', tool: part.name, callID: part.id, state: defined<Fields>(shown) };
}
