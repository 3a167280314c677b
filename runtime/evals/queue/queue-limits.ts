import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { CallOutcome } from '../../loop/model-call/call-gate.ts';
import {
  type Admission,
  MAX_REFUSALS,
  type ProviderLimits,
  type ProviderRate,
  refusalMessage,
} from '../trials/provider-limits.ts';
import { providerKey } from './keys.ts';
import { defineScript, runScript, type Script } from './run-script.ts';

/** Milliseconds before a call asks again while others occupy all places. */
const BUSY_MS = 100;
/** Milliseconds before a call asks again if Redis could not answer, for example while it has no memory left. */
const RETRY_MS = 1_000;
/** Milliseconds without calls after which the refusals of a provider are forgotten. */
const FORGET_MS = 15 * 60_000;

/**
 * Keys: 1 the state of a provider (`until`, `refusals`), 2 its calls in progress by the time at which they expire, 3 the starts of
 * the last minute.
 */
const CLOCK = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function field(name) return tonumber(redis.call('HGET', KEYS[1], name) or '0') end
`;

/**
 * ARGV: 1 the call, 2 simultaneous calls or 0, 3 calls a minute or 0, 4 the highest number of refusals, 5 milliseconds until the place
 * of a call is free unless it is renewed, 6 milliseconds until the state expires, 7 milliseconds to wait for a place. Returns the
 * milliseconds to wait, or -1 for a refusal.
 */
const ADMIT = defineScript(`${CLOCK}
if field('refusals') >= tonumber(ARGV[4]) then return -1 end
local pause = field('until') - now
if pause > 0 then return pause end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - 60000)
local concurrent, minute = tonumber(ARGV[2]), tonumber(ARGV[3])
if concurrent > 0 and redis.call('ZCARD', KEYS[2]) >= concurrent then return tonumber(ARGV[7]) end
if minute > 0 and redis.call('ZCARD', KEYS[3]) >= minute then
  local oldest = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
  return math.max(1, tonumber(oldest[2]) + 60000 - now)
end
if concurrent > 0 then redis.call('ZADD', KEYS[2], now + tonumber(ARGV[5]), ARGV[1]) end
if minute > 0 then redis.call('ZADD', KEYS[3], now, ARGV[1]) end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[6]) end
return 0
`);

/** Keeps the places of calls. ARGV: 1 milliseconds until they are free, 2 milliseconds until the state expires, then the calls. */
const RENEW = defineScript(`${CLOCK}
for index = 3, #ARGV do redis.call('ZADD', KEYS[2], now + tonumber(ARGV[1]), ARGV[index]) end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 1
`);

/** ARGV: 1 the call, 2 \`answered\`, \`ended\` or the milliseconds of a pause, 3 milliseconds until the state expires. */
const END = defineScript(`${CLOCK}
redis.call('ZREM', KEYS[2], ARGV[1])
if ARGV[2] == 'answered' then
  redis.call('HDEL', KEYS[1], 'refusals')
elseif ARGV[2] ~= 'ended' then
  local till = field('until')
  -- During a pause it is the reply to a call that started before it.
  if till <= now then redis.call('HINCRBY', KEYS[1], 'refusals', 1) end
  redis.call('HSET', KEYS[1], 'until', string.format('%d', math.max(till, now + tonumber(ARGV[2]))))
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return 1
`);

/**
 * The limits of providers on Redis, which the workers on all machines share. A place among the simultaneous calls is a lease, so that
 * that of a killed worker is soon free. Nothing rejects: a call waits while Redis cannot answer.
 */
export class QueueLimits implements ProviderLimits {
  private readonly client: Redis;
  private readonly evalId: string;
  private readonly rate: ProviderRate;
  private readonly leaseMs: number;
  /** The calls of this process by provider, which are all alike. */
  private readonly calls = new Map<string, string[]>();
  private timer: NodeJS.Timeout | undefined;

  /** @param leaseMs milliseconds after which the places of a process without a sign of life are free */
  constructor(client: Redis, evalId: string, rate: ProviderRate, leaseMs: number) {
    this.client = client;
    this.evalId = evalId;
    this.rate = rate;
    this.leaseMs = leaseMs;
  }

  async admit(provider: string): Promise<Admission> {
    const call = randomBytes(8).toString('hex');
    const { concurrent = 0, perMinute = 0 } = this.rate;
    const args = [call, concurrent, perMinute, MAX_REFUSALS, this.leaseMs, FORGET_MS, BUSY_MS];
    const wait = await this.run(ADMIT, provider, args);
    if (wait === undefined) return { kind: 'wait', ms: RETRY_MS };
    if (wait < 0) return { kind: 'refused', message: refusalMessage(provider) };
    if (wait > 0) return { kind: 'wait', ms: wait };
    this.calls.set(provider, [...(this.calls.get(provider) ?? []), call]);
    if (concurrent > 0) this.timer ??= setInterval(() => this.renew(), this.leaseMs / 3).unref();
    return { kind: 'admitted' };
  }

  async end(provider: string, outcome: CallOutcome): Promise<void> {
    const [call = '', ...others] = this.calls.get(provider) ?? [];
    if (others.length > 0) this.calls.set(provider, others);
    else this.calls.delete(provider);
    if (this.calls.size === 0) this.close();
    const result = outcome.kind === 'limited' ? Math.max(1, Math.ceil(outcome.pauseMs)) : outcome.kind;
    await this.run(END, provider, [call, result, FORGET_MS]);
  }

  async refusal(provider: string): Promise<string | undefined> {
    const refusals = Number(await this.client.call('HGET', providerKey(this.evalId, provider), 'refusals'));
    return refusals < MAX_REFUSALS ? undefined : refusalMessage(provider);
  }

  /** Renews nothing any more. */
  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private renew(): void {
    for (const [provider, calls] of this.calls) void this.run(RENEW, provider, [this.leaseMs, FORGET_MS, ...calls]);
  }

  /** Returns the number that a script returns; undefined if Redis could not answer. */
  private async run(script: Script, provider: string, args: readonly (string | number)[]): Promise<number | undefined> {
    const key = providerKey(this.evalId, provider);
    return runScript(this.client, script, [key, `${key}:calls`, `${key}:starts`], args).then(Number, () => undefined);
  }
}
