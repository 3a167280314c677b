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
