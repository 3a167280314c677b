import { expect, test } from 'vitest';
import { journalFile, readNew, setRun } from './journal.ts';

test('a run that takes long to read is emitted in order, with pauses in which the page can show what is there', async () => {
  const events = Array.from({ length: 100 }, (_, index) => ({ seq: index + 1 }));
  setRun({ events, payloads: {} });
  const emitted: unknown[] = [];
  const pauses: number[] = [];
  const slowly = (event: unknown): void => {
    emitted.push(event);
    for (const until = performance.now() + 1; performance.now() < until; );
  };
  const outcome = await readNew(journalFile('run'), slowly, () => void pauses.push(emitted.length));
  expect(outcome).toEqual({ kind: 'read' });
  expect(emitted).toEqual(events);
  expect(pauses.length).toBeGreaterThan(1);
  expect(pauses[0]).toBeLessThan(events.length);
});
