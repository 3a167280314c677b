import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../../test/equipment/runtime/agent-run.ts';
import { readAgent } from '../agents/read-agent.ts';
import { codeParts, describeChanges } from './agent-code.ts';

const AGENTS = { main: { tools: ['./tools.mjs', 's/*'], agents: ['helper'] }, helper: { tools: ['s/one'] } };
const SERVER = { command: 'node', args: ['s.js', '--token', 'sk-canary-1'], env: { A: 'sk-canary-2', B: 'b' } };
const servers = (s: object | undefined): string => JSON.stringify({ servers: s === undefined ? {} : { s } });

function createProject(): string {
  return project(AGENTS, {
    '.vscode/mcp.json': servers(SERVER),
    'tools.mjs': "import './lib.mjs'; export default {};",
    'lib.mjs': '',
  });
}

async function codeOf(folder: string) {
  const read = await readAgent('main', folder);
  if (read.kind === 'failed') throw new Error(read.message);
  return codeParts([read.agent, ...read.team.values()]);
}

/** Returns the descriptions of this change. */
async function describeChange(change: (folder: string) => void): Promise<readonly string[]> {
  const folder = createProject();
  const before = await codeOf(folder);
  expect(JSON.stringify(before)).not.toContain('canary');
  change(folder);
  // In the form in which it is stored.
  return describeChanges(JSON.parse(JSON.stringify(before)), await codeOf(folder));
}

const withServer = (s: object | undefined) => (folder: string) =>
  writeFileSync(join(folder, '.vscode/mcp.json'), servers(s));
const withAgents = (agents: object) => (folder: string) =>
  writeFileSync(join(folder, '.skillwright.json'), JSON.stringify({ agents }));

test.each([
  ['nothing', () => undefined, []],
  [
    'the order of fields and variables',
    withServer({ env: { B: 'b', A: 'sk-canary-2' }, args: SERVER.args, command: SERVER.command }),
    [],
  ],
  ['a command', withServer({ ...SERVER, command: 'deno' }), ["the MCP server 's' has changed (command)"]],
  [
    'arguments and a secret',
    withServer({ ...SERVER, args: ['s.js', '--token', 'sk-canary-3'], env: { A: 'sk-canary-4' } }),
    ["the MCP server 's' has changed (arguments, environment)"],
  ],
  ['a folder', withServer({ ...SERVER, cwd: 'x' }), ["the MCP server 's' has changed (folder)"]],
  [
    'the kind of a server',
    withServer({ url: 'https://s.example/?key=sk-canary-5', headers: { a: 'sk-canary-6' } }),
    ["the MCP server 's' has changed (address, headers, command, arguments, environment, 1 more)"],
  ],
  ['a removed server', withServer(undefined), ["the MCP server 's' can no longer be read"]],
  [
    'a file of a module',
    (folder: string) => writeFileSync(join(folder, 'lib.mjs'), '//'),
    ['the module ./tools.mjs has changed (lib.mjs)'],
  ],
  [
    'a deleted module',
    (folder: string) => rmSync(join(folder, 'tools.mjs')),
    ['the module ./tools.mjs can no longer be read'],
  ],
  [
    'the agent',
    withAgents({ main: { tools: ['./more.mjs', 's/*'] } }),
    ['the module ./more.mjs is new', 'the module ./tools.mjs is no longer among its tools'],
  ],
])('names what changed without any secrets: %s', async (_, change, expected) => {
  expect(await describeChange(change)).toEqual(expected.length > 1 ? expect.arrayContaining([...expected]) : expected);
});
