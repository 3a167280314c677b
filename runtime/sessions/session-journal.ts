import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Skill } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { BLOB_LIMIT, storeBlob } from '../journal/blobs.ts';
import { withBlobs } from '../journal/event-blobs.ts';
import { jsonLine } from '../journal/json-line.ts';
import type { Redactor } from '../journal/redact.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import { yieldToEventLoop } from '../loop/abort.ts';
import type { Json, RunEvent } from '../protocol/events.ts';
import type { ReadSessionResult, SessionSource } from '../protocol/sessions.ts';
import { detectFile } from './detect.ts';
import { importSession } from './import-session.ts';
import type { SessionEvent } from './log/session-event.ts';
import { isOwnFormat } from './own-journal.ts';
import { type FileStamp, fileStamps, subagentFiles, writeSubagentStamps } from './subagent-files.ts';

/** To be increased when the same session results in different events. */
const VERSION = 3;

export interface SessionJournalOptions extends SessionSource {
  /** Absolute path of the folder that contains a folder for each session. */
  readonly journals: string;
  readonly skills: readonly Skill[];
  readonly redactor: Redactor;
  /** True if a folder with files of sub-agents may be read; by default all may. */
  readonly allows?: (folder: string) => boolean;
  /** Stops reading; nothing is left behind. */
  readonly signal?: AbortSignal;
}

/**
 * Reads a session of another agent and writes its events to a journal, like those of a run, so that a timeline can show
 * it without holding it in memory. If the files of a session have not changed, its existing journal is used. A journal
 * appears only when it is complete. Never throws.
 */
export async function writeSessionJournal(options: SessionJournalOptions): Promise<ReadSessionResult> {
  const { file, session, journals, skills, redactor, allows, signal } = options;
  const part = join(journals, `.${process.pid}-${Date.now()}.part`);
  try {
    const subagents = fileStamps([...subagentFiles(file, allows).values()].sort());
    const folder = join(journals, nameOf(options, subagents));
    const journal = join(folder, JOURNAL_FILE);
    if (existsSync(journal)) {
      // The journals that were opened longest ago are removed.
      utimesSync(folder, new Date(), new Date());
      return { kind: 'read', journal, skipped: 0 };
    }
    const detected = await detectFile(file, session);
    if (typeof detected === 'string') return { kind: 'refused', message: detected };
    // It is a journal already, with its payloads next to it.
    if (isOwnFormat(detected)) return { kind: 'read', journal: file, skipped: 0 };
    mkdirSync(part, { recursive: true, mode: 0o700 });
    const output = openSync(join(part, JOURNAL_FILE), 'wx', 0o600);
    try {
      const result = await importSession(file, {
        redactor,
        skills,
        detected,
        estimatesCosts: true,
        ...(session === undefined ? {} : { session }),
        ...(allows === undefined ? {} : { allows }),
        emit(event) {
          signal?.throwIfAborted();
          const line = jsonLine(event);
          writeSync(output, `${line.length * 3 > BLOB_LIMIT ? jsonLine(withStoredPayloads(part, event)) : line}\n`);
        },
        drain: yieldToEventLoop,
      });
      if (result.kind === 'refused') return { kind: 'refused', message: result.message };
      const read = new Set(result.finished.subagents?.map((one) => one.file));
      writeSubagentStamps(
        part,
        subagents.filter(([path]) => read.has(basename(path))),
      );
      // Another window may have written it in the meantime, and show it.
      if (!existsSync(journal)) {
        rmSync(folder, { recursive: true, force: true });
        renameSync(part, folder);
      }
      return { kind: 'read', journal, skipped: result.finished.broken };
    } finally {
      closeSync(output);
    }
  } catch (error) {
    return { kind: 'refused', message: messageOf(error) };
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Returns the name of a session's folder, which changes with the files of the session and with the skills. */
function nameOf({ file, session, skills }: SessionJournalOptions, subagents: readonly FileStamp[]): string {
  const { mtimeMs, size } = statSync(file);
  // A database that is in use changes only in its write-ahead log.
  const others = [...fileStamps([`${file}-wal`]), ...subagents];
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
