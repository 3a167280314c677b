import { expect, test } from 'vitest';
import { moduleQuestion } from './module-question.ts';
import { serverQuestion } from './server-question.ts';

const files = { root: '/none/tools.mjs', hash: 'h', files: new Map(), isComplete: true };

test.each([
  ['a module', moduleQuestion('tools.mjs', '/none/tools.mjs', files), 'Load the tools of tools.mjs?'],
  [
    'a server',
    serverQuestion('notes', '/none/.skillwright.json', {
      kind: 'stdio',
      command: 'notes-server',
      args: [],
      env: {},
      cwd: '/none',
    }),
    "Start the MCP server 'notes'?",
  ],
])('%s: the first line warns once that there is no sandbox, the second is the question', (_, { hint }, question) => {
  expect(hint.split('\n')).toEqual([expect.stringMatching(/^No sandbox: /), question]);
});
