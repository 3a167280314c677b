import type { CallOutcome } from '../../loop/model-call/call-gate.ts';
import {
  type Admission,
  MAX_REFUSALS,
  type ProviderLimits,
  type ProviderRate,
  refusalMessage,
} from './provider-limits.ts';

const MINUTE_MS = 60_000;
/** Time until a call asks again for a place that another one has, in milliseconds. */
const FULL_MS = 20;

/** The calls to one provider. */
interface ProviderCalls {
  running: number;
  /** Times of the calls that started within the last minute, oldest first, if their number is limited. */
  readonly starts: number[];
  pausedUntil: number;
  refusals: number;
}

/** The limits of providers for the trials of one process. */
export class MemoryLimits implements ProviderLimits {
  private readonly rateOf: (provider: string) => ProviderRate;
  private readonly now: () => number;
  private readonly providers = new Map<string, ProviderCalls>();

  /** @param now the time in milliseconds */
  constructor(rateOf: (provider: string) => ProviderRate, now: () => number = Date.now) {
    this.rateOf = rateOf;
    this.now = now;
  }

  async admit(provider: string): Promise<Admission> {
    const calls = this.callsTo(provider);
    const now = this.now();
    if (calls.refusals >= MAX_REFUSALS) return { kind: 'refused', message: refusalMessage(provider) };
    if (now < calls.pausedUntil) return { kind: 'wait', ms: calls.pausedUntil - now };
    const { concurrent = Number.POSITIVE_INFINITY, perMinute } = this.rateOf(provider);
    if (calls.running >= concurrent) return { kind: 'wait', ms: FULL_MS };
    if (perMinute !== undefined) {
      const { starts } = calls;
      while ((starts[0] ?? now) <= now - MINUTE_MS) starts.shift();
      const [oldest = now] = starts;
      if (starts.length >= perMinute) return { kind: 'wait', ms: oldest + MINUTE_MS - now };
      starts.push(now);
    }
    calls.running++;
    return { kind: 'admitted' };
  }

  async end(provider: string, outcome: CallOutcome): Promise<void> {
    const calls = this.callsTo(provider);
    calls.running--;
    if (outcome.kind === 'answered') calls.refusals = 0;
    if (outcome.kind !== 'limited') return;
    const now = this.now();
    if (now >= calls.pausedUntil) calls.refusals++;
    calls.pausedUntil = Math.max(calls.pausedUntil, now + outcome.pauseMs);
  }

  async refusal(provider: string): Promise<string | undefined> {
    return this.callsTo(provider).refusals < MAX_REFUSALS ? undefined : refusalMessage(provider);
  }

  private callsTo(provider: string): ProviderCalls {
    const known = this.providers.get(provider) ?? { running: 0, starts: [], pausedUntil: 0, refusals: 0 };
    this.providers.set(provider, known);
    return known;
  }
}
