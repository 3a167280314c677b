import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { useNetwork } from '../../../runtime/network/use.ts';
import { notesOf, project, runAgent } from '../../../runtime/testing/agent-run.ts';
import { HOST, proxy } from './servers.ts';

/** A real MCP server, from npm. */
const EVERYTHING = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

async function startServer(): Promise<number> {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill());
  await new Promise((resolve) => child.stderr.on('data', (text) => /listening/i.test(String(text)) && resolve(text)));
  return port;
}

test('MCP over HTTP goes through the proxy, too', async () => {
  const port = await startServer();
  const through = await proxy({ authorization: 'Basic bWU6cHc=' });
  useNetwork({ proxy: `http://127.0.0.1:${through.port}`, authorization: 'Basic bWU6cHc=' }, {});
  onTestFinished(() => useNetwork({}, {}));
  const servers = { remote: { type: 'http', url: `http://${HOST}:${port}/mcp` } };
  const folder = project({ main: { tools: ['remote/echo'] } }, { '.vscode/mcp.json': JSON.stringify({ servers }) });
  const ran = await runAgent(folder, { says: [{ calls: [['echo', { message: 'far' }]] }, { text: 'done' }] });
  expect(notesOf(ran)).toEqual([]);
  expect(ran.of('tool_result')[0]?.result).toMatchObject({ content: [{ text: 'Echo: far' }] });
  expect(through.asked).toContain(`POST http://${HOST}:${port}/mcp`);
});
