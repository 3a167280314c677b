import { describe, expect, it } from 'vitest';
import type { SessionReading as ReadingState } from '../timeline/row.ts';
import type { SessionTimeline } from './context.ts';
import { SessionReading } from './session-reading.ts';

const FIRST = '/journals/1/journal.jsonl';

/** A reading with what its timelines show, in order. */
function startReading(options: { readonly before?: string; readonly showsParts?: boolean } = {}) {
  const log: string[] = [];
  const close: (() => void)[] = [];
  const timeline = (name: string): SessionTimeline => ({
    isVisible: true,
    setLive: () => undefined,
    setReading: (state) => void log.push(`${name}: ${describeState(state)}`),
    onClosed: (listener) => void close.push(listener),
  });
  const reading = new SessionReading({
    file: '/sessions/a.jsonl',
    showsParts: true,
    ...options,
    async replaceJournal(before, journal) {
      log.push(`replace ${before} ${journal}`);
    },
    stop: () => void log.push('stop'),
  });
  const open = (name: string) =>
    reading.add((journal) => {
      log.push(`${name}: open ${journal}`);
      return timeline(name);
    });
  return { reading, log, close, open };
}

const describeState = (state: ReadingState | undefined): string =>
  state === undefined ? 'complete' : `${state.file} ${state.percent}${state.isStopped ? ' stopped' : ''}`;

const part = (share: number, writer = 'w1') => ({ journal: FIRST, writer, share });

describe('a session that is being read', () => {
  it('is shown with its first part, and in a second timeline with what there is', async () => {
    const { reading, log, open } = startReading();
    open('a');
    reading.receive(part(0.1));
    await reading.shown;
    open('b');
    reading.receive(part(0.559));
    await reading.end({ kind: 'read', journal: FIRST, skipped: 0 });
    expect(log).toEqual([
      `replace ${FIRST} ${FIRST}`,
      `a: open ${FIRST}`,
      ...['a: a.jsonl 10', 'a: a.jsonl 10', `b: open ${FIRST}`, 'b: a.jsonl 10'],
      ...['a: a.jsonl 55', 'b: a.jsonl 55', 'a: complete', 'b: complete'],
    ]);
  });

  it('is shown again from its start if another process has to write it again', async () => {
    const { reading, log, open } = startReading();
    open('a');
    reading.receive(part(0.5));
    reading.receive(part(0.1, 'w2'));
    await reading.end({ kind: 'read', journal: FIRST, skipped: 0 });
    expect(log.filter((line) => line.startsWith('replace') || line.includes('open'))).toEqual([
      `replace ${FIRST} ${FIRST}`,
      `a: open ${FIRST}`,
      `replace ${FIRST} ${FIRST}`,
    ]);
  });

  it('stays as far as it was read when it is stopped or fails', async () => {
    const { reading, log, open } = startReading();
    open('a');
    reading.receive(part(0.34));
    await reading.end(undefined);
    reading.receive(part(0.5));
    expect(log.at(-1)).toBe('a: a.jsonl 34 stopped');
  });

  it('opens nothing if it is stopped or refused before', async () => {
    const { reading, log, open } = startReading();
    open('a');
    await reading.end({ kind: 'refused', message: 'No session.' });
    await reading.shown;
    expect(log).toEqual([]);
  });

  it('takes the place of an earlier part, also if another window has read it', async () => {
    const { reading, log, open } = startReading({ before: '/journals/0/journal.jsonl' });
    open('a');
    await reading.end({ kind: 'read', journal: FIRST, skipped: 0 });
    expect(log).toEqual([`replace /journals/0/journal.jsonl ${FIRST}`, `a: open ${FIRST}`, 'a: complete']);
  });

  it('is not shown in part where timelines show an earlier state of it', async () => {
    const { reading, log, open } = startReading({ showsParts: false });
    open('a');
    reading.receive(part(0.5));
    await reading.end({ kind: 'read', journal: FIRST, skipped: 0 });
    expect(log).toEqual([`a: open ${FIRST}`, 'a: complete']);
  });

  it('is stopped when its last timeline is closed, but not after its end', async () => {
    const { reading, log, close, open } = startReading();
    open('a');
    open('b');
    reading.receive(part(0.5));
    await reading.shown;
    close[0]?.();
    expect(log).not.toContain('stop');
    close[1]?.();
    expect(log.filter((line) => line === 'stop')).toHaveLength(1);
    await reading.end({ kind: 'read', journal: FIRST, skipped: 0 });
    expect(log.filter((line) => line.includes('complete'))).toEqual([]);
  });
});
