/** The type of a format, and of everything that a reader of one gets. */
import type { At, ReadFate } from './record.ts';
import type { SessionLog } from './session-log.ts';
import type { Fields } from './values.ts';

/** The beginning of a file, from which its format is detected. */
export interface Sample {
  /** The first records that are JSON objects: lines, or one document. */
  readonly records: readonly Fields[];
  /** The document, if the file is a single JSON value. */
  readonly document?: unknown;
}

/** Reads the records of one session, in the order of the file. Never throws, whatever the records contain. */
export interface SessionReader {
  /** Adds a record to the session's log and returns what became of it. The caller adds a `raw` one to the log. */
  read(record: Fields, at: At): ReadFate;
  /** Adds a raw record, for formats that have their own form for it; `SessionLog.raw` by default. */
  raw?(record: Fields, at: At): void;
  /** Called after the last record. */
  end?(): void;
}

/** A reader that adds what it finds to a log. */
export abstract class LogReader implements SessionReader {
  protected readonly log: SessionLog;

  constructor(log: SessionLog) {
    this.log = log;
  }

  abstract read(record: Fields, at: At): ReadFate;
}

/** The findings of a first pass over a file. */
export interface Survey {
  note(record: Fields, number: number): void;
}

/** A format that is read. */
export interface SessionFormat {
  readonly id: string;
  /** Name for display. */
  readonly title: string;
  /** Id of the client that writes it; absent if several do. */
  readonly client?: string;
  /** True if the session's id is the id of the run. */
  readonly keepsIds?: true;
  /** True if the sample is of this format. Decides by content, never by a file's name. */
  readonly detect: (sample: Sample) => boolean;
  /** Returns the time of a record in any form that `timeOf` understands; undefined if it has none. */
  readonly time: (record: Fields) => unknown;
  /** Returns the session's id, from one of its first records. */
  readonly session: (record: Fields) => string | undefined;
  /** Splits a document, which can be of another format, into records; absent if the format is one of lines only. */
  readonly split?: (document: unknown) => readonly unknown[];
  /** A first pass over the records, for formats in which later records replace earlier ones. */
  readonly survey?: () => Survey;
  readonly open: (log: SessionLog, survey: Survey | undefined) => SessionReader;
}
