import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { notesOf, project, runAgent } from '../equipment/runtime/agent-run.ts';
import { type Reply, startModelServer } from './run-server.ts';
import { type CliResult, createDemoSkill, createTemporaryFolder, runCli } from './run-support.ts';

/** Returns JSON with this many levels, without recursion. */
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const MARK = '[nested too deep]';

const MODULE = `
const deep = (levels) => { let value = 1; for (let i = 0; i < levels; i++) value = { a: value }; return value; };
export default {
  deep: { execute: ({ levels }) => ({ said: 'Here it is.', value: deep(levels) }) },
  keep: { execute: ({ levels }, { state }) => { state.set('kept', deep(levels)); return 'kept'; } },
  read: { execute: (_, { state }) => JSON.stringify(state.get('kept')).length },
  pay: { needsApproval: true, execute: () => 'paid' },
};`;

/** A minimal MCP server: its results are as deep as requested, and so is the definition of one of its tools. */
const SERVER = `
import { createInterface } from 'node:readline';
const nested = (levels) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const answer = (id, result) => process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":' + result + '}\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    answer(id, JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'deep', version: '1' } }));
  else if (method === 'tools/list')
    answer(id, '{"tools":[{"name":"look","inputSchema":{"type":"object"}},{"name":"odd","inputSchema":{"type":"object","properties":' + nested(3000) + '}}]}');
  else if (method === 'tools/call')
    answer(id, '{"content":[{"type":"text","text":"Here it is."}],"structuredContent":{"value":' + nested(params.arguments.levels) + '}}');
});`;

describe('results', () => {
  test.each([600, 5_000, 200_000])('of a module, %i levels deep: truncated; the run continues', async (levels) => {
    const folder = project({ main: { instruction: 'x', tools: ['./tools.mjs'] } }, { 'tools.mjs': MODULE });
    const result = await runAgent(folder, {
      says: [
        {
          calls: [
            ['deep', { levels }],
            ['keep', { levels }],
          ],
        },
        { calls: [['read', {}]] },
        { text: 'Done.' },
      ],
      secrets: ['a-secret-1234'],
    });
    expect(result.finished).toMatchObject({ reason: 'final', text: 'Done.' });
    const [deep] = result.of('tool_result').filter(({ tool }) => tool === 'deep');
    expect(deep?.result).toMatchObject({ said: 'Here it is.' });
    expect(JSON.stringify(deep?.result)).toContain(MARK);
    expect(JSON.stringify(result.model.requests.at(-1)?.prompt).length).toBeGreaterThan(0);
  });

  test.each([600, 5_000, 200_000])('of an MCP server, %i levels deep: its text is preserved', async (levels) => {
    const servers = { deep: { command: process.execPath, args: ['deep.mjs'] } };
    const files = { '.vscode/mcp.json': JSON.stringify({ servers }), 'deep.mjs': SERVER };
    const result = await runAgent(project({ main: { instruction: 'x', tools: ['deep/*'] } }, files), {
      says: [{ calls: [['look', { levels }]] }, { text: 'Done.' }],
    });
    expect(notesOf(result)).toEqual([
      "Left out the tool 'odd' of the MCP server 'deep': its inputSchema is nested more than 500 levels deep.",
    ]);
    expect(result.finished).toMatchObject({ reason: 'final', text: 'Done.' });
    expect(result.of('tool_result')[0]?.result).toMatchObject({ content: [{ type: 'text', text: 'Here it is.' }] });
    expect(JSON.stringify(result.of('tool_result')[0])).toContain(MARK);
  });
});

describe('a journal', () => {
  interface Paused {
    readonly journal: string;
    readonly pause: string;
    resume(...args: readonly string[]): Promise<CliResult>;
    replay(): Promise<CliResult>;
  }

  async function startPausedRun(replies: readonly Reply[]): Promise<Paused> {
    const cwd = createTemporaryFolder();
    mkdirSync(join(cwd, '.git'));
    writeFileSync(join(cwd, 'tools.mjs'), MODULE);
    const agents = { main: { instruction: 'Be brief.', tools: ['./tools.mjs'] } };
    writeFileSync(join(cwd, '.skillwright.json'), JSON.stringify({ agents }));
    const server = await startModelServer(replies);
    onTestFinished(() => server.close());
    const runs = join(cwd, 'runs');
    const options = { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache'), XDG_DATA_HOME: join(cwd, 'data') } };
    const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
    const more = ['--skills', createDemoSkill(), '--agent', 'main', '--runs', runs, '--json'];
    const first = await runCli(['run', 'Go.', ...model, ...more], options);
    expect(first.finished?.reason).toBe('paused');
    const run = first.ofType('run_started')[0]?.run ?? '';
    return {
      journal: join(runs, run, 'journal.jsonl'),
      pause: first.ofType('pause')[0]?.id ?? '',
      resume: (...args) => runCli(['resume', run, ...args, '--runs', runs, '--json'], options),
      replay: () => runCli(['replay', run, '--runs', runs, '--json'], options),
    };
  }

  /** Replaces each `"PLACE"` with deeply nested JSON. */
  const deepen = (journal: string, levels: number): void =>
    writeFileSync(journal, readFileSync(journal, 'utf8').replaceAll('"PLACE"', nested(levels)));

  test.each([7_000, 200_000])('with a result of %i levels resumes and replays', async (levels) => {
    const run = await startPausedRun([
      { calls: [['deep', { levels: 1, note: 'PLACE' }]] },
      { calls: [['pay', {}]] },
      { text: 'All done.' },
    ]);
    const text = readFileSync(run.journal, 'utf8');
    expect(text.split('"PLACE"')).toHaveLength(3);
    writeFileSync(run.journal, text.replace('{"a":1}', '"PLACE"'));
    deepen(run.journal, levels);
    const resumed = await run.resume('--approve', run.pause);
    expect(resumed.stderr).toBe('');
    expect([resumed.code, resumed.finished?.text]).toEqual([0, 'All done.']);
    const replayed = await run.replay();
    expect(replayed.stderr).toBe('');
    expect([0, 1]).toContain(replayed.code);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ prompts: [{ compared: expect.any(Number) }] });
  });

  test('never runs a call with truncated arguments', async () => {
    const run = await startPausedRun([{ calls: [['pay', { amount: 'PLACE' }]] }, { text: 'Then not.' }]);
    deepen(run.journal, 7_000);
    const resumed = await run.resume('--approve', run.pause);
    expect(resumed.ofType('tool_result')).toMatchObject([{ error_code: 'INVALID_ARGUMENTS' }]);
    expect([resumed.code, resumed.finished?.text]).toEqual([0, 'Then not.']);
  });
});
