import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { readMcpServer } from './mcp-config.ts';

/** Creates a workspace with a server in VS Code's format. */
const variable = (name: string): string => `\${${name}}`;

beforeEach(() => {
  process.env.MCP_TEST_TOKEN = 'a-token-of-ours';
});
afterEach(() => {
  delete process.env.MCP_TEST_TOKEN;
});

function read(server: object, name = 's') {
  const folder = writeFiles(temporaryFolder(), {
    '.vscode/mcp.json': `{ // comments are allowed\n "servers": { "s": ${JSON.stringify(server)}, }, }`,
    'deep/x': '',
  });
  return { folder, result: readMcpServer(name, join(folder, 'deep')) };
}

test('substitutes variables; values from the environment are secrets, except common variables', () => {
  const { folder, result } = read({
    command: 'node',
    args: [`${variable('workspaceFolder')}/server.mjs`],
    env: { TOKEN: variable('env:MCP_TEST_TOKEN'), WHERE: variable('env:PATH'), N: 1, NONE: null },
  });
  expect(result).toEqual({
    kind: 'server',
    server: {
      kind: 'stdio',
      command: 'node',
      args: [`${folder}/server.mjs`],
      env: { TOKEN: 'a-token-of-ours', WHERE: process.env.PATH, N: '1' },
      cwd: folder,
    },
    file: join(folder, '.vscode', 'mcp.json'),
    secrets: expect.arrayContaining(['a-token-of-ours']),
  });
});

test('treats headers as secrets, with and without their scheme', () => {
  const { result } = read({ url: 'https://example.com/mcp', headers: { Authorization: 'Bearer written-here' } });
  expect(result).toMatchObject({
    kind: 'server',
    server: { kind: 'http', headers: { Authorization: 'Bearer written-here' } },
    secrets: ['Bearer written-here', 'written-here'],
  });
});

test('resolves a relative working directory from the workspace', () => {
  const { folder, result } = read({ command: 'x', cwd: 'deep' });
  expect(result).toMatchObject({ server: { cwd: join(folder, 'deep') } });
});

test.each(['toString', '__proto__', 'constructor'])('%s is not a server', (name) => {
  expect(read({ command: 'x' }, name).result).toMatchObject({ kind: 'unknown', known: ['s'] });
});
