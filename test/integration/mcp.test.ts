/** The MCP server as clients start it, over real standard input and output. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, test } from 'vitest';
import { manifest, temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { isLong } from '../equipment/skill/long.ts';
import { CLI } from './run-support.ts';

const MAX_BYTES = 4096;
const MESSAGES = isLong ? 10_000 : 2_000;

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const MENU = 'references/menu.md';
const BREW = {
  'SKILL.md': manifest('brew', 'Read `references/menus.md` first. For the prices, see the price list.\n'),
  [MENU]: 'Teas. See [prices](prices.md).\n',
  'references/prices.md': '1\n',
};

function workspace(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(temporaryFolder());
  const brew = Object.entries(BREW).map(([file, text]) => [`site/.claude/skills/brew/${file}`, text]);
  writeFiles(folder, {
    ...Object.fromEntries(brew),
    'site/.git/HEAD': '',
    'secret/SKILL.md': manifest('secret', 'SECRET\n'),
    ...files,
  });
  return folder;
}

interface Options {
  readonly cwd: string;
  readonly args?: readonly string[];
  /** The folders that the client names, when it is asked. */
  readonly roots?: () => readonly string[];
  readonly era?: 'legacy' | 'auto';
}

async function connect({ cwd, args = [], roots, era = 'legacy' }: Options): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...args],
    cwd,
    stderr: 'inherit',
  });
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: roots === undefined ? {} : { roots: { listChanged: true } },
      versionNegotiation: { mode: era },
    },
  );
  if (roots !== undefined)
    client.setRequestHandler('roots/list', () => ({
      roots: roots().map((path) => ({ uri: pathToFileURL(path).href })),
    }));
  await client.connect(transport);
  opened.push(client);
  return client;
}

const next = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** Calls a tool; the SDK's client compares the result with the schema. */
async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [first] = content as readonly { readonly type: string; readonly text?: string }[];
  const text = first?.text ?? '';
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
  expect(Buffer.byteLength(JSON.stringify(structuredContent ?? {}))).toBeLessThanOrEqual(MAX_BYTES);
  return { text, isError: isError === true, result: (structuredContent ?? {}) as Readonly<Record<string, unknown>> };
}

describe.each(['legacy', 'auto'] as const)('a client of the era %s', (era) => {
  test('lists the tools with schemas and annotations', async () => {
    const client = await connect({ cwd: join(workspace(), 'site'), era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['check_skills', 'fix_skills', 'explain_path', 'preview_skill']);
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toMatchObject({
        readOnlyHint: name !== 'fix_skills',
        destructiveHint: false,
        openWorldHint: false,
      });
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
    }
  });

  test('calls every tool', async () => {
    const site = join(workspace(), 'site');
    const client = await connect({ cwd: site, era });
    const checked = await call(client, 'check_skills', { path: '.' });
    expect(checked.result).toMatchObject({
      root: site,
      skills: 1,
      errors: 1,
      findings: [
        {
          code: 'reference.missing',
          severity: 'error',
          file: '.claude/skills/brew/SKILL.md',
          line: 5,
          fix: {
            edits: [
              {
                line: 5,
                old: '`references/menus.md`',
                new: '`references/menu.md`',
              },
            ],
          },
        },
        { code: 'reference.guessable', severity: 'warning' },
      ],
    });
    expect(checked.text).toContain('.claude/skills/brew/SKILL.md:5 error reference.missing: ');

    const explained = await call(client, 'explain_path', { skill: '.claude/skills/brew', path: 'references/menus.md' });
    expect(explained.result).toMatchObject({
      answer: 'missing',
      nearest: [MENU],
      written: [{ file: '.claude/skills/brew/SKILL.md', line: 5 }],
    });
    const exists = await call(client, 'explain_path', { skill: '.claude/skills/brew/SKILL.md', path: MENU });
    expect(exists.result).toMatchObject({ answer: 'exists', file: `.claude/skills/brew/${MENU}` });

    const preview = await call(client, 'preview_skill', { skill: '.claude/skills/brew', client: 'claude-code' });
    expect(preview.result).toMatchObject({ offered: true, entry: expect.stringContaining('brew'), from: 0 });
    expect(preview.text).toContain('Read `references/menus.md` first.');

    const fixed = await call(client, 'fix_skills', { path: '.claude/skills/brew' });
    expect(fixed.result).toMatchObject({
      fixes: 0,
      diff: '',
      errors: 1,
      left: [{ code: 'reference.missing' }, { code: 'reference.guessable' }],
    });
  });

  test('names the folders that may be read', async () => {
    const folder = workspace();
    const [site, secret] = [join(folder, 'site'), join(folder, 'secret')];
    let roots = [site];
    const client = await connect({ cwd: secret, roots: () => roots, era });
    expect((await call(client, 'check_skills', { path: '.claude/skills' })).result).toMatchObject({ root: site });
    for (const path of [secret, '../secret', join(site, '..', 'secret')]) {
      const refused = await call(client, 'check_skills', { path });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('is outside of the folders') });
    }
    roots = [secret];
    if (era === 'legacy') await client.sendRootsListChanged();
    expect((await call(client, 'check_skills', { path: '.' })).result).toMatchObject({ root: secret });
    expect(await call(client, 'check_skills', { path: site })).toMatchObject({ isError: true });
    roots = [];
    if (era === 'legacy') await client.sendRootsListChanged();
    expect(await call(client, 'check_skills', { path: '.' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('--root'),
    });
  });
});

