import { expect, it } from 'vitest';
import { contentOf } from './export-content.ts';

const PREVIEW = {
  ...{ run: 'r', model: 'simulated/weak', events: 9, prompts: 1, modelCalls: 2, toolCalls: 1, instructions: 1 },
  ...{ skills: ['tea', 'notes'], characters: 12_345, redacted: 1, absolutePaths: true },
};

it('lists what an export contains', () => {
  expect(contentOf(PREVIEW).map(([, label]) => label)).toEqual([
    '1 prompt',
    '2 model calls',
    '1 tool call',
    '1 set of instructions',
    '2 skills',
    '12,345 characters',
    'Absolute paths',
    'Secrets redacted in 1 place',
  ]);
});

it('leaves out what an export does not contain', () => {
  const less = { ...PREVIEW, instructions: 0, skills: [], absolutePaths: false, redacted: 0 };
  expect(contentOf(less).map(([, label]) => label)).toEqual([
    '1 prompt',
    '2 model calls',
    '1 tool call',
    '12,345 characters',
    'No secrets found',
  ]);
});
