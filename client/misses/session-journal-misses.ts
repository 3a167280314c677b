/** Reads the misses of an imported session from its journal. Independent of `vscode`. */
import type { Cause } from '../../runtime/protocol/events.ts';
import type { SessionMiss, SessionMisses, SessionSource } from '../../runtime/protocol/sessions.ts';
import { journalFile, readNew } from '../panel/journal-file.ts';
import { nameOfClient } from '../panel/trace/client-name.ts';
import { cause, isObject, isSameMiss, type Loose, number, oneLine, text } from '../panel/trace/read.ts';

/** The path of a missed file, with the `seq` of an event in its timeline row. */
interface MissRow extends Pick<SessionMiss, 'skill' | 'path'> {
  readonly seq: number;
}

/** The misses in the journal of an imported session whose words are in a current skill, and the rows of all misses. */
export interface JournalMisses extends SessionMisses {
  readonly rows: readonly MissRow[];
}

/** A miss of the result with this `seq`, in a row of the timeline. */
interface FoundMiss {
  readonly result: number;
  readonly seq: number;
  readonly event: Loose;
}

/** Maximum number of misses that are read. */
const MAX_MISSES = 1_000;
/** Only lines that contain one of these are parsed. */
const RELEVANT = ['"type":"run_started"', '"miss":{"skill":', '"later":[{'].map((part) => Buffer.from(part));

/**
 * Reads the misses of a session, in order. Omits a miss if the words that caused it have changed in the skill since the
 * model read them. Returns undefined if the journal is not of an imported session. Never throws.
 * @param journal absolute path
 */
export async function readJournalMisses(journal: string, source: SessionSource): Promise<JournalMisses | undefined> {
  let client: string | undefined;
  let time = '';
  let found: FoundMiss[] = [];
  await readNew(
    journalFile(journal),
    (event) => {
      if (!isObject(event)) return;
      if (text(event, 'type') === 'run_started') {
        if (!isObject(event.imported)) return;
        const id = oneLine(text(event.imported, 'client'), 80);
        client ??= id === '' ? oneLine(text(event.imported, 'format'), 80) : nameOfClient(id);
        if (event.imported.untimed !== true) time = text(event, 'time');
        return;
      }
      for (const one of createdLater(event))
        found = found.filter((miss) => miss.result !== number(one, 'result') || !isSameMiss(miss.event, one));
      const result = number(event, 'seq') ?? 0;
      const seq = number(event, 'parent') ?? result;
      const others = Array.isArray(event.alsoMissed) ? event.alsoMissed.filter(isObject) : [];
      if (!isObject(event.miss) || found.length >= MAX_MISSES) return;
      for (const one of [{ ...event.miss, cause: event.cause }, ...others]) found.push({ result, seq, event: one });
    },
    undefined,
    (line) => RELEVANT.some((part) => line.includes(part)),
  );
  const rows = found.map(({ seq, event }): MissRow => ({ ...fileOf(event), seq }));
  const misses = found.flatMap(({ event }): readonly SessionMiss[] => {
    const current = currentCause(event.cause);
    return current === undefined ? [] : [{ ...fileOf(event), cause: current }];
  });
  return client === undefined ? undefined : { source, client, time, misses, rows };
}

function fileOf(miss: Loose): Pick<SessionMiss, 'skill' | 'path' | 'outside'> {
  const outside = miss.outside === true ? { outside: true as const } : {};
  return { skill: text(miss, 'skill'), path: text(miss, 'path'), ...outside };
}

/** Returns the misses whose files the call of an event created: they were none. */
function createdLater({ later }: Loose): readonly Loose[] {
  return Array.isArray(later) ? later.filter(isObject).filter(({ created }) => created === true) : [];
}

/** Returns the cause in the current skill if its words are the same as those that the model read. */
function currentCause(found: unknown): Cause | undefined {
  if (!isObject(found)) return undefined;
  const current = cause(found, 'current');
  const recorded = cause(found, 'recorded');
  const isSame = recorded === undefined || inOneLine(recorded.text) === inOneLine(current?.text ?? '');
  return isSame ? current : undefined;
}

/** Returns the `seq` of the timeline row of each miss of a session that has the skill and path of one of `others`. */
export function rowsOfMisses(
  { rows }: JournalMisses,
  others: readonly Pick<SessionMiss, 'skill' | 'path'>[],
): readonly number[] {
  const named = new Set(others.map(({ skill, path }) => `${skill}/${path}`));
  return rows.filter(({ skill, path }) => named.has(`${skill}/${path}`)).map(({ seq }) => seq);
}

function inOneLine(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}