test('--root takes the place of the folders of the client', async () => {
  const folder = workspace();
  const client = await connect({
    cwd: folder,
    args: ['--root', 'site', '--root', join(folder, 'absent')],
    roots: () => [join(folder, 'secret')],
  });
  expect((await call(client, 'check_skills', { path: '.' })).result).toMatchObject({ root: join(folder, 'site') });
  expect(await call(client, 'check_skills', { path: join(folder, 'secret') })).toMatchObject({ isError: true });
});

test('reads the folder that Codex sends with a call, if it names no roots', async () => {
  const folder = workspace();
  const client = await connect({ cwd: join(folder, 'secret') });
  const sandboxCwd = pathToFileURL(join(folder, 'site')).href;
  const { structuredContent } = await client.callTool({
    name: 'check_skills',
    arguments: { path: '.claude/skills/brew' },
    _meta: { 'codex/sandbox-state-meta': { sandboxCwd } },
  });
  expect(structuredContent).toMatchObject({ root: join(folder, 'site'), skills: 1 });
  const named = await connect({ cwd: folder, roots: () => [join(folder, 'secret')] });
  const { isError } = await named.callTool({
    name: 'check_skills',
    arguments: { path: '.claude/skills/brew' },
    _meta: { 'codex/sandbox-state-meta': { sandboxCwd } },
  });
  expect(isError).toBe(true);
});

test('applies the certain fixes, and returns their diff and what is left', async () => {
  const site = join(workspace(), 'site');
  const file = join(site, '.claude/skills/card/SKILL.md');
  const before =
    '---\nname: card\ndescription: Writes a card: title, text. Use when the user wants a card.\n---\n\nRead `references/none.md`.\n';
  writeFiles(site, { '.claude/skills/card/SKILL.md': before, '.claude/skills/card/references/nine.md': 'x' });
  symlinkSync(join(site, '.claude/skills/card'), join(site, '.claude/skills/linked'));
  const client = await connect({ cwd: site });
  const { result, text } = await call(client, 'fix_skills', { path: '.claude/skills/card' });
  expect(result).toMatchObject({ fixes: 1, files: 1 });
  expect(String(result.diff)).toContain('-description: Writes a card: title, text.');
  expect(String(result.diff)).toContain('+description: "Writes a card: title, text.');
  expect(text).toContain('1 finding fixed in 1 file.');
  const after = readFileSync(file, 'utf8');
  expect(after).toBe(before.replace(/description: (.*)/, 'description: "$1"'));
  expect((await call(client, 'fix_skills', { path: '.claude/skills/card' })).result).toMatchObject({ fixes: 0 });
});

