import { expect, it } from 'vitest';
import { progressOf } from './eval-progress.ts';

function record(isTerminal: boolean) {
  const written: string[] = [];
  let time = 0;
  const show = progressOf('judging: ', { isTerminal, write: (text) => written.push(text), now: () => time });
  const at = (milliseconds: number, done: number) => {
    time = milliseconds;
    show(done, 2_000);
  };
  return { written, at };
}

it('overwrites a line of a terminal, and removes it at the end', () => {
  const { written, at } = record(true);
  at(0, 1_000);
  at(1, 2_000);
  expect(written).toEqual(['\rjudging: 1,000 of 2,000 trials\u001B[K', '\r\u001B[K']);
});

it('writes at most a line each minute into a log', () => {
  const { written, at } = record(false);
  at(59_000, 1);
  at(60_000, 1_500);
  at(61_000, 1_600);
  at(200_000, 1_900);
  at(300_000, 2_000);
  expect(written).toEqual([
    'skillwright: judging: 1,500 of 2,000 trials\n',
    'skillwright: judging: 1,900 of 2,000 trials\n',
  ]);
});
