import { expect, it, onTestFinished } from 'vitest';
import { createChance } from '../../runtime/random.ts';
import { sample } from '../../test/equipment/skill/long.ts';
import { acceptedMisspelt, findOptionalFields, inOwnStatements, startCompiler } from './misspelt-fields.ts';

/** Opens the whole product, and checks every fourth file of it, or all of them: up to half a minute of one processor. */
const TIMEOUT = 600_000;

it('the compiler refuses an optional field that is misspelt at a random place', { timeout: TIMEOUT }, () => {
  const random = createChance(50);
  const compiler = startCompiler();
  onTestFinished(() => compiler[Symbol.dispose]());
  const fields = findOptionalFields(compiler, (files) => sample(files, 4));
  const shuffled = fields
    .map((field) => ({ field, key: random.int(1_000_000) }))
    .sort((a, b) => a.key - b.key)
    .map(({ field }) => field);
  const chosen = inOwnStatements(shuffled);
  expect(chosen.length).toBeGreaterThan(50);
  const accepted = acceptedMisspelt(compiler, chosen).map(
    ({ file, text, start, name }) => `${file}:${text.slice(0, start).split('\n').length} ${name}`,
  );
  // A misspelt field there is left out silently. Give the function a return type, the constant a type, or pass the object
  // to `defined`.
  expect(accepted).toEqual([]);
});
