import { expect, test } from 'vitest';
import type { RunProcess, RunProcessListener } from '../runtime-process/process.ts';
import { SpareProcess } from './spare.ts';

function spares() {
  const forked: RunProcessListener[] = [];
  const cancelled: number[] = [];
  const spare = new SpareProcess((listener) => {
    const number = forked.push(listener) - 1;
    return { number, cancel: () => cancelled.push(number) } as unknown as RunProcess;
  });
  return { spare, forked, cancelled };
}

function listener(told: string[]): RunProcessListener {
  return {
    onEvents: (events) => told.push(`events ${events.length}`),
    onExit: (detail) => told.push(`exit ${detail}`),
    onLog: (line) => told.push(`log ${line}`),
  };
}

test('a run takes the process that was prepared, and hears it from then on', () => {
  const { spare, forked } = spares();
  spare.prepare();
  spare.prepare();
  expect(forked).toHaveLength(1);
  const told: string[] = [];
  expect(spare.take(listener(told))).toMatchObject({ number: 0 });
  forked[0]?.onEvents([]);
  forked[0]?.onLog('x', 'debug');
  forked[0]?.onExit('gone');
  expect(told).toEqual(['events 0', 'log x', 'exit gone']);
  // The next run gets one of its own.
  expect(spare.take(listener([]))).toMatchObject({ number: 1 });
});

test('one that died meanwhile, or that nobody wants any more, is not taken', () => {
  const { spare, forked, cancelled } = spares();
  spare.prepare();
  forked[0]?.onExit('crashed');
  expect(spare.take(listener([]))).toMatchObject({ number: 1 });
  spare.prepare();
  spare.drop();
  spare.drop();
  expect(cancelled).toEqual([2]);
  expect(spare.take(listener([]))).toMatchObject({ number: 3 });
});
