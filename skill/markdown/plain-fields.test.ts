import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFields } from './frontmatter.ts';
import { splitFrontmatter } from './frontmatter-lines.ts';
import { plainFields } from './plain-fields.ts';

/** Returns true if the fast path read the text; fails if YAML reads it differently. */
function compare(text: string): boolean {
  const cut = splitFrontmatter(text);
  if (cut.kind !== 'closed') return false;
  const { start, inner, end, bodyStart } = cut;
  const fields = plainFields(text.slice(inner, end), inner);
  if (!fields) return false;
  const data = Object.fromEntries(fields.map(({ key, value }) => [key, value]));
  const range = { start, end: end + 3 };
  expect([text, { kind: 'valid', range, fields, data }]).toEqual([
    text,
    readFields(text.slice(start, bodyStart), inner, range),
  ]);
  return true;
}

const keys = [
  '  in',
  '  b',
  '    c',
  '    d',
  '   e',
  'name',
  'description',
  'a-b',
  'true',
  'x_1',
  '"q"',
  ' in',
  'name ',
];
const values = [
  'words and more',
  'x',
  'true',
  'null',
  '12',
  'v1.2',
  'a: b',
  'a:b',
  'a #b',
  'a#b',
  '"in quotes"',
  '"with \\" escape"',
  "'single'",
  "'it''s'",
  'ends:',
  'it’s – “so”',
  'été, [x], {y}',
  '',
  '',
  '',
  '|',
  '>-\n  folded\n  text',
  '>\n  one: two\n  # three',
  '|\n    kept\n    lines',
  '|-\n  kept\n  - lines',
  '>\n  a\n\n  b',
  '>\n  a\n    b',
  '>\n  a \n  b',
  '>\n',
  '>+\n  a',
  '1.0',
  '1.2.3',
  '2025-01-31',
  '007',
  '1e3',
  '0x1f',
  '12:30',
  '12 months',
  '0',
  '- item',
  '&a b',
  'tab\there',
  'a   ',
  '"a"   ',
  'a\u00a0b',
  'a\u2028b',
  '😀',
  'yes',
  'Null',
  '"x" y',
  '@x',
  '%x',
];

it('agrees with YAML on random fields', () => {
  let seed = 3;
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return from[(seed >> 8) % from.length] as T;
  };
  let read = 0;
  for (let round = 0; round < 8000; round++) {
    const lines = Array.from(
      { length: pick([0, 1, 1, 2, 3]) },
      () => `${pick(keys)}:${pick([' ', ' ', '  ', ''])}${pick(values)}`,
    );
    const eol = pick(['\n', '\n', '\r\n']);
    const text = `${pick(['', '', '\uFEFF'])}---${eol}${lines.map((line) => line + eol).join('')}---${eol}\n# Body\n`;
    if (compare(text)) read++;
  }
  expect(read).toBeGreaterThan(200);
});

it('reads many fields below one key, and a value of mostly blanks, in bounded time', () => {
  const fields = (count: number): string =>
    `metadata:\n${Array.from({ length: count }, (_, index) => `  k${index}: v`).join('\n')}\n`;
  const now = (): number => process.threadCpuUsage().user / 1_000;
  const start = now();
  expect(plainFields(fields(6_000), 0)).toHaveLength(1);
  expect(now() - start).toBeLessThan(1_000);
  const again = now();
  plainFields(`description: b${' '.repeat(64_000)}c\n`, 0);
  expect(now() - again).toBeLessThan(1_000);
});

const corpus = join(import.meta.dirname, '../.cache/corpus');

it.skipIf(!existsSync(join(corpus, '.complete')))(
  'reads the frontmatter of many real skills (needs .cache/corpus)',
  () => {
    const paths = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('SKILL.md'),
    );
    const read = paths.filter((path) => compare(readFileSync(join(corpus, path), 'utf8')));
    expect(read.length / paths.length).toBeGreaterThan(0.4);
  },
);
