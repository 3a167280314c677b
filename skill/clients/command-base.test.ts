import { expect, it } from 'vitest';
import { commandBaseOf } from './command-base.ts';
import { CLIENTS } from './table.ts';

it('derives the base folder of commands from the working directory and the instructions of the client', () => {
  const bases = CLIENTS.map((client) => [client.id, commandBaseOf(client)]);
  expect(Object.fromEntries(bases)).toMatchObject({
    'claude-code': 'fails',
    vscode: 'fails',
    codex: 'resolved',
    'copilot-cli': 'fails',
    'gemini-cli': 'fails',
    cursor: 'unknown',
    opencode: 'resolved',
    pi: 'resolved',
    adk: 'works',
  });
});
