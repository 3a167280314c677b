/** The misses of other agents' sessions at the words that provoked them. Independent of `vscode`. */

import type { SessionMisses, SessionSource } from '../../runtime/protocol/sessions.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { linesOf, type TextRange, unchangedWords } from '../editor/recorded-words.ts';

/** A range in the current text of a file, with the sessions in which its words led to misses, the latest first. */
export interface SessionMissLocation {
  readonly range: TextRange;
  /** Each with its misses at this range only. */
  readonly sessions: readonly SessionMisses[];
}

/** Maximum number of sessions whose misses are stored, and of misses of each. */
const MAX_SESSIONS = 200;
const MAX_MISSES = 50;
/** Maximum number of paths named in one message. */
const MAX_PATHS = 3;

/** Returns the key of a session: its file, with its id if the file has several. */
export function sessionKey({ file, session = '' }: SessionSource): string {
  return `${file}\n${session}`;
}

/**
 * Adds sessions, which replace what was known about them, and removes those that no longer have a miss. Returns the latest
 * sessions first, at most `MAX_SESSIONS`.
 */
export function mergeSessions(
  known: readonly SessionMisses[],
  added: readonly SessionMisses[],
): readonly SessionMisses[] {
  const merged = new Map([...known, ...added].map((one) => [sessionKey(one.source), one]));
  return [...merged.values()]
    .filter(({ misses }) => misses.length > 0)
    .map((one) => ({ ...one, misses: one.misses.slice(0, MAX_MISSES) }))
    .sort((a, b) => b.time.localeCompare(a.time))
    .slice(0, MAX_SESSIONS);
}

/** Locates the misses in a file, in the order of its lines. Misses whose text has changed since are omitted. */
export function locateSessionMisses(
  sessions: readonly SessionMisses[],
  file: string,
  content: string,
): readonly SessionMissLocation[] {
  const lines = linesOf(content);
  const locations = new Map<string, { readonly range: TextRange; readonly sessions: SessionMisses[] }>();
  for (const session of sessions) {
    const found = session.misses.flatMap((miss) => {
      const range = miss.cause.file === file ? unchangedWords(miss.cause, lines) : undefined;
      return range === undefined ? [] : [{ miss, range, key: Object.values(range).join(' ') }];
    });
    for (const [key, here] of Map.groupBy(found, (one) => one.key)) {
      const range = here[0]?.range;
      if (range === undefined) continue;
      const location = locations.get(key) ?? { range, sessions: [] };
      locations.set(key, location);
      location.sessions.push({ ...session, misses: here.map(({ miss }) => miss) });
    }
  }
  return [...locations.values()].sort((a, b) => a.range.line - b.range.line || a.range.column - b.range.column);
}

/** Formats where and when the words were last missed: `Missed in Claude Code, Nov 12, 2026`, and the number of other sessions. */
export function missedIn(sessions: readonly SessionMisses[], language: string): string {
  const [latest] = sessions;
  if (latest === undefined) return '';
  const date = formatDate(latest.time, language);
  const others = sessions.length - 1;
  const more = others === 0 ? '' : ` and ${formatCount(others, 'other session')}`;
  return `Missed in ${latest.client}${date === '' ? '' : `, ${date}`}${more}`;
}

/** Formats the date of a session in a language; '' if it has none. */
export function formatDate(time: string, language: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(date);
}

/** Describes the misses at a location, with the paths that the words led to. */
export function describeSessionMisses({ sessions }: SessionMissLocation, language: string): string {
  const paths = [...new Set(sessions.flatMap(({ misses }) => misses.map(({ path }) => path)))];
  const more = paths.length - MAX_PATHS;
  const named = paths.slice(0, MAX_PATHS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const all = sessions.flatMap(({ misses }) => misses);
  const isElsewhere = all.every(({ path, outside, cause }) => outside === true && cause.suggestions.includes(path));
  const fact = `These words led the model to ${named}${isElsewhere ? ' in another folder' : ''}.`;
  const advice = isElsewhere ? 'Say what paths are relative to.' : 'Name an existing file.';
  return `${fact} ${missedIn(sessions, language)}. ${advice}`;
}
