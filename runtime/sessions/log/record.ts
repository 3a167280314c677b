/** The records of a session's file: lines, or the parts of a document. */

/**
 * The outcome of reading a record. `used`: events were created from it. `duplicate`: another record has the same
 * content, or replaced it. `metadata`: it does not describe an action of the agent. `raw`: its type is unknown, so it
 * is stored unchanged. `broken`: it is not a JSON object.
 */
export type Fate = 'used' | 'duplicate' | 'metadata' | 'raw' | 'broken';

/**
 * The outcome of a record that is a JSON object. `early`: it is the result of a call that has not been read. It is read again
 * after the records that follow, and is `raw` if the call is not among them.
 */
export type ReadFate = Exclude<Fate, 'broken'> | 'early';

/** The position of a record. */
export interface RecordPosition {
  /** Number of the line, or of the part of a document, from 1. */
  readonly record: number;
  /** ISO 8601 with milliseconds. */
  readonly time: string;
}
