/** The Chromium of the benchmarks, and how they tell figures. `CHROMIUM` names one, else /usr/bin/chromium. */
import { type Browser, chromium } from 'playwright-core';
import { percentile } from '../figures/statistics.ts';

/** Starts a Chromium without a window. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  });
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** Middle and upper value of milliseconds, in words. */
export const told = (of: readonly number[]): string =>
  `p50 ${ms(percentile(of, 0.5))}, p95 ${ms(percentile(of, 0.95))}`;