test('a long diff comes in parts, and is written once', async () => {
  const site = join(workspace(), 'site');
  const skills = Array.from({ length: 30 }, (_, index) => [
    `.claude/skills/card-${index}/SKILL.md`,
    `---\nname: card-${index}\ndescription: Writes card ${index}: title, text. Use when the user wants card ${index}.\n---\n\nHi.\n`,
  ]);
  writeFiles(site, Object.fromEntries(skills));
  const client = await connect({ cwd: site });
  let diff = '';
  let cursor: string | undefined;
  do {
    const { result } = await call(client, 'fix_skills', { path: '.', ...next(cursor) });
    expect(result).toMatchObject({ fixes: 30, files: 30 });
    diff += String(result.diff);
    cursor = result.cursor as string | undefined;
  } while (cursor !== undefined);
  expect(diff.match(/^\+description: "/gm)).toHaveLength(30);
  expect(await call(client, 'fix_skills', { path: '.', cursor: '5.nonsense' })).toMatchObject({ isError: true });
});

test('writes through no link, and nothing outside', async () => {
  const folder = workspace();
  const broken = '---\nname: card\ndescription: Writes a card: title. Use when the user wants one.\n---\n\nHi.\n';
  writeFiles(folder, { 'outside/card/SKILL.md': broken, 'site/.claude/skills/own/keep.md': 'x' });
  symlinkSync(join(folder, 'outside/card'), join(folder, 'site/.claude/skills/card'));
  symlinkSync(join(folder, 'outside/card/SKILL.md'), join(folder, 'site/.claude/skills/own/SKILL.md'));
  const client = await connect({ cwd: join(folder, 'site') });
  for (const path of ['.', '.claude/skills/card', '.claude/skills/own', '.claude/skills/own/SKILL.md'])
    for (const tool of ['fix_skills', 'check_skills'])
      expect(JSON.stringify(await call(client, tool, { path })), path).not.toContain('Writes a card');
  const preview = { skill: '.claude/skills/own', client: 'codex' };
  expect(JSON.stringify(await call(client, 'preview_skill', preview))).not.toContain('Writes a card');
  expect(readFileSync(join(folder, 'outside/card/SKILL.md'), 'utf8')).toBe(broken);
});

test('long answers come in parts, which together have every finding', async () => {
  const site = join(workspace(), 'site');
  const body = Array.from({ length: 150 }, (_, index) => `Read \`references/step-${index}.md\` at step ${index}.\n`);
  writeFiles(site, {
    '.claude/skills/long/SKILL.md': manifest('long', body.join('\n')),
    '.claude/skills/long/references/x.md': '',
  });
  const client = await connect({ cwd: site });
  const found: unknown[] = [];
  let cursor: string | undefined;
  let total = 0;
  do {
    const { result } = await call(client, 'check_skills', {
      path: '.claude/skills',
      ...next(cursor),
    });
    found.push(...(result.findings as unknown[]));
    total = Number(result.errors) + Number(result.warnings);
    cursor = result.cursor as string | undefined;
  } while (cursor !== undefined);
  expect(total).toBeGreaterThan(100);
  expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(total);
  const severities = found.map((one) => (one as { severity: string }).severity);
  expect(severities).toEqual(severities.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));

  const first = (await call(client, 'check_skills', { path: '.claude/skills' })).result;
  writeFileSync(join(site, '.claude/skills/long/SKILL.md'), manifest('long', 'Nothing.\n'));
  expect(await call(client, 'check_skills', { path: '.claude/skills', cursor: first.cursor })).toMatchObject({
    isError: true,
    text: expect.stringContaining('without a cursor'),
  });

  const text = Array.from({ length: 900 }, (_, index) => `Line ${index} of this long skill ✓.\n`).join('');
  writeFileSync(join(site, '.claude/skills/long/SKILL.md'), manifest('long', text));
  let all = '';
  cursor = undefined;
  do {
    const args = { skill: '.claude/skills/long', client: 'codex', ...next(cursor) };
    const { result } = await call(client, 'preview_skill', args);
    all += result.text;
    cursor = result.cursor as string | undefined;
  } while (cursor !== undefined);
  expect(all).toBe(readFileSync(join(site, '.claude/skills/long/SKILL.md'), 'utf8'));
});

test('answers 20 simultaneous calls', async () => {
  const site = join(workspace(), 'site');
  const client = await connect({ cwd: site });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 4 === 0
        ? call(client, 'fix_skills', { path: '.' })
        : index % 4 === 1
          ? call(client, 'explain_path', { skill: '.claude/skills/brew', path: MENU })
          : index % 4 === 2
            ? call(client, 'preview_skill', { skill: '.claude/skills/brew', client: 'gemini-cli' })
            : call(client, 'check_skills', { path: '.' }),
    ),
  );
  expect(answers.map(({ isError }) => isError)).toEqual(Array(20).fill(false));
});

