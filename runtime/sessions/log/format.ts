/** The type of a format, and the types that its readers use. */

import type { Fields } from '../../text/values.ts';
import type { OpenCall } from './calls.ts';
import type { ReadFate, RecordPosition } from './record.ts';
import type { SessionLog } from './session-log.ts';

/** The beginning of a file, from which its format is detected. */
export interface Sample {
  /** The first records that are JSON objects: lines, or one document. */
  readonly records: readonly Fields[];
  /** The document, if the file is a single JSON value. */
  readonly document?: unknown;
  /** True if the document is large: then its lists have only their first elements. */
  readonly isOutline?: true;
}

/** Reads the records of one session, in the order of the file. Never throws, whatever the records contain. */
export interface SessionReader {
  /**
   * Adds a record to the session's log and returns its outcome. If that is `raw`, the caller adds the record to the
   * log.
   */
  read(record: Fields, at: RecordPosition): ReadFate;
  /** Adds a raw record, for formats that have their own form for it; `SessionLog.raw` by default. */
  raw?(record: Fields, at: RecordPosition): void;
  /** Called after the last record. */
  end?(): void;
}

/** A reader that adds what it finds to a log. */
export abstract class LogReader implements SessionReader {
  protected readonly log: SessionLog;

  constructor(log: SessionLog) {
    this.log = log;
  }

  abstract read(record: Fields, at: RecordPosition): ReadFate;
}

/** The findings of a first pass over a file. */
export interface Survey {
  note(record: Fields, number: number): void;
}

/**
 * The lists of a document whose elements are read one by one, by their keys. An element of a list without inner lists is a
 * part; of a list with inner lists only their elements are. A document that is itself a list has no keys.
 */
export interface DocumentLists {
  readonly [key: string]: DocumentLists;
}

/** The files of sub-agents of a format. */
export interface SubagentFormat {
  /**
   * Opens the file of a sub-agent.
   * @param call the call that started it; undefined if the session does not say which one did
   */
  readonly open: (log: SessionLog, id: string, call: OpenCall | undefined, survey: Survey | undefined) => SessionReader;
  /** A first pass over the records of such a file. */
  readonly survey?: () => Survey;
  /** Returns the prompt of the sub-agent, if a record of its file is that; undefined for other records. */
  readonly prompt: (record: Fields) => string | undefined;
  /** True if a call can start a sub-agent. */
  readonly isStart: (call: OpenCall) => boolean;
  /** True if all files in the session's own folder are sub-agents that it started, whatever its calls say. */
  readonly readsAll?: true;
}

/** A supported format. */
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
  /** Splits a document, which can be of another format, into records; absent if the format consists of lines only. */
  readonly split?: (document: unknown) => readonly unknown[];
  /**
   * The lists of a document from which large ones are read element by element. Then `split` must return the rest of an
   * object as the first record, and the records of an element must not depend on other elements.
   */
  readonly lists?: DocumentLists;
  /**
   * A first pass over the records, for formats in which later records replace earlier ones. Undefined for a sample in which
   * they do not.
   */
  readonly survey?: (sample: Sample) => Survey | undefined;
  readonly open: (log: SessionLog, survey: Survey | undefined) => SessionReader;
  /** Absent if the format has no files of sub-agents. */
  readonly subagents?: SubagentFormat;
}
