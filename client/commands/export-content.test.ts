import { expect, it } from 'vitest';
import { contentOf, parsePart } from './export-content.ts';

const PREVIEW = {
  run: 'r',
  model: 'simulated/weak',
  events: 9,
  lastSeq: 9,
  prompts: 1,
  modelCalls: 2,
  toolCalls: 1,
  instructions: 1,
  skills: ['tea', 'notes'],
  characters: 12_345,
  redacted: 1,
  absolutePaths: true,
};

it('lists what an export contains', () => {
  expect(contentOf(PREVIEW).map(([, label]) => label)).toEqual([
    '1 prompt',
    '2 model calls',
    '1 tool call',
    '1 version',
    '2 skills',
    '12,345 characters',
    'Absolute paths',
    'Secrets redacted in 1 place',
  ]);
});

it('says whether home folders are hidden, in rows that change it', () => {
  const rows = (hidesHome: boolean) => contentOf(PREVIEW, { hidesHome }).filter(([, , , togglesHome]) => togglesHome);
  expect([rows(false), rows(true)].map(([row]) => row?.[1])).toEqual(['Absolute paths', 'Home folders hidden']);
});

it('leaves out what an export does not contain', () => {
  const less = { ...PREVIEW, toolCalls: 0, instructions: 0, skills: [], absolutePaths: false, redacted: 0 };
  expect(contentOf(less).map(([, label]) => label)).toEqual([
    '1 prompt',
    '2 model calls',
    '12,345 characters',
    'No secrets found',
  ]);
});

it('parses ranges of events', () => {
  expect([parsePart('12-40'), parsePart(' 1 – 1 ')]).toEqual([
    { from: 12, to: 40 },
    { from: 1, to: 1 },
  ]);
  expect(['', '12', '0-4', '9-4', '1-x', '-1-4'].map(parsePart)).toEqual(Array.from({ length: 6 }));
});