test('a root that vanishes has nothing, and is used again when it is back', async () => {
  const folder = workspace();
  const [site, moved] = [join(folder, 'site'), join(folder, 'moved')];
  const client = await connect({ cwd: folder, roots: () => [site] });
  expect((await call(client, 'check_skills', { path: '.' })).result).toMatchObject({ skills: 1 });
  renameSync(site, moved);
  expect(await call(client, 'check_skills', { path: '.' })).toMatchObject({ isError: true });
  symlinkSync(join(folder, 'secret'), site);
  expect(await call(client, 'check_skills', { path: '.' })).toMatchObject({ isError: true });
  rmSync(site);
  renameSync(moved, site);
  await client.sendRootsListChanged();
  expect((await call(client, 'check_skills', { path: '.' })).result).toMatchObject({ skills: 1 });
});

test('reports progress and ends when it is cancelled', async () => {
  const site = join(workspace(), 'site');
  const skills = Array.from({ length: 400 }, (_, index) => [
    `.claude/skills/s${index}/SKILL.md`,
    manifest(`s${index}`, `Read \`references/a${index}.md\` and the user guide.\n`.repeat(40)),
  ]);
  writeFiles(site, Object.fromEntries(skills));
  const client = await connect({ cwd: site });
  const abort = new AbortController();
  const seen: { progress: number; total?: number | undefined }[] = [];
  const cancelled = client.callTool(
    { name: 'check_skills', arguments: { path: '.' } },
    {
      signal: abort.signal,
      onprogress(one) {
        seen.push(one);
        abort.abort();
      },
    },
  );
  await expect(cancelled).rejects.toThrow();
  expect(seen[0]).toMatchObject({ total: 401 });
  expect(seen[0]?.progress).toBeLessThan(401);
  // It does not continue with the other skills.
  const { result } = await call(client, 'check_skills', { path: '.claude/skills/s1' });
  expect(result).toMatchObject({ skills: 1 });
});

test('nothing of a workspace runs', async () => {
  const folder = workspace();
  const site = join(folder, 'site');
  const canary = join(folder, 'ran');
  const script = `#!/bin/sh\ntouch '${canary}'\n`;
  writeFiles(site, {
    '.git/config': `[core]\n\tfsmonitor = "touch '${canary}'"\n\tpager = "touch '${canary}'"\n`,
    '.git/hooks/post-checkout': script,
    '.claude/skills/run/SKILL.md': manifest('run', `Run \`scripts/run.sh\`.\n\n!\`touch '${canary}'\`\n`),
    '.claude/skills/run/scripts/run.sh': script,
    '.claude/settings.json': JSON.stringify({
      hooks: { SessionStart: [{ hooks: [{ command: `touch '${canary}'` }] }] },
    }),
  });
  const client = await connect({ cwd: site });
  for (const [name, args] of [
    ['check_skills', { path: '.' }],
    ['fix_skills', { path: '.' }],
    ['explain_path', { skill: '.claude/skills/run', path: 'scripts/run.sh' }],
    ['preview_skill', { skill: '.claude/skills/run', client: 'claude-code' }],
  ] as const)
    expect(await call(client, name, args)).toMatchObject({ isError: false });
  expect(existsSync(canary)).toBe(false);
});

