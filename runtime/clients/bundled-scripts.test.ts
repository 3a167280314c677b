import { expect, test } from 'vitest';
import { bringsScript } from './bundled-scripts.ts';

test.each([
  'scripts/run.py',
  'scripts/run',
  'scripts/schema.sql',
  'run.sh',
  'tools/convert.rb',
  'bin/tool',
  'Makefile',
  'lib/native.so',
  'a.unknown',
  'README.md.exe',
  '.envrc',
])('a script, or what may be one: %s', (file) => {
  expect(bringsScript(['SKILL.md', file])).toBe(true);
});

test('texts, data and images are none', () => {
  const files = ['SKILL.md', 'LICENSE', 'references/a.md', 'assets/logo.PNG', 'data/x.csv', 'scripts/README.md'];
  expect(bringsScript(files)).toBe(false);
  expect(bringsScript([])).toBe(false);
});
