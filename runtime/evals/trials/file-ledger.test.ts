import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/equipment/runtime/folders.ts';
import type { Reservation } from './cost-ledger.ts';
import { FileLedger } from './file-ledger.ts';

const MODEL = 'anthropic/m';
const never = new AbortController().signal;
/** A process with another start time than the one that has this id now. */
const KILLED = { pid: process.pid, started: '1' };

function ledgerFile(lines: readonly object[] = []): string {
  const file = join(temporaryFolder(), 'costs.jsonl');
  if (lines.length > 0) writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

async function reserved(ledger: FileLedger): Promise<Extract<Reservation, { kind: 'reserved' }>> {
  const reservation = await ledger.reserve(MODEL, never);
  if (reservation.kind !== 'reserved') throw new Error(JSON.stringify(reservation));
  return reservation;
}

/** Returns what a reservation ends with if nothing else changes. */
async function attempt(ledger: FileLedger): Promise<Reservation['kind'] | 'waits'> {
  const stop = new AbortController();
  const pending = ledger.reserve(MODEL, stop.signal);
  const first = await Promise.race([
    pending,
    new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
  ]);
  stop.abort();
  return first?.kind ?? ((await pending).kind === 'cancelled' ? 'waits' : 'reserved');
}

describe('a ledger in a file', () => {
  it('is shared: what one eval reserves, another one does not have', async () => {
    const file = ledgerFile([{ model: MODEL, trial: 't', costUsd: 1 }]);
    const [a, b] = [new FileLedger(file, 4), new FileLedger(file, 4)];
    const first = await reserved(a);
    expect(first.maxUsd).toBe(3);
    // Twice the most expensive trial is reserved, so that one dollar is left, less than another trial reserves.
    expect(await attempt(b)).toBe('waits');
    await a.settle(first.id, { model: MODEL, trial: 'u', costUsd: 1 });
    expect((await reserved(b)).maxUsd).toBe(2);
    expect(await b.spent()).toBe(2);
  });

  it('wakes the trials of the same process as soon as money is returned', async () => {
    const ledger = new FileLedger(ledgerFile(), 4);
    const first = await reserved(ledger);
    const second = ledger.reserve(MODEL, never);
    await ledger.settle(first.id, { model: MODEL, trial: 't', costUsd: 0.5 });
    expect(await second).toMatchObject({ kind: 'reserved', maxUsd: 3.5 });
  });

  it('is exhausted if everything is spent, and not for a higher limit', async () => {
    const file = ledgerFile([{ model: MODEL, trial: 't', costUsd: 4 }]);
    expect(await attempt(new FileLedger(file, 4))).toBe('exhausted');
    expect(await attempt(new FileLedger(file, 5))).toBe('reserved');
  });

  it('learns nothing from a trial that failed without a cost', async () => {
    const ledger = new FileLedger(ledgerFile(), 4);
    await ledger.settle((await reserved(ledger)).id, { model: MODEL, costUsd: 0 });
    await reserved(ledger);
    expect(await attempt(ledger)).toBe('waits');
  });

  it('limits no trials that cost nothing', async () => {
    const ledger = new FileLedger(ledgerFile(), 4);
    await ledger.settle((await reserved(ledger)).id, { model: MODEL, trial: 't', costUsd: 0 });
    for (let count = 0; count < 20; count++) expect(await attempt(ledger)).toBe('reserved');
  });

  it('releases the reservation of a killed process, and counts what it may have spent', async () => {
    const lines = [
      { model: MODEL, trial: 't', costUsd: 1 },
      { reservation: 'a', model: MODEL, reservedUsd: 2, ...KILLED },
      { reservation: 'b', model: MODEL, reservedUsd: 2, ...KILLED },
      { reservation: 'b', chargedUsd: 1.5 },
    ];
    const file = ledgerFile(lines);
    const ledger = new FileLedger(file, 10);
    // 1 is settled, 1 may have been spent on a, and 1.5 were spent on b.
    expect((await reserved(ledger)).maxUsd).toBe(6.5);
    expect(await ledger.spent()).toBe(3.5);
    expect(readFileSync(file, 'utf8')).toContain('{"reservation":"a","lostUsd":1}');
    // Another process that reads the same lines releases nothing again.
    expect(await new FileLedger(file, 10).spent()).toBe(3.5);
  });

  it('keeps the reservation of a running process', async () => {
    const file = ledgerFile([{ reservation: 'a', model: MODEL, reservedUsd: 10, pid: process.ppid }]);
    expect(await attempt(new FileLedger(file, 10))).toBe('waits');
  });

  it('counts what was spent without a limit for a later one', async () => {
    const file = ledgerFile();
    const unlimited = new FileLedger(file, undefined);
    await unlimited.settle((await reserved(unlimited)).id, { model: MODEL, trial: 't', costUsd: 2 });
    unlimited.charge((await reserved(unlimited)).id, 1);
    expect(await new FileLedger(file, 10).spent()).toBe(3);
  });

  it('loses no line after one that a killed process left unfinished', async () => {
    const file = ledgerFile([{ model: MODEL, trial: 't', costUsd: 1 }]);
    appendFileSync(file, '{"reservation":"a","cos');
    const ledger = new FileLedger(file, 10);
    await ledger.settle((await reserved(ledger)).id, { model: MODEL, trial: 'u', costUsd: 2 });
    expect(await new FileLedger(file, 10).spent()).toBe(3);
  });

  it('is read from the start if it was replaced', async () => {
    const file = ledgerFile([{ model: MODEL, trial: 't', costUsd: 1 }]);
    const ledger = new FileLedger(file, 10);
    expect(await ledger.spent()).toBe(1);
    writeFileSync(file, '');
    expect(await ledger.spent()).toBe(0);
  });

  it('allows no spending if it cannot be read', async () => {
    const file = join(temporaryFolder(), 'costs.jsonl');
    mkdirSync(file);
    const ledger = new FileLedger(file, 10);
    expect(await ledger.reserve(MODEL, never)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('costs'),
    });
    expect(await ledger.spent()).toBe(Number.POSITIVE_INFINITY);
  });

  it('ignores damaged lines and impossible amounts', async () => {
    const file = ledgerFile();
    writeFileSync(
      file,
      'null\n[]\n{"costUsd":"1"}\n{"costUsd":-5}\n{"reservation":{},"reservedUsd":1}\n{"costUsd":1e999}\n',
    );
    expect(await new FileLedger(file, 10).spent()).toBe(0);
  });
});
