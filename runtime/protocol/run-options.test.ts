import { expect, test } from 'vitest';
import { GUARD_PRESETS } from './guard-presets.ts';
import {
  firstRunOptions,
  isOptionValue,
  RUN_OPTION_LIST,
  RUN_OPTIONS,
  recordedOptions,
  runOptionsIn,
  withoutRunOptions,
} from './run-options.ts';

const request = { prompt: 'Hello', maxTokens: 5, requireSandbox: false, reasoning: undefined };

test('the presets of guards are those of the option', () => {
  expect(Object.keys(RUN_OPTIONS.guards.choices)).toEqual([...GUARD_PRESETS]);
});

test('takes the options that an object has, and the rest of it', () => {
  expect(runOptionsIn(request)).toEqual({ maxTokens: 5, requireSandbox: false });
  expect(withoutRunOptions({ prompt: 'Hello', maxTokens: 5 })).toEqual({ prompt: 'Hello' });
});

test('the first source that sets an option decides', () => {
  const agent = { maxTokens: 7, maxCost: 1 };
  expect(firstRunOptions({ maxTokens: 5 }, agent, undefined, { guards: 'off', maxCost: 2 })).toEqual({
    guards: 'off',
    maxTokens: 5,
    maxCost: 1,
  });
});

test('records limits that apply, flags that are on, and what every run has, in the order of the table', () => {
  const options = { requireSandbox: false, scriptTimeout: 9, maxCost: 0, maxLlmCalls: 0, guards: 'adk' } as const;
  expect(Object.entries(recordedOptions(options))).toEqual([
    ['guards', 'adk'],
    ['maxLlmCalls', 0],
    ['scriptTimeout', 9],
  ]);
  expect(recordedOptions({ requireSandbox: true, maxTokens: 3 })).toEqual({ maxTokens: 3, requireSandbox: true });
});

test.each([
  ['guards', 'adk', true],
  ['guards', 'toString', false],
  ['guards', 3, false],
  ['maxLlmCalls', 0, true],
  ['maxLlmCalls', 1.5, false],
  ['maxLlmCalls', -1, true],
  ['maxTokens', '3', false],
  ['maxTokens', -1, false],
  ['maxCost', 0.5, true],
  ['maxCost', -1, false],
  ['modelTimeout', 0, false],
  ['scriptTimeout', 0.5, true],
  ['requireSandbox', 'yes', false],
  ['requireSandbox', false, true],
  ['guardSettings', null, false],
  ['guardSettings', {}, true],
] as const)('%s can be %j: %s', (name, value, expected) => {
  expect(isOptionValue(RUN_OPTIONS[name], value)).toBe(expected);
});

test('every setting, flag and attribute says what it does', () => {
  for (const [name, { flag, setting, launch, agent }] of RUN_OPTION_LIST)
    for (const text of [flag?.help, setting?.description, launch, agent]) expect(text, name).not.toBe('');
});
