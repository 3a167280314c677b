/**
 * Reports avoided words in comments, strings, identifiers and Markdown: `node scripts/lint/words.ts`, a part of
 * `npm run lint`. Exits 1 if there are any.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAvoidedWords } from './find-words.ts';

const root = join(import.meta.dirname, '../..');
/** Texts that are verbatim data, or lists of these very words. */
const EXEMPT =
  /^(?:bench\/history\/|scripts\/lint\/|CODE_OF_CONDUCT\.md$|skill\/clues\/other-languages\.ts$|skill\/clients\/copilot-cli\.ts$)|\/fixtures\//;

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => /\.(?:tsx?|mjs|cjs|md|yml)$|^package\.json$/.test(file));
const found = files
  .filter((file) => !EXEMPT.test(file))
  .flatMap((file) =>
    findAvoidedWords(textOf(join(root, file)), file.endsWith('.md')).map((word) => ({ file, ...word })),
  );
for (const { file, line, column, text, instead } of found)
  console.log(`${file}:${line}:${column} "${text}". Write: ${instead}.`);
console.log(`Words to avoid: ${found.length} in ${files.length} files.`);
if (found.length > 0) process.exitCode = 1;

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Deleted, but not committed yet.
    return '';
  }
}
