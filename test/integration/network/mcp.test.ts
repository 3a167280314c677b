import { expect, onTestFinished, test } from 'vitest';
import { useNetwork } from '../../../runtime/network/use-network.ts';
import { notesOf, project, runAgent } from '../../equipment/runtime/agent-run.ts';
import { startEverythingOverHttp } from '../everything-server.ts';
import { HOST, startProxy } from './servers.ts';

test('MCP over HTTP uses the proxy, too', async () => {
  const { port } = await startEverythingOverHttp();
  const through = await startProxy({ authorization: 'Basic bWU6cHc=' });
  useNetwork({ proxy: `http://127.0.0.1:${through.port}`, authorization: 'Basic bWU6cHc=' }, {});
  onTestFinished(() => useNetwork({}, {}));
  const servers = { remote: { type: 'http', url: `http://${HOST}:${port}/mcp` } };
  const folder = project({ main: { tools: ['remote/echo'] } }, { '.vscode/mcp.json': JSON.stringify({ servers }) });
  const result = await runAgent(folder, { says: [{ calls: [['echo', { message: 'far' }]] }, { text: 'done' }] });
  expect(notesOf(result)).toEqual([]);
  expect(result.of('tool_result')[0]?.result).toMatchObject({ content: [{ text: 'Echo: far' }] });
  expect(through.requests).toContain(`POST http://${HOST}:${port}/mcp`);
});
