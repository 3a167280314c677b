import { expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

test('runs the first call immediately, and calls in between once more', async () => {
  vi.useFakeTimers();
  let started = 0;
  let running = 0;
  const call = throttle(async () => {
    started++;
    expect(++running).toBe(1);
    await new Promise((done) => setTimeout(done, 4));
    running--;
  }, 16);
  call();
  expect(started).toBe(1);
  for (let time = 0; time < 10; time++) call();
  await vi.advanceTimersByTimeAsync(15);
  expect(started).toBe(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(started).toBe(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toBe(2);
  call();
  expect(started).toBe(3);
  vi.useRealTimers();
});

test('waits longer after work that takes long', async () => {
  vi.useFakeTimers();
  let started = 0;
  const call = throttle(async () => {
    started++;
    await new Promise((done) => setTimeout(done, 100));
  }, 6);
  call();
  call();
  await vi.advanceTimersByTimeAsync(390);
  expect(started).toBe(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(started).toBe(2);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
});
