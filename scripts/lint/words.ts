/**
 * Reports avoided words in comments, strings, identifiers and Markdown: `node scripts/lint/words.ts [--list] [--update]`, a part of
 * `npm run lint`. `allowance.json` has the number of words that each folder may still have: exits 1 if a folder has more.
 * `--list` prints all of them, `--update` lowers the allowances to today's numbers.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findAvoidedWords } from './find-words.ts';

const root = join(import.meta.dirname, '../..');
const allowanceFile = join(import.meta.dirname, 'allowance.json');
/** Texts that are data, kept as they were written, or lists of these very words. */
const EXEMPT =
  /^(?:bench\/history\/|scripts\/lint\/|CODE_OF_CONDUCT\.md$|skill\/clues\/other-languages\.ts$)|\/fixtures\//;

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => /\.(?:tsx?|mjs|cjs|md|yml)$|^package\.json$/.test(file));
const found = files.filter((file) => !EXEMPT.test(file)).flatMap((file) => wordsIn(file));
const allowance: Record<string, number> = JSON.parse(readFileSync(allowanceFile, 'utf8'));
const counts = Map.groupBy(found, ({ folder }) => folder);

if (process.argv.includes('--update')) {
  const lowered = [...counts].map(([folder, words]): [string, number] => [
    folder,
    Math.min(words.length, allowance[folder] ?? 0),
  ]);
  const sorted = lowered.filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(allowanceFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
const over = [...counts].filter(([folder, words]) => words.length > (allowance[folder] ?? 0));
for (const [folder, words] of process.argv.includes('--list') ? counts : over) {
  for (const { message } of words) console.log(message);
  console.log(`${folder}: ${words.length} words to avoid, ${allowance[folder] ?? 0} allowed.`);
}
console.log(`Words to avoid: ${found.length} in ${files.length} files.`);
if (over.length > 0) process.exitCode = 1;

function wordsIn(file: string): { readonly folder: string; readonly message: string }[] {
  const folder = dirname(file).split('/').slice(0, 2).join('/');
  return findAvoidedWords(textOf(join(root, file)), file.endsWith('.md')).map(({ line, column, text, instead }) => ({
    folder,
    message: `${file}:${line}:${column} "${text}". Write: ${instead}.`,
  }));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Deleted, but not committed yet.
    return '';
  }
}
