/** The Chromium of the benchmarks (`CHROMIUM`, or /usr/bin/chromium), and the format of figures. */
import { type Browser, chromium } from 'playwright-core';
import { percentile } from '../figures/statistics.ts';

/** Starts a headless Chromium. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  });
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** Formats the median and the p95 of milliseconds. */
export const formatTimes = (of: readonly number[]): string =>
  `p50 ${ms(percentile(of, 0.5))}, p95 ${ms(percentile(of, 0.95))}`;
