/** Parsers of numeric options. Each throws commander's `InvalidArgumentError` with a description of valid values. */
import { InvalidArgumentError } from 'commander';
import { thresholdProblem } from '../guards/settings.ts';
import { HIGHEST_LLM_CALLS } from '../loop/model-call/limits.ts';
import type { GuardThresholds } from '../protocol/guards.ts';

/** Parses `NAME=N`, which may be repeated. */
export function parseThreshold(text: string, before: Partial<GuardThresholds> = {}): Partial<GuardThresholds> {
  const [name = '', ...rest] = text.split('=');
  const value = rest.join('=');
  const problem = thresholdProblem(name, value.trim() === '' ? undefined : Number(value));
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return { ...before, [name]: Number(value) };
}

/** Parses an integer; 0 or less means no limit. An absurdly large one is rejected as a typo (contract statement 83). */
export function parseMaxCalls(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value)) throw new InvalidArgumentError('It must be a whole number.');
  if (value >= HIGHEST_LLM_CALLS) throw new InvalidArgumentError('It is too large; 0 means no limit.');
  return value;
}

/** Parses an amount of US dollars. */
export function parseAmount(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be an amount of US dollars.');
  return value;
}

/** Creates a parser for seconds above 0, up to `max`. */
export function parseSeconds(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!(value > 0 && value <= max)) throw new InvalidArgumentError(`It must be a number of seconds up to ${max}.`);
    return value;
  };
}

/** Parses the number of a model call, from 1. */
export function parseCall(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be the number of a model call, from 1.');
  return value;
}

/** Parses the `seq` of an event, from 1. */
export function parseSeq(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be the seq of an event, from 1.');
  return value;
}

/** Parses a maximum number of entries, from 1. */
export function parseLimit(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}
