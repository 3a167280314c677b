import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mcpSource } from '../../../runtime/tools/mcp/mcp-source.ts';
import { notesOf, project, runAgent } from '../../equipment/runtime/agent-run.ts';
import { faultsOf } from '../../equipment/runtime/run-once.ts';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { type Line, type ScriptedCall, scriptedModel } from '../../equipment/runtime/scripted-model.ts';
import { EVERYTHING, startEverythingOverHttp } from '../everything-server.ts';

const steps = (...lists: readonly (readonly ScriptedCall[])[]): Line[] => [
  ...lists.map((calls) => ({ calls })),
  { text: 'done' },
];

/** A variable in VS Code's syntax. */
const variable = (name: string): string => `\${${name}}`;

/** Creates a project whose agent has `tools`, with `servers` in .vscode/mcp.json, in which VS Code allows comments. */
const createProject = (servers: object, tools: readonly string[]): string =>
  project(
    { main: { tools } },
    { '.vscode/mcp.json': `// Servers\n${JSON.stringify({ servers }).replace(/}$/, ',}')}` },
  );
const stdio = (more: object = {}) => ({ command: process.execPath, args: [EVERYTHING], ...more });
const toolsOf = (result: Awaited<ReturnType<typeof runAgent>>, request = 0): string[] =>
  (result.model.requests[request]?.tools ?? []).map((tool) => tool.name);

