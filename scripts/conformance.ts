/**
 * Writes `docs/conformance.md`: `npm run conformance`. Results are those of the last `npm test`, which leaves its reports in
 * `.cache/reports`; without them a test is "not run". Exits 1 where a statement has neither a test nor a note, or a test
 * that shows one failed.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomesOf, pageOf, readNotes, readStatements, readTests, unproven } from './lib/conformance.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.cache/reports');
const reports = existsSync(folder)
  ? readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  : [];
const statements = readStatements(root);
const tests = readTests(root);
const notes = readNotes(root);
const outcome = outcomesOf(root, reports);
writeFileSync(join(root, 'docs/conformance.md'), pageOf(statements, tests, notes, outcome));

const missing = unproven(statements, tests, notes);
const failed = tests.filter((test) => outcome(test) === 'failed');
const notRun = tests.filter((test) => outcome(test) === 'not run');
console.log(
  `${statements.length} statements, ${tests.length} titles that name them, ${notRun.length} of them not run.`,
);
for (const { number, text } of missing) console.log(`WITHOUT A TEST: ${number} ${text}`);
for (const { file, title } of failed) console.log(`FAILED: ${file} ${title}`);
if (missing.length + failed.length > 0) process.exitCode = 1;
