import { expect, it } from 'vitest';
import { filesNamedIn } from './names-in.ts';

const files = new Set([
  'references/billing-rules.md',
  'references/query-plans.md',
  'scripts/report/main.py',
  'assets/my form.pdf',
  'LICENSE',
]);
const bundle = { files, folders: new Set<string>(), truncated: false };

it.each([
  'Read billing-rules.md.',
  'The `query-` files, and `LICENSE`.',
  'python -m report.main',
  'Fill in my%20form.pdf, or `my form.pdf`.',
  'Nothing of all this.',
])('finds the same for a few sought files as for all files: %s', (text) => {
  const all = filesNamedIn(text, bundle);
  for (const file of files) expect(filesNamedIn(text, bundle, new Set([file])).has(file)).toBe(all.has(file));
});

it.each([
  ['See LICENSE for the terms.', true],
  ['LICENSE', true],
  ['the file x..license', true],
  ['(license), as usual.', true],
  ['see license. Then', true],
  ['my-license', false],
  ['license_key', false],
  ['x.license', false],
  ['license.md', false],
  ['relicensed', false],
])('a name without an extension is named by the word alone: %s', (text, named) => {
  const bundle = { files: new Set(['LICENSE']), folders: new Set<string>(), truncated: false };
  expect([...filesNamedIn(text, bundle)]).toEqual(named ? ['LICENSE'] : []);
});
