import { expect, test } from 'vitest';
import type { RunProcess, RunProcessListener } from '../runtime-process/process.ts';
import { SpareProcess } from './spare-process.ts';

function spares() {
  const forked: RunProcessListener[] = [];
  const cancelled: number[] = [];
  const spare = new SpareProcess((listener) => {
    const number = forked.push(listener) - 1;
    return { number, cancel: () => cancelled.push(number) } as unknown as RunProcess;
  });
  return { spare, forked, cancelled };
}

function listener(calls: string[]): RunProcessListener {
  return {
    onEvents: (events) => calls.push(`events ${events.length}`),
    onExit: (detail) => calls.push(`exit ${detail}`),
    onLog: (line) => calls.push(`log ${line}`),
  };
}

test('take returns the prepared process and forwards its events', () => {
  const { spare, forked } = spares();
  spare.prepare();
  spare.prepare();
  expect(forked).toHaveLength(1);
  const calls: string[] = [];
  expect(spare.take(listener(calls))).toMatchObject({ number: 0 });
  forked[0]?.onEvents([]);
  forked[0]?.onLog('x', 'debug');
  forked[0]?.onExit('gone');
  expect(calls).toEqual(['events 0', 'log x', 'exit gone']);
  // The next run gets a new process.
  expect(spare.take(listener([]))).toMatchObject({ number: 1 });
});

test('take starts a new process if the prepared one died or was discarded', () => {
  const { spare, forked, cancelled } = spares();
  spare.prepare();
  forked[0]?.onExit('crashed');
  expect(spare.take(listener([]))).toMatchObject({ number: 1 });
  spare.prepare();
  spare.discard();
  spare.discard();
  expect(cancelled).toEqual([2]);
  expect(spare.take(listener([]))).toMatchObject({ number: 3 });
});
