/**
 * Misspells each optional field that the product's object literals set, and counts those that the compiler accepts:
 * `npm run bench:misspelt`. The unit test does it in one statement of each group that contain each other. Exits with 1 if
 * any is accepted.
 */
import {
  acceptedMisspelt,
  findOptionalFields,
  inOwnStatements,
  startCompiler,
} from '../scripts/lint/misspelt-fields.ts';

const compiler = startCompiler();
const all = findOptionalFields(compiler);
let left = all;
let accepted = 0;
while (left.length > 0) {
  const chosen = new Set(inOwnStatements(left));
  for (const { file, text, start, name } of acceptedMisspelt(compiler, [...chosen])) {
    accepted++;
    console.log(`accepted: ${file}:${text.slice(0, start).split('\n').length} ${name}`);
  }
  left = left.filter((one) => !chosen.has(one));
  console.log(`${all.length - left.length} of ${all.length}`);
}
compiler[Symbol.dispose]();
console.log(`${all.length} optional fields misspelt, ${all.length - accepted} refused, ${accepted} accepted`);
if (accepted > 0) process.exitCode = 1;
