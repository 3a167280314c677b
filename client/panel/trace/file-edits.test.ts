import { expect, it } from 'vitest';
import type { Json } from '../../../runtime/protocol/events.ts';
import { countLines, fileEdits } from './file-edits.ts';

const SIGNS = { same: ' ', removed: '-', inserted: '+', gap: '~' };

/** Returns the path of each change and its lines with signs. */
const shown = (tool: string, args: Json) =>
  fileEdits(tool, args).map(({ path, lines }) => [path, ...lines.map(({ kind, text }) => `${SIGNS[kind]}${text}`)]);

it.each([
  ['Edit', { file_path: 'a.md', old_string: 'one\ntwo\nthree', new_string: 'one\n2\nthree' }],
  ['replace_string_in_file', { filePath: 'a.md', oldString: 'one\ntwo\nthree', newString: 'one\n2\nthree' }],
  [
    'str_replace_editor',
    { command: 'str_replace', path: 'a.md', old_str: 'one\ntwo\nthree', new_str: 'one\n2\nthree' },
  ],
  ['edit', { path: 'a.md', oldText: 'one\ntwo\nthree', newText: 'one\n2\nthree' }],
])('of %s', (tool, args) => expect(shown(tool, args)).toEqual([['a.md', ' one', '-two', '+2', ' three']]));

it('of several places in a file', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c\n', new_string: 'c\nd\n' },
  ];
  expect(shown('MultiEdit', { file_path: 'a.md', edits })).toEqual([['a.md', '-a', '+b', '~', ' c', '+d']]);
});

it('of a new file, and of a patch', () => {
  expect(shown('Write', { file_path: 'a.md', content: '# A\n\nB\n' })).toEqual([['a.md', '+# A', '+', '+B']]);
  expect(shown('create', { path: 'a.md', file_text: 'A' })).toEqual([['a.md', '+A']]);
  const patch = '*** Begin Patch\n*** Add File: a.md\n+A\n*** Update File: b.md\n@@ def f\n x\n-y\n+z\n*** End Patch';
  const files = [
    ['a.md', '+A'],
    ['b.md', '~def f', ' x', '-y', '+z'],
  ];
  expect(shown('apply_patch', { input: patch })).toEqual(files);
  expect(shown('apply_patch', patch)).toEqual(files);
});

it('has few unchanged lines, and says how many lines are left out', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `l${index}`);
  const before = lines.join('\n');
  const after = before.replace('l0', 'first').replace('l19', 'last');
  expect(shown('edit', { path: 'a', old_str: before, new_str: after })).toEqual([
    ['a', '-l0', '+first', ' l1', ' l2', ' l3', '~', ' l16', ' l17', ' l18', '-l19', '+last'],
  ]);
  expect(fileEdits('write', { path: 'a', content: 'x\n'.repeat(1500) })[0]).toMatchObject({ more: 500 });
});

it('has none for other tools and other parameters', () => {
  expect(fileEdits('read', { path: 'a.md', content: 'A' })).toEqual([]);
  expect(fileEdits('edit', { path: 'a.md' })).toEqual([]);
  expect(fileEdits('edit', null)).toEqual([]);
  expect(fileEdits('edit', { __proto__: null, edits: [3, { old_string: 1 }] })).toEqual([]);
});

it('are counted as the details show them, over all files, with the lines left out', () => {
  const patch = '*** Begin Patch\n*** Add File: a.md\n+A\n*** Update File: b.md\n@@ def f\n x\n-y\n+z\n*** End Patch';
  expect(countLines(fileEdits('apply_patch', patch))).toEqual({ added: 2, removed: 1 });
  expect(countLines(fileEdits('write', { path: 'a', content: 'x\n'.repeat(1500) }))).toEqual({
    added: 1500,
    removed: 0,
  });
  expect(countLines(fileEdits('read', { path: 'a.md' }))).toBeUndefined();
});
