import { describe, expect, it } from 'vitest';
import { appendCase } from './append-case.ts';
import { readEvalFile } from './read-eval-file.ts';

const CASE = { prompt: 'Write the notes.', files: [], assertions: [{ check: 'loaded' }] };

function append(text: string, one = CASE): string {
  const result = appendCase(text, 'notes', one);
  if (result.kind === 'failed') throw new Error(result.message);
  const { range, text: inserted } = result.edit;
  const after = text.slice(0, range.start) + inserted + text.slice(range.end);
  const read = readEvalFile('evals.json', after);
  expect(read).toMatchObject({ kind: 'read', problems: [] });
  expect(read.kind === 'read' && read.cases.at(-1)?.id).toBe(result.id);
  expect(JSON.parse(after.slice(result.added.start, result.added.end))).toMatchObject({ prompt: one.prompt });
  return after;
}

describe('appendCase', () => {
  it('creates a file', () => {
    expect(JSON.parse(append(''))).toEqual({
      skill_name: 'notes',
      evals: [{ id: 'write-the-notes', prompt: 'Write the notes.', assertions: [{ check: 'loaded' }] }],
    });
  });

  it.each<[what: string, text: string, after: string]>([
    [
      'the indentation and the next number',
      '{\n\t"evals": [\n\t\t{ "id": 4, "prompt": "a" } ]\n}\n',
      '{\n\t"evals": [\n\t\t{ "id": 4, "prompt": "a" },\n\t\t{\n\t\t\t"id": 5,\n\t\t\t"prompt": "Write the notes.",\n\t\t\t"assertions": [\n\t\t\t\t{\n\t\t\t\t\t"check": "loaded"\n\t\t\t\t}\n\t\t\t]\n\t\t} ]\n}\n',
    ],
    [
      'a list on one line',
      '[{"id": 1, "prompt": "a"}]',
      '[{"id": 1, "prompt": "a"}, {"id":2,"prompt":"Write the notes.","assertions":[{"check":"loaded"}]}]',
    ],
  ])('keeps %s', (_, text, after) => {
    expect(append(text)).toBe(after);
  });

  it('fills an empty list, and keeps line ends', () => {
    const after = append('\uFEFF{\r\n  "evals": []\r\n}\r\n');
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(after).toMatch(/^\uFEFF\{\r\n {2}"evals": \[\r\n {4}\{/);
  });

  it('makes ids unique, and writes `expectations` where the others do', () => {
    const text = JSON.stringify([{ id: 'write-the-notes', prompt: 'a', expectations: ['b'] }]);
    const [, added] = JSON.parse(append(text));
    expect(added).toMatchObject({ id: 'write-the-notes-2', expectations: [{ check: 'loaded' }] });
  });

  it.each(['{"evals": [}', '{"skill_name": "notes"}', '5'])('refuses %s', (text) => {
    expect(appendCase(text, 'notes', CASE)).toMatchObject({ kind: 'failed' });
  });
});
