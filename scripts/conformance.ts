/**
 * Writes `.cache/conformance.md`: `npm run conformance`, and `npm test` after its integration tests. Outcomes come from the
 * reports of the last `npm test` in `.cache/reports`. Exits 1 if a statement has neither a test nor a note, or if a test
 * that names a statement failed or was not run.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomesOf, pageOf, problemsIn, readNotes, readStatements, readTests } from './lib/conformance.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.cache/reports');
const reports = existsSync(folder)
  ? readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  : [];
const statements = readStatements(root);
const tests = readTests(root);
const notes = readNotes(root);
const outcome = outcomesOf(root, reports);
mkdirSync(join(root, '.cache'), { recursive: true });
writeFileSync(join(root, '.cache/conformance.md'), pageOf(statements, tests, notes, outcome));

const problems = problemsIn(statements, tests, notes, outcome);
for (const problem of problems) console.log(problem);
console.log(`${statements.length} statements, ${tests.length} tests that name them, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;
