/** The money and the limits that workers share, with a real Redis. Without `redis-server` these tests say so and pass. */
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectQueue, type QueueConnection } from '../../runtime/evals/queue/connect-queue.ts';
import { Inbox } from '../../runtime/evals/queue/inbox.ts';
import { evalKeys } from '../../runtime/evals/queue/keys.ts';
import { QueueLedger } from '../../runtime/evals/queue/queue-ledger.ts';
import { QueueLimits } from '../../runtime/evals/queue/queue-limits.ts';
import { amountToReserve } from '../../runtime/evals/trials/cost-ledger.ts';
import { MAX_REFUSALS } from '../../runtime/evals/trials/provider-limits.ts';
import { newRunId } from '../../runtime/journal/run-id.ts';
import { createChance } from '../../runtime/random.ts';
import { HAS_REDIS, RedisServer } from '../equipment/runtime/redis-server.ts';

if (!HAS_REDIS)
  console.log(
    'redis-server is not installed: the tests of eval --queue are skipped (Debian: apt install redis-server).',
  );

describe.skipIf(!HAS_REDIS)('on Redis', () => {
  let redis: RedisServer;
  let connection: QueueConnection;
  beforeAll(async () => {
    redis = await RedisServer.start();
    const connected = await connectQueue(redis.url);
    if (connected.kind === 'failed') throw new Error(connected.message);
    connection = connected;
  });
  afterAll(async () => {
    connection?.client.disconnect();
    await redis?.stop();
  });

  const never = new AbortController().signal;
  const trial = 'a'.repeat(32);
  const ledgerOf = (id: string, leaseMs = 60_000): QueueLedger =>
    new QueueLedger(connection.client, evalKeys(id), leaseMs);
  const newId = (): string => randomBytes(16).toString('hex');

  test('a ledger reserves the same amounts as the one of a single machine', async () => {
    const { int } = createChance(7);
    for (let round = 0; round < 10; round++) {
      const ledger = ledgerOf(newId());
      const maxUsd = 1 + int(100);
      await ledger.setLimit(maxUsd, 0);
      let spentUsd = 0;
      let highestUsd: number | undefined;
      const open: { readonly id: string; readonly amount: number }[] = [];
      for (let step = 0; step < 30; step++) {
        const reservedUsd = open.reduce((sum, { amount }) => sum + amount, 0);
        const expected = amountToReserve({ maxUsd, spentUsd, reservedUsd, highestUsd });
        if (typeof expected === 'number') {
          const reserved = await ledger.reserve(trial, 'm', never);
          if (reserved.kind !== 'reserved') throw new Error(reserved.kind);
          expect(reserved.maxUsd).toBeCloseTo(maxUsd - spentUsd - reservedUsd, 9);
          open.push({ id: reserved.id, amount: expected });
        } else if (expected === 'exhausted')
          expect(await ledger.reserve(trial, 'm', never)).toEqual({ kind: expected });
        if (expected === 'wait' || int(2) === 0) {
          const one = open.splice(int(Math.max(1, open.length)), 1)[0];
          if (one === undefined) continue;
          const costUsd = int(200) / 100;
          await ledger.settle(one.id, { trial, run: newId(), costUsd });
          spentUsd += costUsd;
          if (costUsd > 0 || highestUsd !== undefined) highestUsd = Math.max(highestUsd ?? 0, costUsd);
        }
      }
      expect(await ledger.spent()).toBeCloseTo(spentUsd, 6);
      ledger.close();
    }
  });

  test('a reservation of a worker without a sign of life is released, and its charged cost is counted once', async () => {
    const id = newId();
    const dead = ledgerOf(id, 200);
    await dead.setLimit(10, 0);
    const first = await dead.reserve(trial, 'm', never);
    if (first.kind !== 'reserved') throw new Error(first.kind);
    dead.charge(first.id, 3);
    // The process dies: nothing renews the lease.
    dead.close();
    const other = ledgerOf(id);
    const second = await other.reserve(trial, 'm', never);
    expect(second).toMatchObject({ kind: 'reserved', maxUsd: 7 });
    expect(await other.spent()).toBe(3);
    // It was only cut off, and settles late: 3 of 4 dollars are counted already. A repeated command counts nothing.
    for (let attempt = 0; attempt < 2; attempt++) await dead.settle(first.id, { trial, run: 'r', costUsd: 4 });
    expect(await other.spent()).toBe(4);
    other.close();
  });

  test('a worker that asks for money while another one has it waits until it is available or exhausted', async () => {
    const id = newId();
    const ledger = ledgerOf(id);
    await ledger.setLimit(5, 1);
    const first = await ledger.reserve(trial, 'm', never);
    if (first.kind !== 'reserved') throw new Error(first.kind);
    expect(first.maxUsd).toBe(4);
    const waiting = ledgerOf(id).reserve(trial, 'm', never);
    await ledger.settle(first.id, { trial, run: 'r', costUsd: 4 });
    expect(await waiting).toEqual({ kind: 'exhausted' });
    ledger.close();
  });

  test('a ledger without a limit that someone set gives no money', async () => {
    expect(await ledgerOf(newId()).reserve(trial, 'm', never)).toMatchObject({ kind: 'failed' });
    const id = newId();
    await ledgerOf(id).setLimit(Number.POSITIVE_INFINITY, 0);
    const ledger = ledgerOf(id);
    expect(await ledger.reserve(trial, 'm', never)).toMatchObject({ kind: 'reserved' });
    ledger.close();
  });

  test('a message and its result are removed together, and one that is not UTF-8 is skipped', async () => {
    const keys = evalKeys(newId());
    const { client } = connection;
    const ran = { kind: 'ran', trial, run: newRunId(), costUsd: 0, isComplete: false, isOverBudget: false };
    await client.call('RPUSH', keys.inbox, Buffer.from([0xff, 0xfe]), JSON.stringify(ran));
    await client.call('HSET', keys.results, trial, 'packed');
    // The process ends at the first command after the message was removed.
    const ending: Redis = Object.create(client, {
      call: {
        value: async (...args: Parameters<Redis['call']>) => {
          if (isHandled && (await client.call('LLEN', keys.inbox)) === 0) throw new Error('killed');
          return client.call(...args);
        },
      },
    });
    let isHandled = false;
    await new Inbox(ending, keys)
      .next(() => {
        isHandled = true;
        return Promise.resolve(undefined);
      })
      .catch(() => undefined);
    expect([isHandled, await client.call('LLEN', keys.inbox)]).toEqual([true, 0]);
    expect(await client.call('HLEN', keys.results)).toBe(0);
  });

  test('limits of a provider hold for all workers, and a refused call pauses all of them', async () => {
    const id = newId();
    const [a, b] = [1, 2].map(() => new QueueLimits(connection.client, id, { concurrent: 1, perMinute: 3 }, 60_000));
    if (a === undefined || b === undefined) return;
    expect(await a.admit('p')).toEqual({ kind: 'admitted' });
    expect(await b.admit('p')).toMatchObject({ kind: 'wait' });
    expect(await b.admit('q')).toEqual({ kind: 'admitted' });
    await a.end('p', { kind: 'limited', pauseMs: 60_000 });
    expect(await b.admit('p')).toMatchObject({ kind: 'wait', ms: expect.toSatisfy((ms) => ms > 50_000) });
    await b.end('q', { kind: 'answered' });
    for (const _ of [1, 2]) {
      expect(await a.admit('q')).toEqual({ kind: 'admitted' });
      await a.end('q', { kind: 'answered' });
    }
    expect(await b.admit('q')).toMatchObject({ kind: 'wait', ms: expect.toSatisfy((ms) => ms > 50_000) });
  });

  test('the place of a killed worker among simultaneous calls is soon free, and that of a slow one is not', async () => {
    const id = newId();
    const limitsOf = (leaseMs: number) => new QueueLimits(connection.client, id, { concurrent: 1 }, leaseMs);
    const slow = limitsOf(300);
    expect(await slow.admit('p')).toEqual({ kind: 'admitted' });
    const other = limitsOf(300);
    const till = Date.now() + 1_000;
    while (Date.now() < till) expect(await other.admit('p')).toMatchObject({ kind: 'wait' });
    // The process dies: nothing renews its place.
    slow.close();
    await expect.poll(() => other.admit('p'), { timeout: 10_000 }).toEqual({ kind: 'admitted' });
    await other.end('p', { kind: 'ended' });
  });

  test('a call waits while Redis cannot answer, and nothing rejects', async () => {
    const broken: Redis = Object.create(connection.client, {
      call: { value: () => Promise.reject(new Error('OOM command not allowed')) },
    });
    const limits = new QueueLimits(broken, newId(), { concurrent: 1 }, 60_000);
    expect(await limits.admit('p')).toMatchObject({ kind: 'wait' });
    await limits.end('p', { kind: 'answered' });
  });

  test('a provider is given up after too many refusals in a row', async () => {
    const limits = new QueueLimits(connection.client, newId(), {}, 60_000);
    for (let refusal = 0; refusal < MAX_REFUSALS; refusal++) {
      while ((await limits.admit('p')).kind !== 'admitted');
      await limits.end('p', { kind: 'limited', pauseMs: 1 });
    }
    expect(await limits.admit('p')).toMatchObject({ kind: 'refused' });
    expect(await limits.refusal('p')).toContain('Try again later');
    expect(await limits.refusal('q')).toBe(undefined);
  });
});