/** Starts the server without a client. */
function start(cwd: string): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [CLI, 'mcp'], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined);
  opened.push({ close: () => child.kill('SIGKILL') });
  return child;
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** Reads lines of standard output until one is the answer to a request. */
async function answerTo(child: ChildProcessWithoutNullStreams, id: string, lines: string[]): Promise<unknown> {
  let rest = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const line of parts) {
      const message = JSON.parse(line) as { readonly id?: unknown };
      if (message.id === id) return message;
    }
  }
  throw new Error(`the server ended before it answered ${id}`);
}

test(`survives ${MESSAGES} malformed messages, and prints nothing but messages`, async () => {
  const child = start(join(workspace(), 'site'));
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const valid = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'check_skills', arguments: { path: '.' } },
  });
  const values = ['null', '[]', '{}', '-1', '"x"', '1e999', 'true', '{"__proto__":{"a":1}}', `"${'y'.repeat(5000)}"`];
  const value = (): string => values[random(values.length)] ?? 'null';
  const makers: (() => string)[] = [
    () => valid.slice(0, random(valid.length)),
    () => valid.replace(/"check_skills"/, value()),
    () => valid.replace(/\{"path":"\."\}/, value()),
    () => valid.replace(/"path":"\."/, `"path":${value()}`),
    () => valid.replace(/"params":.*/, `"params":${value()}}`),
    () => valid.replace(/"id":1/, `"id":${value()}`),
    () => valid.replace(/"method":"tools\/call"/, `"method":${value()}`),
    () =>
      valid.replace(
        /"path":"\."/,
        `"path":${JSON.stringify(['../'.repeat(99), '\0', '/etc/passwd', '~', '%2e%2e'][random(5)])}`,
      ),
    () => value(),
    () => `[${valid},${value()}]`,
    () =>
      Buffer.from(Array.from({ length: random(200) }, () => random(256)))
        .toString('latin1')
        .replaceAll('\n', ' '),
    () => '{"a":'.repeat(random(3000)),
    () => valid.replace(/"path":"\."/, `"path":".","cursor":${value()}`),
    () => JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: random(9) } }),
    () => JSON.stringify({ jsonrpc: '2.0', id: random(9), result: {} }),
  ];
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  for (let round = 0; round < MESSAGES; round++) child.stdin.write(`${makers[round % makers.length]?.()}\n`);
  child.stderr.resume();
  const lines: string[] = [];
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'tools/list' })}\n`);
  expect(await answerTo(child, 'last', lines)).toMatchObject({ result: { tools: { length: 4 } } });
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(lines.join('\n')).not.toContain('root:x:0');
  child.stdin.end();
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
}, 120_000);

test('a client that never reads does not fill the memory, and gets every answer when it reads', async () => {
  const child = start(join(workspace(), 'site'));
  child.stderr.resume();
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  const count = 3000;
  for (let id = 0; id < count; id++)
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: { _meta: { fill: 'x'.repeat(2000) } } })}\n`,
    );
  // It stops to read, so that most of the requests wait in the pipe of the client.
  for (let before = -1; before !== child.stdin.writableLength; ) {
    before = child.stdin.writableLength;
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  expect(child.stdin.writableLength).toBeGreaterThan((count * 2000) / 2);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'ping' })}\n`);
  const lines: string[] = [];
  await answerTo(child, 'last', lines);
  const ids = new Set(lines.map((line) => (JSON.parse(line) as { id: unknown }).id));
  expect(Array.from({ length: count }, (_, id) => id).filter((id) => !ids.has(id))).toEqual([]);
}, 120_000);
