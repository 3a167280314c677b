import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LastLines } from './last-lines.ts';
import { levelOf, onLines } from './process-output.ts';

test('reports the output of a process by complete lines', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  onLines(stream, (line) => lines.push(line));
  for (const part of ['sk-ab', 'cdef\nnext\r\n\n', 'la', 'st']) stream.write(part);
  await setImmediate();
  expect(lines).toEqual(['sk-abcdef', 'next']);
  stream.destroy();
  await setImmediate();
  expect(lines).toEqual(['sk-abcdef', 'next', 'last']);
});

test('splits a line that never ends', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  onLines(stream, (line) => lines.push(line));
  for (let n = 0; n < 30; n++) stream.write('x'.repeat(1000));
  await setImmediate();
  expect(lines.length).toBeGreaterThan(1);
});

test("logs Node's own messages at debug level", () => {
  expect(levelOf('(node:123) ExperimentalWarning: something')).toBe('debug');
  expect(levelOf('(Use `node --trace-warnings ...` to show where the warning was created)')).toBe('debug');
  expect(levelOf('The list of prices cannot be read')).toBe('warn');
});

test('keeps the last lines and truncates long ones', () => {
  const last = new LastLines();
  for (let n = 1; n <= 2600; n++) last.add(`line ${n}`);
  last.add('y'.repeat(5000));
  expect(last.all()).toHaveLength(500);
  expect(last.all().at(-2)).toBe('line 2600');
  expect(last.all().at(-1)).toHaveLength(2001);
});
