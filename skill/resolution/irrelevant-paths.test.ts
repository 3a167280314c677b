import { expect, it } from 'vitest';
import { mayBePresented } from './irrelevant-paths.ts';

it('reads a bounded part of a very long line', () => {
  const text = 'a'.repeat(16_000_000);
  const { user } = process.cpuUsage();
  for (let times = 0; times < 500; times++) mayBePresented(text, text.length);
  // In microseconds; searching for the start of the line took more than a second.
  expect(process.cpuUsage().user - user).toBeLessThan(300_000);
  expect(mayBePresented(`${text} see \``, text.length + 6)).toBe(true);
});
