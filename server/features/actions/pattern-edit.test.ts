import { expect, it } from 'vitest';
import { applyEdits } from '../../rules/rule/safe-fixes.ts';
import { newPatternFile, patternEdit } from './pattern-edit.ts';

const ENTRY = { pattern: 'out/a "b".md', meaning: 'example' } as const;

function add(text: string): string | undefined {
  const edit = patternEdit(text, ENTRY);
  if (edit === undefined) return undefined;
  const after = applyEdits(text, [edit]);
  const [before, now] = [text, after].map((one) => JSON.parse(one.replace(/^\uFEFF/, '')));
  expect(now).toEqual({ ...before, paths: { ...before.paths, [ENTRY.pattern]: ENTRY.meaning } });
  return after;
}

const KEY = '"out/a \\"b\\".md"';

it.each<[what: string, text: string, after: string]>([
  ['an empty object', '{}', `{\n  "paths": {\n    ${KEY}: "example"\n  }\n}`],
  ['the indentation', '{\n\t"rules": {}\n}\n', `{\n\t"rules": {},\n\t"paths": {\n\t\t${KEY}: "example"\n\t}\n}\n`],
  ['an object on one line', '{"rules": {}}', `{"rules": {}, "paths": {${KEY}: "example"}}`],
  [
    'other patterns',
    '{\n  "paths": {\n    "a": "example"\n  }\n}',
    `{\n  "paths": {\n    "a": "example",\n    ${KEY}: "example"\n  }\n}`,
  ],
  [
    'patterns on one line',
    '{\n  "paths": { "1": "example" }\n}',
    `{\n  "paths": { "1": "example", ${KEY}: "example" }\n}`,
  ],
  [
    'no patterns',
    '{\n  "paths": {},\n  "rules": {}\n}',
    `{\n  "paths": {\n    ${KEY}: "example"\n  },\n  "rules": {}\n}`,
  ],
  [
    'another meaning',
    `{"paths": {${KEY}: "user-project", "b": "example"}}`,
    `{"paths": {${KEY}: "example", "b": "example"}}`,
  ],
  ['a wrong meaning', `{"paths": {${KEY}: [1, 2]}}`, `{"paths": {${KEY}: "example"}}`],
])('keeps the rest of a text with %s', (_, text, after) => {
  expect(add(text)).toBe(after);
  expect(add(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toBe(
    `\uFEFF${after.replaceAll('\n', text.includes('\n') ? '\r\n' : '\n')}`,
  );
});

it.each([
  '',
  '[]',
  '{',
  '{"paths": []}',
  '{"paths": null}',
  `{"paths": {${KEY}: "example"}}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
])('changes nothing in %.40s', (text) => {
  expect(patternEdit(text, ENTRY)).toBeUndefined();
});

it('writes a new file', () => {
  expect(newPatternFile(ENTRY)).toBe(`{\n  "paths": {\n    ${KEY}: "example"\n  }\n}\n`);
});

it('is quick in a file with ten thousand patterns', () => {
  const paths = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`out/${index}.md`, 'example']));
  const text = JSON.stringify({ paths }, undefined, 2);
  const start = process.threadCpuUsage().user;
  expect(add(text)).toContain(`"out/9999.md": "example",\n    ${KEY}: "example"\n  }`);
  expect((process.threadCpuUsage().user - start) / 1000).toBeLessThan(10_000);
});
