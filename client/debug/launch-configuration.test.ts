import { expect, it } from 'vitest';
import { launchConfigurationOf, readLaunchFields } from './launch-configuration.ts';

it('resolves paths in the workspace folder', () => {
  const config = {
    prompt: 'Go.',
    skills: ['skills/a', '/b'],
    with: ['c'],
    workspace: '.',
    guards: 'off',
    maxTokens: 5,
    maxCost: 0.5,
  };
  expect(readLaunchFields(config, '/work')).toEqual({
    prompt: 'Go.',
    skills: ['/work/skills/a', '/b'],
    with: ['/work/c'],
    workspace: '/work',
    guards: 'off',
    maxTokens: 5,
    maxCost: 0.5,
  });
});

it.each([
  { prompt: 7 },
  { prompt: '' },
  { model: {} },
  { skills: 'a' },
  { skills: [1] },
  { guards: 'none' },
  { install: 'here' },
  { maxLlmCalls: -1 },
  { maxLlmCalls: '5' },
  { maxTokens: -1 },
  { maxCost: '1' },
])('names the field that is wrong: %j', (config) => {
  expect(readLaunchFields(config, '/work')).toMatch(new RegExp(`^Set "${Object.keys(config)[0]}" in the launch`));
});

it('reads the configuration of a run back', () => {
  const params = { prompt: 'Go.', skills: ['/a'], model: 'simulated/weak', agent: 'main', client: 'adk' };
  const config = launchConfigurationOf({ ...params, guards: 'default', maxLlmCalls: 1, runs: '/r', trusted: true });
  expect(readLaunchFields(config, '/work')).toEqual(params);
});
