import { describe, expect, test } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { endpointOf } from '../endpoint/endpoint.ts';
import { createKeys } from './keys.ts';
import { type EndpointUse, findKeyIssue } from './missing-keys.ts';

const use = (name: string, agent?: string): EndpointUse => {
  const endpoint = endpointOf(name, undefined);
  if (typeof endpoint !== 'object') throw new Error(`${name}: ${endpoint}`);
  return defined({ endpoint, agent });
};

const linesFor = (...uses: readonly EndpointUse[]): readonly string[] =>
  findKeyIssue(uses, createKeys({}))?.message.split('\n') ?? [];

describe('the message about missing keys', () => {
  test('starts with the fix', () => {
    expect(linesFor(use('anthropic/claude-sonnet-4-5'))[0]).toBe(
      'Set ANTHROPIC_API_KEY, or in VS Code use "Skillwright: Set API Key": Anthropic needs an API key.',
    );
  });

  test('lists all keys with the models and agents that need them', () => {
    expect(linesFor(use('anthropic/m'), use('openai/m', 'writer'), use('openai/m', 'reader')).slice(1, 3)).toEqual([
      "  Anthropic, for the run's model: set ANTHROPIC_API_KEY",
      "  OpenAI, for the agents 'writer', 'reader': set OPENAI_API_KEY",
    ]);
  });

  test('has lines of at most 160 characters', () => {
    for (const uses of [[use('google/m')], [use('google/m', 'writer'), use('openai/m')]]) {
      const lines = linesFor(...uses);
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(160);
    }
  });
});
