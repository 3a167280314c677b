import { createHash } from 'node:crypto';
import { closeSync, openSync, statSync, utimesSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defined, type Skill } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { BLOB_LIMIT, storeBlob } from '../journal/blobs.ts';
import { withBlobs } from '../journal/event-blobs.ts';
import { jsonLine } from '../journal/json-line.ts';
import type { Redactor } from '../journal/redact.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import { yieldToEventLoop } from '../loop/interfaces/abort.ts';
import type { Json, RunEvent } from '../protocol/events.ts';
import type { ReadSessionResult, SessionPart, SessionSource } from '../protocol/sessions.ts';
import { recordFile } from '../user-data/hook-record.ts';
import { closingNotes, endAfter, NO_EVENTS } from './closing-notes.ts';
import { type DetectResult, detectFile, unreadMessage } from './detect.ts';
import { importSession, sessionOf } from './import-session.ts';
import type { SessionEvent } from './log/session-event.ts';
import { isOwnFormat } from './own-journal.ts';
import { SessionRequestStore } from './session-request-store.ts';
import { type FileStamp, fileStamps, subagentFiles, writeOtherStamps } from './subagent-files.ts';
import { hasCompleteJournal, UnfinishedJournal, waitForTurn } from './unfinished-journal.ts';

/** To be increased when the same session results in different events. */
const VERSION = 10;

export interface SessionJournalOptions extends SessionSource {
  /** Absolute path of the folder that contains a folder for each session. */
  readonly journals: string;
  readonly skills: readonly Skill[];
  readonly redactor: Redactor;
  /** True if a folder with files of sub-agents may be read; by default all may. */
  readonly allows?: (folder: string) => boolean;
  /** Receives the path of a journal that can be shown, and the part of the session that it has, until it is complete. */
  readonly onPart?: (journal: string, part: SessionPart) => void;
  /** Stops reading; nothing is left behind, unless a window shows the journal. */
  readonly signal?: AbortSignal;
}

/**
 * Reads a session of another agent and writes its events to a journal, like those of a run, so that a timeline can show
 * it without holding it in memory. If the files of a session have not changed, its existing journal is used. Until a journal is
 * complete, a file next to it says so; if another process is writing it, this waits. Never throws.
 */
export async function writeSessionJournal(options: SessionJournalOptions): Promise<ReadSessionResult> {
  const { file, session, journals, allows, onPart, signal } = options;
  try {
    const subagents = fileStamps([...subagentFiles(file, allows).values()].sort());
    const detected = await detectFile(file, session);
    if (typeof detected === 'string') return { kind: 'refused', message: detected };
    // It is a journal already, with its payloads next to it.
    if (isOwnFormat(detected)) return { kind: 'read', journal: file, skipped: 0 };
    if (detected.kind !== 'format') return { kind: 'refused', message: `${unreadMessage(detected)} ${file}` };
    const record = recordStamp(detected);
    const folder = join(journals, nameOf(options, [...subagents, ...record]));
    const journal = join(folder, JOURNAL_FILE);
    if (hasCompleteJournal(folder)) {
      // The journals that were opened longest ago are removed.
      utimesSync(folder, new Date(), new Date());
      return { kind: 'read', journal, skipped: 0 };
    }
    const turn = await waitForTurn(
      folder,
      defined({
        onPart: (part) => onPart?.(journal, part),
        signal,
      }),
    );
    if (turn.kind === 'failed') return { kind: 'refused', message: turn.message };
    if (turn.kind === 'complete') return { kind: 'read', journal, skipped: 0 };
    try {
      return await write(options, detected, journal, { subagents, record });
    } finally {
      turn.release();
    }
  } catch (error) {
    return { kind: 'refused', message: messageOf(error) };
  }
}

/** Writes the journal of a session, in a folder that this process has locked. Throws like `fs`, and if reading is stopped. */
async function write(
  { file, session, skills, redactor, allows, onPart, signal }: SessionJournalOptions,
  detected: DetectResult,
  journal: string,
  { subagents, record }: { readonly subagents: readonly FileStamp[]; readonly record: readonly FileStamp[] },
): Promise<ReadSessionResult> {
  const folder = dirname(journal);
  const unfinished = new UnfinishedJournal(folder, (part) => onPart?.(journal, part));
  try {
    let end = NO_EVENTS;
    const output = openSync(journal, 'wx', 0o600);
    const requests = new SessionRequestStore(folder);
    const emit = (original: SessionEvent): void => {
      signal?.throwIfAborted();
      end = endAfter(end, original);
      const event = requests.store(original);
      const line = jsonLine(event);
      writeSync(output, `${line.length * 3 > BLOB_LIMIT ? jsonLine(withStoredPayloads(folder, event)) : line}\n`);
    };
    try {
      const result = await importSession(
        file,
        defined({
          redactor,
          skills,
          detected,
          estimatesCosts: true,
          addsDecisions: true,
          session,
          allows,
          emit,
          async drain(share) {
            if (end.last > 0) unfinished.report(share);
            await yieldToEventLoop();
            signal?.throwIfAborted();
          },
        }),
      );
      if (result.kind === 'refused') return { kind: 'refused', message: result.message };
      for (const note of closingNotes(result.finished, end)) emit(note);
      const read = new Set(result.finished.subagents?.map((one) => one.file));
      writeOtherStamps(folder, [...subagents.filter(([path]) => read.has(basename(path))), ...record]);
      unfinished.complete();
      return { kind: 'read', journal, skipped: result.finished.broken };
    } finally {
      closeSync(output);
    }
  } finally {
    unfinished.discard();
  }
}

/** Returns the stamp of the record that hooks keep of a session, also if there is none yet: it can come while the client runs. */
function recordStamp({ format, sample }: Extract<DetectResult, { kind: 'format' }>): readonly FileStamp[] {
  const id = sessionOf(format, sample);
  if (format.client === undefined || id === undefined) return [];
  const file = recordFile(format.client, id);
  const [stamp = [file, 0, 0]] = fileStamps([file]);
  return [stamp];
}

/** Returns the name of a session's folder, which changes with the files of the session and with the skills. */
function nameOf({ file, session, skills }: SessionJournalOptions, more: readonly FileStamp[]): string {
  const { mtimeMs, size } = statSync(file);
  // A database that is in use changes only in its write-ahead log.
  const others = [...fileStamps([`${file}-wal`]), ...more];
  const key = [
    VERSION,
    file,
    session ?? null,
    mtimeMs,
    size,
    others,
    ...skills.map(({ manifest }) => [manifest.path, manifest.text]),
  ];
  return createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 24);
}

function withStoredPayloads(folder: string, event: SessionEvent): SessionEvent {
  if (event.type === 'raw_record') return { ...event, record: storeBlob(folder, event.record) as Json };
  return event.type === 'skill_loaded' ? event : (withBlobs(folder, event as RunEvent) as SessionEvent);
}
