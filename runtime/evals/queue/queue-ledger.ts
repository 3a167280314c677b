import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { messageOf } from '../../errors.ts';
import { type CostEntry, type CostLedger, MARGIN, type Reservation } from '../trials/cost-ledger.ts';
import { type EvalKeys, KEEP_SECONDS } from './keys.ts';
import { FINISH, OPEN_LEDGER, RENEW, RESERVE, SETTLE, SPENT } from './ledger-scripts.ts';
import { runScript } from './run-script.ts';
import type { Message } from './trial-job.ts';

/** Milliseconds between two attempts to reserve money that others have reserved. */
const WAIT_MS = 100;

/** The ledger of an eval on Redis, which the workers on all machines share. A reservation is one of a trial. */
export class QueueLedger implements Omit<CostLedger, 'reserve'> {
  private readonly client: Redis;
  private readonly keys: EvalKeys;
  private readonly leaseMs: number;
  /** The reservations of this process, with the cost so far if it has not been sent yet. */
  private readonly open = new Map<string, number | undefined>();
  private timer: NodeJS.Timeout | undefined;

  /** @param leaseMs milliseconds after which the reservation of a process without a sign of life is released */
  constructor(client: Redis, keys: EvalKeys, leaseMs: number) {
    this.client = client;
    this.keys = keys;
    this.leaseMs = leaseMs;
  }

  /**
   * Sets the limit for all workers, and what was spent before.
   * @param maxUsd US dollars; infinite for no limit
   */
  async setLimit(maxUsd: number, spentUsd: number): Promise<void> {
    // A ledger that cannot be read must not allow spending.
    const spent = Number.isFinite(spentUsd) ? spentUsd : Number.MAX_VALUE;
    await runScript(this.client, OPEN_LEDGER, this.ledgerKeys(), [
      ...[maxUsd === Number.POSITIVE_INFINITY ? '' : String(maxUsd), String(spent)],
      KEEP_SECONDS,
    ]);
  }

  /** Reserves the money of a trial, as `CostLedger` describes. The id of the trial is part of the reservation's. */
  async reserve(trial: string, model: string, signal: AbortSignal): Promise<Reservation> {
    const id = `${trial}:${randomBytes(8).toString('hex')}`;
    try {
      while (!signal.aborted) {
        const reply = await runScript(this.client, RESERVE, this.ledgerKeys(), [
          id,
          this.leaseMs,
          MARGIN,
          KEEP_SECONDS,
          model,
        ]);
        const [status, max] = Array.isArray(reply) ? reply.map(String) : [];
        if (status === 'exhausted') return { kind: 'exhausted' };
        if (status === 'reserved') {
          this.open.set(id, undefined);
          this.timer ??= setInterval(() => this.renew(), this.leaseMs / 3);
          this.timer.unref();
          return { kind: 'reserved', id, maxUsd: max === '' ? Number.POSITIVE_INFINITY : Number(max) };
        }
        await sleep(WAIT_MS, undefined, { signal }).catch(() => undefined);
      }
      return { kind: 'cancelled' };
    } catch (error) {
      return { kind: 'failed', message: messageOf(error) };
    }
  }

  charge(reservation: string, totalUsd: number): void {
    if (!this.open.has(reservation)) return;
    this.open.set(reservation, totalUsd);
    this.renew();
  }

  async settle(reservation: string, { trial = '', run = '', costUsd }: CostEntry): Promise<string | undefined> {
    this.forget(reservation);
    try {
      await runScript(this.client, SETTLE, this.ledgerKeys(), [
        ...[reservation, String(costUsd), trial, run, KEEP_SECONDS],
      ]);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Settles a reservation and hands in the run of a trial. Returns false if another worker was faster. */
  async finish(reservation: string, message: Message & { readonly kind: 'ran' }, packed: Buffer): Promise<boolean> {
    const { trial, run, costUsd } = message;
    const keys = [...this.ledgerKeys(), this.keys.ended, this.keys.results];
    const args = [reservation, String(costUsd), trial, run, KEEP_SECONDS, JSON.stringify(message), packed];
    const isFirst = await runScript(this.client, FINISH, keys, args);
    this.forget(reservation);
    return isFirst === 1;
  }

  async spent(): Promise<number> {
    return Number(await runScript(this.client, SPENT, this.ledgerKeys(), []));
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private forget(reservation: string): void {
    this.open.delete(reservation);
    if (this.open.size === 0) this.close();
  }

  private renew(): void {
    if (this.open.size === 0) return;
    const pairs = [...this.open].flatMap(([id, cost]) => [id, cost === undefined ? '' : String(cost)]);
    // Lost without a connection; the next one carries the same figures.
    runScript(this.client, RENEW, this.ledgerKeys(), [this.leaseMs, ...pairs]).catch(() => undefined);
  }

  private ledgerKeys(): readonly string[] {
    const { ledger, reservations, leases, counted, inbox } = this.keys;
    return [ledger, reservations, leases, counted, inbox];
  }
}
