import { describe, expect, it } from 'vitest';
import { MemoryLimits } from './memory-limits.ts';
import { gateOf } from './provider-gate.ts';
import { MAX_REFUSALS, type ProviderRate } from './provider-limits.ts';

/** Limits with a clock that the test moves. */
function limited(rate: ProviderRate = {}) {
  const clock = { ms: 0 };
  const limits = new MemoryLimits(
    (provider) => (provider === 'a' ? rate : {}),
    () => clock.ms,
  );
  return { limits, clock };
}

describe('limits of a provider', () => {
  it('admit so many simultaneous calls', async () => {
    const { limits } = limited({ concurrent: 1 });
    expect(await limits.admit('a')).toEqual({ kind: 'admitted' });
    expect(await limits.admit('a')).toMatchObject({ kind: 'wait' });
    expect(await limits.admit('b')).toEqual({ kind: 'admitted' });
    await limits.end('a', { kind: 'ended' });
    expect(await limits.admit('a')).toEqual({ kind: 'admitted' });
  });

  it('admit so many calls in a minute', async () => {
    const { limits, clock } = limited({ perMinute: 2 });
    for (const ms of [0, 1000]) {
      clock.ms = ms;
      expect(await limits.admit('a')).toEqual({ kind: 'admitted' });
      await limits.end('a', { kind: 'answered' });
    }
    expect(await limits.admit('a')).toEqual({ kind: 'wait', ms: 59_000 });
    clock.ms = 60_000;
    expect(await limits.admit('a')).toEqual({ kind: 'admitted' });
    expect(await limits.admit('a')).toEqual({ kind: 'wait', ms: 1000 });
  });

  it('pause all calls to a provider that limits one, and no others', async () => {
    const { limits, clock } = limited();
    await limits.admit('a');
    await limits.admit('a');
    await limits.end('a', { kind: 'limited', pauseMs: 7000 });
    // A shorter pause for a call that started earlier does not shorten it.
    await limits.end('a', { kind: 'limited', pauseMs: 10 });
    expect(await limits.admit('a')).toEqual({ kind: 'wait', ms: 7000 });
    expect(await limits.admit('b')).toEqual({ kind: 'admitted' });
    clock.ms = 7000;
    expect(await limits.admit('a')).toEqual({ kind: 'admitted' });
  });

  it('give up after too many refusals in a row, each after its pause', async () => {
    const { limits, clock } = limited();
    const refuse = async (): Promise<void> => {
      await Promise.all([limits.admit('a'), limits.admit('a')]);
      for (const pauseMs of [100, 100]) await limits.end('a', { kind: 'limited', pauseMs });
      clock.ms += 100;
    };
    for (let count = 1; count < MAX_REFUSALS; count++) await refuse();
    expect(await limits.refusal('a')).toBeUndefined();
    // An answer in between starts the count again.
    await limits.admit('a');
    await limits.end('a', { kind: 'answered' });
    for (let count = 1; count < MAX_REFUSALS; count++) await refuse();
    expect(await limits.refusal('a')).toBeUndefined();
    await refuse();
    expect(await limits.refusal('a')).toContain('a limited its calls');
    expect(await limits.admit('a')).toMatchObject({ kind: 'refused' });
    expect(await limits.refusal('b')).toBeUndefined();
  });
});

describe('a gate', () => {
  it('lets a call in as soon as another one leaves', async () => {
    const gate = gateOf('a', limited({ concurrent: 1 }).limits);
    const { signal } = new AbortController();
    const first = await gate.enter(signal);
    const second = gate.enter(signal);
    if (first.kind === 'entered') first.leave({ kind: 'answered' });
    expect((await second).kind).toBe('entered');
  });

  it('can be left by a call that is cancelled while it waits', async () => {
    const gate = gateOf('a', limited({ concurrent: 1 }).limits);
    const stop = new AbortController();
    await gate.enter(stop.signal);
    const second = gate.enter(stop.signal);
    stop.abort();
    expect(await second).toEqual({ kind: 'cancelled' });
  });
});
