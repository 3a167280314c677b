import { type Fields, timeOf } from '../text/values.ts';
import type { SessionFormat, SessionReader } from './log/format.ts';
import type { Fate, RecordPosition } from './log/record.ts';
import type { SessionLog } from './log/session-log.ts';
import type { ParsedLine } from './parse-record.ts';

/** Maximum number of records that wait for the call whose result they are, and of records that each waits for. */
const MAX_EARLY = 16;
const MAX_WAIT = 64;

interface EarlyRecord {
  readonly record: Fields;
  readonly at: RecordPosition;
}

/**
 * Reads records one by one and counts their outcomes. Clients sometimes write the result of a call before the call: such a
 * record is read again after those that follow.
 */
export class RecordCounter {
  /** The time of the latest record. */
  time: string;
  readonly counts = { records: 0, used: 0, duplicate: 0, metadata: 0, raw: 0, broken: 0 };
  private readonly reader: SessionReader;
  private readonly timeIn: SessionFormat['time'];
  private readonly log: SessionLog;
  private readonly account: ((record: number, fate: Fate) => void) | undefined;
  private early: readonly EarlyRecord[] = [];
  /** Outcomes that were not passed to `account`, because that of an earlier record is not known. */
  private readonly fates = new Map<number, Fate>();
  private accounted = 0;

  /** @param account receives the outcome of each record, in order */
  constructor(
    format: Pick<SessionFormat, 'time'>,
    reader: SessionReader,
    log: SessionLog,
    time: string,
    account?: (record: number, fate: Fate) => void,
  ) {
    this.reader = reader;
    this.timeIn = format.time;
    this.log = log;
    this.time = time;
    this.account = account;
  }

  read(parsed: ParsedLine): void {
    if (parsed.kind === 'blank') return;
    const number = ++this.counts.records;
    if (parsed.kind === 'broken') {
      this.count(number, 'broken');
      return;
    }
    this.time = timeOf(this.timeIn(parsed.record)) ?? this.time;
    const one = { record: parsed.record, at: { record: number, time: this.time } };
    const isEarly = !this.tryRead(one);
    if (this.early.length > 0) this.retry(number);
    if (isEarly) this.early = [...this.early, one];
  }

  /** Ends the reading after the last record. */
  end(): void {
    this.retry(Infinity);
    this.reader.end?.();
  }

  /** Reads a record. Returns false if it waits for a call. */
  private tryRead({ record, at }: EarlyRecord): boolean {
    const fate = this.reader.read(record, at);
    if (fate === 'early') return false;
    if (fate === 'raw') this.addRaw(record, at);
    this.count(at.record, fate);
    return true;
  }

  /** Reads the waiting records again. Those that have waited for too long are raw. */
  private retry(latest: number): void {
    const waiting = this.early.filter((one) => !this.tryRead(one));
    const isExpired = ({ at }: EarlyRecord, index: number): boolean =>
      latest - at.record >= MAX_WAIT || waiting.length - index > MAX_EARLY;
    for (const { record, at } of waiting.filter(isExpired)) {
      this.addRaw(record, at);
      this.count(at.record, 'raw');
    }
    this.early = waiting.filter((one, index) => !isExpired(one, index));
  }

  private count(number: number, fate: Fate): void {
    this.counts[fate]++;
    if (this.account === undefined) return;
    this.fates.set(number, fate);
    for (;;) {
      const next = this.fates.get(this.accounted + 1);
      if (next === undefined) return;
      this.fates.delete(++this.accounted);
      this.account(this.accounted, next);
    }
  }

  private addRaw(record: Fields, at: RecordPosition): void {
    if (this.reader.raw === undefined) this.log.raw(record, at);
    else this.reader.raw(record, at);
  }
}
