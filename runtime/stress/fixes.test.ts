import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BASE_SENTENCE } from '../../skill/index.ts';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import type { StressedWords } from '../protocol/stress.ts';
import { applyFixes } from './fixes.ts';

const HEAD = '---\nname: demo\ndescription: Does it.\n---\n\n# Demo\n\n';

function fixFiles(body: string, words: readonly [text: string, path: string | undefined][], relative: boolean) {
  const text = HEAD + body;
  const file = join(writeFiles(temporaryFolder(), { 'SKILL.md': text }), 'SKILL.md');
  const rows = words.map(([one, path]): StressedWords => {
    const offset = text.indexOf(one);
    const before = text.slice(0, offset).split('\n');
    const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
    const place = { file, line, column, endLine: line, endColumn: column + one.length };
    return {
      ...place,
      text: one,
      suggestions: path === undefined ? [] : [path],
      doubtful: false,
      fixes: [],
      calls: {},
    };
  });
  return { text, files: applyFixes(file, rows, relative) };
}

test('replaces paths, writes paths after words, and says what paths are relative to below the first heading', () => {
  const { files } = fixFiles(
    'See *the guide* and `guide.md`.\n',
    [
      ['the guide', 'references/guide.md'],
      ['guide.md', 'references/guide.md'],
    ],
    true,
  );
  expect(files.map(({ text }) => text)).toEqual([
    `${HEAD}${BASE_SENTENCE}\n\nSee *the guide* (\`references/guide.md\`) and \`references/guide.md\`.\n`,
  ]);
});

test('maps offsets of the fixed text back to the original', () => {
  const { text, files } = fixFiles(
    'See the guide, then `x.md` and the end.\n',
    [
      ['the guide', 'a.md'],
      ['x.md', 'b/x.md'],
    ],
    true,
  );
  const [file] = files;
  for (const word of ['See', ', then', ' and the end'])
    expect(file?.originalOffset(file.text.indexOf(word)), word).toBe(text.indexOf(word));
  expect(file?.originalOffset(file.text.indexOf('a.md'))).toBe(text.indexOf(', then'));
  expect(file?.originalOffset(file.text.indexOf('b/x.md') + 2)).toBe(text.indexOf('x.md'));
});

test('changes nothing without a similar file', () => {
  expect(fixFiles('See `gone.md`.\n', [['gone.md', undefined]], false).files).toEqual([]);
});
