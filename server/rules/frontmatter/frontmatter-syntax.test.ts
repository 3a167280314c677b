import { expect, it } from 'vitest';
import { codes, expectMarks, found, good, head } from '../../../test/equipment/server/rules.ts';
import { applyFix } from '../../../test/equipment/server/server.ts';

it('accepts valid frontmatter, including BOM and CRLF', () => {
  expect(codes(head(good))).toEqual([]);
  expect(codes(`\uFEFF${head(good).replaceAll('\n', '\r\n')}`)).toEqual([]);
});

it('reports a value with a colon, and quotes it', () => {
  const text = head('name: notes\ndescription: Sorts notes: by date and "place".');
  expectMarks('frontmatter.syntax', text.replace('Sorts', '«Sorts').replace('".', '".»'));
  expect(codes(applyFix(text, found(text)))).toEqual([]);
});

it.each([
  ['a list instead of a map', '- name\n- description'],
  ['an unclosed bracket', 'name: [notes'],
  ['a tab', 'metadata:\n\tversion: 1'],
  ['a duplicate key', 'name: notes\nname: notes'],
])('reports %s', (_, fields) => expect(codes(head(fields))).toEqual(['error frontmatter.syntax']));

it.each([
  ['name: notes\nmetadata:\n«\t»version: 1'],
  ['name: notes\ndescription: "never closed«.»'],
  ['name: notes\n«name»: again'],
  ["|2«🧪»metadata'"],
])('reports the exact range in %j', (fields) => expectMarks('frontmatter.syntax', head(fields)));

it('never executes frontmatter labeled as JavaScript', () => {
  expect(codes('---js\n{ name: process.exit(1) }\n---\n')).toEqual(['error frontmatter.syntax']);
});
