import { expect, it } from 'vitest';
import { faultsOfMessage } from './server.ts';

const PATH = `\`references/${'long-'.repeat(30)}name.md\``;

it.each([
  ['Nothing has the file. Add it.', []],
  ['Add the file. Nothing has it.', ['state the fact first, then what to do']],
  ['Did you mean `b.md`? There is no `a.md`.', ['state the fact first, then what to do']],
  [
    `Of all the files that the folder of the skill has, this one is ${PATH}.`,
    ['name what it is about in the first 60 characters'],
  ],
  ['`name` is missing.', []],
  [`Only ${PATH}.`, []],
  [`Only ${PATH}${' and more'.repeat(13)}.`, ['shorten it to 160 characters']],
  [`Only ${'a file, '.repeat(20)}.`, ['shorten it to 160 characters']],
  ['only the file', ['start with a capital letter', 'end with a period']],
])('finds faults in the form of the message %j', (message, faults) => {
  expect(faultsOfMessage(message)).toEqual(faults);
});
