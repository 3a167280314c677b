import { expect, it } from 'vitest';
import { faultsOfMessage } from './server.ts';

const PATH = `\`references/${'long-'.repeat(30)}name.md\``;

it.each([
  ['Add the file. Nothing has it.', []],
  ['`name` is missing.', []],
  [`Add ${PATH}.`, []],
  [`Add ${PATH}${' and more'.repeat(13)}.`, ['shorten it to 160 characters']],
  [`Add ${'a file, '.repeat(20)}.`, ['shorten it to 160 characters']],
  ['add the file', ['start with a capital letter', 'end with a period']],
])('finds faults in the form of the message %j', (message, faults) => {
  expect(faultsOfMessage(message)).toEqual(faults);
});
