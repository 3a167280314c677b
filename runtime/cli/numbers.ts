/** Options that are numbers. Each throws commander's `InvalidArgumentError`, which says what it has to be. */
import { InvalidArgumentError } from 'commander';
import { thresholdProblem } from '../guards/settings.ts';
import { HIGHEST_LLM_CALLS } from '../loop/limits.ts';
import type { GuardThresholds } from '../protocol/guards.ts';

/** `NAME=N`, once or several times. */
export function parseThreshold(text: string, before: Partial<GuardThresholds> = {}): Partial<GuardThresholds> {
  const [name = '', ...rest] = text.split('=');
  const value = rest.join('=');
  const problem = thresholdProblem(name, value.trim() === '' ? undefined : Number(value));
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return { ...before, [name]: Number(value) };
}

/** Any whole number; 0 or less stands for no limit, an absurdly large one is refused as a slip (contract statement 83). */
export function parseMaxCalls(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value)) throw new InvalidArgumentError('It must be a whole number.');
  if (value >= HIGHEST_LLM_CALLS) throw new InvalidArgumentError('It is absurdly large; 0 means no limit.');
  return value;
}

/** An amount of US dollars. */
export function parseAmount(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be an amount of US dollars.');
  return value;
}

/** Seconds above 0, up to so many. */
export function parseSeconds(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!(value > 0 && value <= most)) throw new InvalidArgumentError(`It must be a number of seconds up to ${most}.`);
    return value;
  };
}
