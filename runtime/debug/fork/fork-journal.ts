import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findLink, linkMessage } from '../../disk/linked-folder.ts';
import { codeOf, messageOf } from '../../errors.ts';
import { BLOB_LIMIT, readBlobText, writeBlob } from '../../journal/blobs.ts';
import { withBlobs } from '../../journal/event-blobs.ts';
import { jsonLine } from '../../journal/json-line.ts';
import { redactorOf } from '../../journal/redact.ts';
import { JOURNAL_FILE } from '../../journal/writer.ts';
import type { RunEvent, SavedFile } from '../../protocol/events.ts';
import { savedFiles } from '../../run/restore.ts';
import { withCopyPath } from '../../workspace-copy/restore-files.ts';

/** Options for `createForkJournal`. */
export interface ForkJournalOptions {
  /** Absolute path of the fork's folder, which does not exist. */
  readonly folder: string;
  /** Absolute path of the folder of the run that is forked, whose payloads are used. */
  readonly from: string;
  readonly events: readonly RunEvent[];
  /** Secrets to redact from everything that is written. */
  readonly secrets: readonly string[];
  /** In a client's run: the paths of the copies that the run and the fork work on. */
  readonly copy?: { readonly from: string; readonly to: string };
  /** Called when everything is written, before the folder gets its name. */
  readonly onReady?: () => void;
}

/**
 * Creates the folder of a fork with its journal and its payloads. The folder gets its name last, so that a process that is
 * killed leaves no incomplete run. Returns an error message if it cannot be created.
 */
export function createForkJournal(options: ForkJournalOptions): string | undefined {
  const { folder, from, events, secrets } = options;
  const runs = dirname(folder);
  const part = join(runs, `.fork-${process.pid}-${Date.now()}.part`);
  const redactor = redactorOf(secrets);
  const link = findLink(runs);
  if (link !== undefined) return `Cannot create the run: ${linkMessage(link)}`;
  removeAbandoned(runs);
  try {
    mkdirSync(part);
    const payloads = new Payloads(from, part, options.copy);
    const lines = events.map((event) => {
      const redacted = withMovedFiles(redactor.event(event), options);
      const line = jsonLine(redacted);
      // Only an edited value can be as large as that: all others are payloads already.
      return payloads.copyInto(line.length * 3 > BLOB_LIMIT ? jsonLine(withBlobs(part, redacted)) : line);
    });
    writeFileSync(join(part, JOURNAL_FILE), `${lines.join('\n')}\n`, { mode: 0o600 });
    options.onReady?.();
    renameSync(part, folder);
    return undefined;
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    return `Cannot create the run: ${messageOf(error)}`;
  }
}

/** Removes the incomplete forks of processes that were killed: they hold copies of a conversation, and no view lists them. */
function removeAbandoned(runs: string): void {
  try {
    for (const name of readdirSync(runs)) {
      const pid = /^\.fork-(\d+)-\d+\.part$/.exec(name)?.[1];
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(runs, name), { recursive: true, force: true });
    }
  } catch {
    // The next fork tries again.
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Returns a result whose saved files name the fork's copy. Their hashes would not match texts that are changed later. */
function withMovedFiles(event: RunEvent, { from, copy }: ForkJournalOptions): RunEvent {
  if (copy === undefined || event.type !== 'tool_result' || !Array.isArray(event.files)) return event;
  const files = event.files.map((file: SavedFile) => {
    const [complete = file] = savedFiles([{ ...event, files: [file] }], from);
    const moved = withCopyPath(complete, copy.from, copy.to);
    return moved === complete ? file : moved;
  });
  return { ...event, files };
}

/** Matches references to payloads in JSON, as the journal writes them. */
const REFERENCE = /\{"blob":"(blob-[0-9a-f]{32}\.json)","size":\d+\}/g;

/** The payloads that a journal refers to, copied with those that they refer to themselves. */
class Payloads {
  private readonly from: string;
  private readonly to: string;
  private readonly copy: ForkJournalOptions['copy'];
  /** The references to copied payloads by their former names; undefined for those that cannot be read. */
  private readonly references = new Map<string, string | undefined>();

  constructor(from: string, to: string, copy: ForkJournalOptions['copy']) {
    this.from = from;
    this.to = to;
    this.copy = copy;
  }

  /** Copies the payloads of JSON text, and returns the text with the references to them and the path of the fork's copy. */
  copyInto(json: string): string {
    const { copy } = this;
    // In JSON, the backslashes of Windows are doubled.
    const moved = copy === undefined ? json : json.replaceAll(inJson(copy.from), () => inJson(copy.to));
    if (!moved.includes('{"blob":"')) return moved;
    return moved.replaceAll(REFERENCE, (reference, name: string) => this.referenceTo(name) ?? reference);
  }

  private referenceTo(name: string): string | undefined {
    if (this.references.has(name)) return this.references.get(name);
    // A payload that refers to itself does not exist, because its name depends on its content.
    const reference = this.copyPayload(name);
    this.references.set(name, reference);
    return reference;
  }

  /**
   * Copies a payload, as a second name of the same file if possible: payloads never change. The folder is untrusted: one
   * whose content does not match its name is left out, and its reader reports it as lost.
   */
  private copyPayload(name: string): string | undefined {
    const target = join(this.to, name);
    if (existsSync(target)) return undefined;
    const read = readBlobText(this.from, name);
    if (read.kind === 'failed') return undefined;
    const text = this.copyInto(read.text);
    if (text !== read.text) return JSON.stringify(writeBlob(this.to, text));
    try {
      linkSync(join(this.from, name), target);
    } catch {
      writeFileSync(target, text, { mode: 0o600 });
    }
    return undefined;
  }
}

/** Returns a text as it is within a string of JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