/** A server whose list of tools is not checked. */
const SERVER = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  if (method === 'initialize')
    return answer({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } });
  if (method === 'tools/list') return answer({ tools: JSON.parse(process.env.TOOLS), nextCursor: null });
  answer({ content: [{ type: 'text', text: 'called ' + params.name }] });
});`;
const withTools = (tools: readonly object[]) => stdio({ args: ['-e', SERVER], env: { TOOLS: JSON.stringify(tools) } });
const OBJECT = { type: 'object' };

describe('a server with tools that no model accepts', () => {
  test('names are converted, and the server gets its own', async () => {
    const names = ['calendar.respond', 'calendar_respond', 'profile/update', 'n'.repeat(80)];
    const folder = createProject({ odd: withTools(names.map((name) => ({ name, inputSchema: OBJECT }))) }, ['odd/*']);
    const result = await runAgent(folder, {
      says: steps([
        ['calendar_respond_2', {}],
        ['calendar_respond', {}],
        ['profile/update', {}],
      ]),
    });
    const used = ['calendar_respond_2', 'calendar_respond', 'profile_update', 'n'.repeat(64)];
    expect(toolsOf(result)).toEqual(used);
    expect(result.of('tool_result').map((event) => JSON.stringify(event.result))).toEqual([
      expect.stringContaining('called calendar.respond'),
      expect.stringContaining('called calendar_respond'),
      expect.stringContaining('called profile/update'),
    ]);
    expect(notesOf(result)).toEqual([
      expect.stringMatching(
        /^Renamed tools .*: calendar\.respond is calendar_respond_2, profile\/update is profile_update, n{80} is n{64}\.$/,
      ),
    ]);
  });

  test.each([
    ['odd/profile/update', 'profile_update'],
    ['odd/calendar.respond', 'calendar_respond'],
    ['odd/calendar_respond', 'calendar_respond'],
  ])('%s offers that tool', async (written, expected) => {
    const tools = ['calendar.respond', 'profile/update'].map((name) => ({ name, inputSchema: OBJECT }));
    const result = await runAgent(createProject({ odd: withTools(tools) }, [written]), { says: steps() });
    expect(toolsOf(result)).toEqual([expected]);
  });

  test('an invalid tool costs itself alone, and is named with the reason', async () => {
    const tools = [
      { name: 'first', inputSchema: OBJECT, description: null },
      { name: 'untyped', inputSchema: { properties: {} } },
      { name: 'wrong', inputSchema: { type: 'object', properties: { x: { type: 'str' } } } },
      { inputSchema: OBJECT },
      { name: 'last', inputSchema: OBJECT, outputSchema: 7 },
    ];
    const result = await runAgent(createProject({ odd: withTools(tools) }, ['odd/*']), { says: steps([['last', {}]]) });
    expect(toolsOf(result)).toEqual(['first', 'last']);
    expect(result.codes).toEqual(['-']);
    expect(notesOf(result)).toEqual([
      "Left out the tool 'untyped' of the MCP server 'odd': its inputSchema has no type, which must be 'object'.",
      "Left out the tool 'wrong' of the MCP server 'odd': its inputSchema is invalid: properties.x has the type \"str\".",
      "Left out a tool of the MCP server 'odd': it has no name.",
    ]);
  });

  test('a schema without properties gets an empty table', async () => {
    const tools = [
      { name: 'bare', inputSchema: OBJECT },
      { name: 'open', inputSchema: { ...OBJECT, additionalProperties: true } },
    ];
    const result = await runAgent(createProject({ odd: withTools(tools) }, ['odd/*']), { says: steps() });
    expect(result.model.requests[0]?.tools).toMatchObject([
      { inputSchema: { type: 'object', properties: {} } },
      { inputSchema: { type: 'object', properties: {}, additionalProperties: true } },
    ]);
  });
});

describe('a real server over stdio', () => {
  test('server/* offers its tools; results reach the model, text as text, images as files', async () => {
    const folder = createProject({ everything: stdio() }, ['everything/*']);
    const result = await runAgent(folder, {
      says: steps([
        ['echo', { message: 'hi' }],
        ['get-tiny-image', {}],
      ]),
    });
    expect(notesOf(result)).toEqual([]);
    expect(toolsOf(result)).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']));
    expect(result.of('tool_result').find((event) => event.tool === 'echo')?.result).toMatchObject({
      content: [{ type: 'text', text: 'Echo: hi' }],
    });
    const toolMessage = result.model.requests[1]?.prompt.at(-1);
    expect(toolMessage).toMatchObject({
      role: 'tool',
      content: [
        { output: { type: 'text', value: 'Echo: hi' } },
        {
          output: {
            type: 'content',
            value: expect.arrayContaining([expect.objectContaining({ type: 'file', mediaType: 'image/png' })]),
          },
        },
      ],
    });
    expect(faultsOf(result)).toEqual([]);
  });

  test('server/tool offers only that tool; an unknown tool is reported in a note', async () => {
    const folder = createProject({ everything: stdio() }, ['everything/echo', 'everything/nope']);
    const result = await runAgent(folder, { says: steps() });
    expect(toolsOf(result)).toEqual(['echo']);
    expect(notesOf(result)).toEqual([
      expect.stringMatching(/^everything\/nope: the server has no such tool; available: .*echo/),
    ]);
  });

  test('an error of its tool, including invalid arguments, is sent to the model', async () => {
    const folder = createProject({ everything: stdio() }, ['everything/get-sum']);
    const result = await runAgent(folder, { says: steps([['get-sum', { a: 'x' }]]) });
    expect(result.codes).toEqual(['MCP_TOOL_ERROR']);
    expect(JSON.stringify(result.of('tool_result')[0]?.result)).toMatch(/Invalid arguments|expected number/i);
  });

  test('gets a clean environment, plus the variables in the file', async () => {
    process.env.SECRET_OF_OURS = 'never-passed-on';
    process.env.TOKEN_FOR_IT = 'passed-on-by-name';
    onTestFinished(() => {
      delete process.env.SECRET_OF_OURS;
      delete process.env.TOKEN_FOR_IT;
    });
    const folder = createProject({ everything: stdio({ env: { GIVEN: variable('env:TOKEN_FOR_IT') } }) }, [
      'everything/get-env',
    ]);
    const result = await runAgent(folder, { says: scriptedModel(steps([['get-env', {}]])) });
    const seen = JSON.stringify(result.model.requests[1]?.prompt.at(-1));
    expect(seen).toContain('GIVEN');
    expect(seen).toContain('passed-on-by-name');
    expect(seen).not.toContain('never-passed-on');
    // The journal contains neither.
    expect(JSON.stringify(result.events)).not.toContain('passed-on-by-name');
  });

  /** A server in one file, which answers the handshake with `capabilities`, and then behaves as in `on`. */
  const createServer = (on: string, capabilities = '{ tools: {} }'): string =>
    project(
      { main: { tools: ['odd/*'] } },
      {
        '.vscode/mcp.json': JSON.stringify({ servers: { odd: { command: process.execPath, args: ['odd.mjs'] } } }),
        'odd.mjs': `
          let buffer = '';
          const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
          process.stdin.on('data', (data) => {
            buffer += data;
            for (let end; (end = buffer.indexOf('\\n')) >= 0; buffer = buffer.slice(end + 1)) {
              const { id, method, params } = JSON.parse(buffer.slice(0, end));
              if (method === 'initialize') answer(id, { protocolVersion: params.protocolVersion, capabilities: ${capabilities}, serverInfo: { name: 'x', version: '1' } });
              ${on}
            }
          });`,
      },
    );

  test('a server without tools: a note, and no client output on standard output', async () => {
    const printed = vi.spyOn(console, 'debug');
    const result = await runAgent(createServer('', '{}'), { says: steps() });
    expect([notesOf(result), printed.mock.calls]).toEqual([["The MCP server 'odd' offers no tools."], []]);
    printed.mockRestore();
  });

  test('a server that never lists its tools delays only one model call', async () => {
    const folder = createServer('');
    const server = { kind: 'stdio', command: process.execPath, args: ['odd.mjs'], cwd: folder, env: {} } as const;
    const source = mcpSource({ name: 'odd', server, note: () => undefined, connectMs: 3000 });
    onTestFinished(() => source.close?.());
    const step = {} as Parameters<typeof source.list>[0];
    expect((await source.list(step)).notes).toEqual([expect.stringMatching(/does not list its tools/)]);
    const started = performance.now();
    expect((await source.list(step)).tools).toEqual([]);
    expect(performance.now() - started).toBeLessThan(scaledLimit(1000));
  });

  test('a server that sends too large a message is reported in a note, and its tools return errors', async () => {
    const folder = createServer(`
      if (method === 'tools/list') answer(id, { tools: [{ name: 'big', inputSchema: { type: 'object' } }] });
      if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: 'x'.repeat(11_000_000) }] });`);
    const result = await runAgent(folder, { says: steps([['big', {}]], [['big', {}]]), guards: 'off' });
    expect(notesOf(result)).toEqual([expect.stringMatching(/exited: it sent more than 10 MiB in one message/)]);
    expect(result.codes).toEqual(['MCP_ERROR', 'MCP_SERVER_GONE']);
  });

  test('a server that dies is reported in a note, and its tools return errors', async () => {
    const folder = createServer(`
      if (method === 'tools/list') answer(id, { tools: [{ name: 'boom', inputSchema: { type: 'object' } }, { name: 'wipe', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } }] });
      if (method === 'tools/call') process.stderr.write('out of luck\\n', () => process.exit(1));`);
    const result = await runAgent(folder, { says: steps([['boom', {}]], [['boom', {}]]), guards: 'off' });
    expect(result.codes).toEqual(['MCP_ERROR', 'MCP_SERVER_GONE']);
    expect(notesOf(result)).toEqual(["The MCP server 'odd' exited: out of luck. Its tools return errors from now on."]);
    expect(result.finished.reason).toBe('final');
    expect(faultsOf(result)).toEqual([]);
    // Calls that a server marks as destructive wait for the user.
    expect((await runAgent(folder, { says: steps([['wipe', {}]]) })).finished.reason).toBe('paused');
  });

  test('its process exits with the run, even if the run is cancelled during a call', async () => {
    const controller = new AbortController();
    let startTime = 0;
    const folder = createProject({ everything: { command: process.execPath, args: ['noted.mjs'] } }, ['everything/*']);
    const pidFile = join(folder, 'pid');
    writeFileSync(
      join(folder, 'noted.mjs'),
      `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(pidFile)}, String(process.pid));\nawait import(${JSON.stringify(EVERYTHING)});\n`,
    );
    const result = await runAgent(folder, {
      says: steps([['trigger-long-running-operation', { duration: 30, steps: 3 }]]),
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type !== 'tool_call') return;
        setTimeout(() => {
          startTime = performance.now();
          controller.abort();
        }, 300);
      },
    });
    expect(performance.now() - startTime).toBeLessThan(scaledLimit(200));
    expect(result.finished.reason).toBe('cancelled');
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), { timeout: 20_000 });
  });
});

describe('unusable servers are reported, and the run continues', () => {
  test.each<[string, object, string, RegExp]>([
    [
      'an unknown server',
      { other: stdio() },
      'nope/*',
      /^nope\/\*: .*mcp\.json has no server 'nope'; available: other\. Tools of VS Code/,
    ],
    [
      'a tool of VS Code',
      {},
      'search/codebase',
      /^search\/codebase: .* Tools of VS Code's own chat are not available here\.$/,
    ],
    [
      'an unknown command',
      { bad: { command: '/no/such/program' } },
      'bad/*',
      /^The MCP server 'bad': cannot connect: .*ENOENT/,
    ],
    [
      'a server that exits immediately',
      { bad: { command: process.execPath, args: ['-e', 'console.error("no luck today");process.exit(3)'] } },
      'bad/*',
      /cannot connect: .*Its standard error: no luck today/,
    ],
    [
      'an input that only VS Code can request',
      { bad: { command: 'x', env: { KEY: variable('input:key') } } },
      'bad/*',
      /requires \$\{input:key\}, which only VS Code can fill in/,
    ],
    [
      'an unset variable',
      { bad: { command: 'x', env: { KEY: variable('env:NO_SUCH_VARIABLE_X') } } },
      'bad/*',
      /requires the environment variable NO_SUCH_VARIABLE_X, which is not set/,
    ],
    ['neither command nor url', { bad: {} }, 'bad/*', /has neither a command nor a url/],
    ['an address with another scheme', { bad: { url: 'file:///etc/passwd' } }, 'bad/*', /has no http\(s\) address/],
    ['args that are not a list', { bad: { command: 'x', args: 'y' } }, 'bad/*', /the server 'bad': args: /],
  ])('%s', async (_, servers, tool, message) => {
    const result = await runAgent(createProject(servers, [tool]), { says: steps() });
    expect(notesOf(result)).toEqual([expect.stringMatching(message)]);
    expect(result.finished.reason).toBe('final');
  });

  test('a file that is not JSON', async () => {
    const result = await runAgent(project({ main: { tools: ['a/*'] } }, { '.vscode/mcp.json': '{' }), {
      says: steps(),
    });
    expect(notesOf(result)).toEqual([expect.stringMatching(/mcp\.json: it is not JSON/)]);
  });

  test('untrusted: nothing is started', async () => {
    const result = await runAgent(createProject({ everything: stdio() }, ['everything/*']), {
      says: steps(),
      trusted: false,
    });
    expect(notesOf(result)).toEqual(['everything/*: not loaded, because the workspace is not trusted']);
    expect(result.model.requests[0]?.tools).toBeUndefined();
  });
});

describe('a real server over streamable HTTP', () => {
  async function start(): Promise<{ url: string; child: ChildProcess }> {
    const { port, child } = await startEverythingOverHttp();
    return { url: `http://127.0.0.1:${port}/mcp`, child };
  }

  test('offers tools and answers calls; after it dies, its tools return errors', async () => {
    const { url, child } = await start();
    const folder = createProject({ remote: { type: 'http', url } }, ['remote/echo']);
    const result = await runAgent(folder, {
      says: steps([['echo', { message: 'far' }]], [['echo', { message: 'gone' }]]),
      onEvent: (event) => {
        if (event.type === 'tool_result') child.kill('SIGKILL');
      },
    });
    expect(result.of('tool_result')[0]?.result).toMatchObject({ content: [{ text: 'Echo: far' }] });
    expect(result.codes[1]).toBe('MCP_ERROR');
    expect(result.finished.reason).toBe('final');
  });

  test('an unreachable server is reported in a note', async () => {
    const result = await runAgent(createProject({ remote: { url: 'http://127.0.0.1:9/mcp' } }, ['remote/*']), {
      says: steps(),
    });
    expect(notesOf(result)).toEqual([expect.stringMatching(/^The MCP server 'remote': cannot connect: /)]);
  });
});

test('[114] a tool that its server marks as read-only is read-only; any other may change something', async () => {
  const server = `
import { createInterface } from 'node:readline';
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const tool = (name, annotations) => ({ name, annotations, inputSchema: { type: 'object' } });
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } });
  else if (method === 'tools/list')
    answer(id, { tools: [tool('look', { readOnlyHint: true }), tool('write', { readOnlyHint: false }), tool('either')] });
  else if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: 'done' }] });
});`;
  const folder = createProject({ files: { command: process.execPath, args: ['files.mjs'] } }, ['files/*']);
  writeFileSync(join(folder, 'files.mjs'), server);
  const result = await runAgent(folder, { says: steps([['look', {}]], [['write', {}]], [['either', {}]]) });
  expect(result.of('tool_result').map(({ tool, changes }) => [tool, changes])).toEqual([
    ['look', undefined],
    ['write', true],
    ['either', true],
  ]);
});
