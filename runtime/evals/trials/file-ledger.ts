import { randomBytes } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { openFile } from '../../confined/read-file.ts';
import { appendToFile } from '../../confined/write-file.ts';
import { acquireLock } from '../../disk/lock.ts';
import { isRunning, ownIdentity } from '../../disk/process-identity.ts';
import { messageOf } from '../../errors.ts';
import { sleep } from '../../loop/interfaces/abort.ts';
import { amountToReserve, type CostEntry, type CostLedger, type Reservation } from './cost-ledger.ts';
import { type LedgerLine, LedgerSums } from './ledger-lines.ts';

/** Time between two looks at the reservations of other processes, in milliseconds. */
const WAIT_MS = 200;
/** Time until the next attempt to lock the file, in milliseconds. Another process holds it for less than one. */
const BUSY_MS = 5;
const CHUNK_BYTES = 1024 * 1024;

/**
 * A ledger in a file, which the processes of one machine share. Lines are only appended: what was spent without a lock, and
 * reservations under one. Without a limit nothing is reserved.
 */
export class FileLedger implements CostLedger {
  private readonly file: string;
  private readonly maxUsd: number;
  private sums = new LedgerSums();
  /** Bytes of the file that `sums` include. */
  private length = 0;
  /** True if a killed process left the last line unfinished. */
  private isTorn = false;
  /** Wakes the reservations of this process that wait for another one. */
  private readonly waiting = new Set<() => void>();

  /**
   * @param file absolute path, which need not exist
   * @param maxUsd US dollars; undefined for no limit
   */
  constructor(file: string, maxUsd: number | undefined) {
    this.file = file;
    this.maxUsd = maxUsd ?? Number.POSITIVE_INFINITY;
  }

  async reserve(model: string, signal: AbortSignal): Promise<Reservation> {
    const id = randomBytes(8).toString('hex');
    if (this.maxUsd === Number.POSITIVE_INFINITY)
      return signal.aborted ? { kind: 'cancelled' } : { kind: 'reserved', id, maxUsd: this.maxUsd };
    while (!signal.aborted) {
      const attempt = this.attempt(id, model);
      if (typeof attempt === 'object') return attempt;
      if (attempt === 'busy') await sleep(BUSY_MS, signal);
      else await this.wait(signal);
    }
    return { kind: 'cancelled' };
  }

  charge(reservation: string, chargedUsd: number): void {
    this.append({ reservation, chargedUsd });
  }

  async settle(reservation: string, cost: CostEntry): Promise<string | undefined> {
    // Without a limit there is no reservation to return.
    const isNothing = cost.costUsd === 0 && this.maxUsd === Number.POSITIVE_INFINITY;
    const problem = isNothing ? undefined : this.append({ reservation, ...cost });
    for (const wake of this.waiting) wake();
    return problem;
  }

  async spent(): Promise<number> {
    // An unreadable ledger must not allow more spending.
    return this.refresh() === undefined ? this.sums.spentUsd : Number.POSITIVE_INFINITY;
  }

  /** Reserves once. Returns `busy` if another process has locked the file, and `wait` if money may be returned. */
  private attempt(id: string, model: string): Reservation | 'busy' | 'wait' {
    const lock = acquireLock(`${this.file}.lock`);
    if (lock.kind === 'held') return 'busy';
    if (lock.kind === 'failed') return failed(lock.message);
    try {
      const problem = this.refresh() ?? this.release();
      if (problem !== undefined) return failed(problem);
      const state = this.sums.state(model, this.maxUsd);
      const amount = amountToReserve(state);
      if (amount === 'wait') return 'wait';
      if (amount === 'exhausted') return { kind: 'exhausted' };
      const written = this.append({ reservation: id, model, reservedUsd: amount, ...ownIdentity() });
      if (written !== undefined) return failed(written);
      return { kind: 'reserved', id, maxUsd: state.maxUsd - state.spentUsd - state.reservedUsd };
    } finally {
      lock.release();
    }
  }

  /** Releases the reservations of killed processes. Returns an error message. */
  private release(): string | undefined {
    const lines = this.sums.released(isRunning);
    for (const line of lines) {
      const problem = this.append(line);
      if (problem !== undefined) return problem;
    }
    return lines.length === 0 ? undefined : this.refresh();
  }

  private async wait(signal: AbortSignal): Promise<void> {
    const wake = new AbortController();
    const onWake = (): void => wake.abort();
    this.waiting.add(onWake);
    await sleep(WAIT_MS, AbortSignal.any([signal, wake.signal]));
    this.waiting.delete(onWake);
  }

  /** Adds the new lines of the file to the sums. Returns an error message. */
  private refresh(): string | undefined {
    const opened = openFile(this.file);
    if (opened.kind === 'refused') return `Remove ${this.file}: ${opened.why}.`;
    if (opened.kind === 'failed') return opened.isMissing === true ? undefined : opened.message;
    const {
      fd,
      stats: { size },
    } = opened;
    try {
      if (size < this.length) {
        // It was replaced.
        this.sums = new LedgerSums();
        this.length = 0;
      }
      this.read(fd);
      this.isTorn = this.length < size;
      return undefined;
    } catch (error) {
      return messageOf(error);
    } finally {
      closeSync(fd);
    }
  }

  private read(fd: number): void {
    let rest = Buffer.alloc(0);
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let at = this.length; ; ) {
      const count = readSync(fd, chunk, 0, chunk.length, at);
      if (count === 0) return;
      at += count;
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      const end = bytes.lastIndexOf(10) + 1;
      if (end > 0) for (const line of bytes.toString('utf8', 0, end - 1).split('\n')) this.sums.add(line);
      this.length += end;
      rest = bytes.subarray(end);
    }
  }

  /** Appends a line. Returns an error message. */
  private append(line: LedgerLine): string | undefined {
    try {
      appendToFile(this.file, `${this.isTorn ? '\n' : ''}${JSON.stringify(line)}\n`);
      this.isTorn = false;
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }
}

function failed(message: string): Reservation {
  return { kind: 'failed', message: `Make room, or choose another file for the costs: ${message}` };
}
