import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDemoSkill, createTemporaryFolder, runCli } from '../run-support.ts';

const AGENTS = join(import.meta.dirname, '../../../examples/agents');

/** Runs an agent of the examples as docs/agents.md does: on the command line, with modules in separate processes. */
const play = (prompt: string, agent: string, ...more: string[]) =>
  runCli(['run', prompt, '--agent', agent, '--runs', createTemporaryFolder(), '--json', ...more], { cwd: AGENTS });

describe('examples/agents', () => {
  test('[74] analyst: a loaded skill adds a tool to the next model call of the same invocation', async () => {
    const { code, ofType, finished } = await play('What was sold in all?', 'analyst');
    expect(code).toBe(0);
    const offered = ofType('llm_request').map((event) => event.tools.includes('analyze_csv'));
    expect(offered).toEqual([false, false, true, true, true]);
    expect(ofType('tools_changed')).toMatchObject([{ added: ['analyze_csv'], removed: [], unresolved: [] }]);
    expect(ofType('tool_result').at(-1)).toMatchObject({ tool: 'analyze_csv', result: { total: 510.75 } });
    expect(finished?.text).toContain('510.75');
    expect(new Set(ofType('llm_request').map((event) => event.invocation)).size).toBe(1);
  });

  test('[79] dynamic: a custom toolset grows within an invocation, without any skill', async () => {
    const { code, ofType } = await play('How many words are these?', 'dynamic');
    expect(code).toBe(0);
    expect(ofType('llm_request').map((event) => event.tools)).toEqual([
      ['open_toolbox'],
      ['open_toolbox', 'count_words'],
      ['open_toolbox', 'count_words'],
    ]);
    expect(ofType('tool_result').at(-1)?.result).toEqual({ words: 5 });
  });

  test('[108] [109] editor: a skill that fails as a tool reports that retrying is useless', async () => {
    const { code, ofType } = await play('Write the notes for 2.4', 'editor', '--model', 'simulated/heeding');
    expect(code).toBe(0);
    const failed = ofType('tool_result').filter((event) => event.error_code === 'SKILL_TOOL_FAILED');
    expect(failed).toEqual([]);
    const weak = await play('Write the notes for 2.4', 'editor');
    const results = weak.ofType('tool_result').filter((event) => event.tool === 'skills__release-writer');
    expect(results.map((event) => event.error_code)).toEqual(['SKILL_TOOL_FAILED', 'SKILL_TOOL_FAILED']);
    expect(JSON.stringify(results[0]?.result)).toContain('\\"retryable\\":false');
  });

  test('[118] editor: a model that ignores errors is stopped; without guards it reaches the iteration cap repeatedly', async () => {
    const stubborn = await play('Write the notes for 2.4', 'editor', '--model', 'simulated/stubborn');
    expect(stubborn.code).toBe(3);
    expect(stubborn.ofType('llm_request').filter((event) => event.agent === 'editor').length).toBeLessThanOrEqual(6);
    const off = ['--model', 'simulated/stubborn', '--guards', 'off', '--max-llm-calls', '50'];
    const unguarded = await play('Write the notes for 2.4', 'editor', ...off);
    expect([unguarded.code, unguarded.finished?.llmCalls]).toEqual([4, 50]);
    expect(unguarded.ofType('guard').filter((event) => event.rule === 'iteration_cap')).toHaveLength(4);
    expect(JSON.stringify(unguarded.ofType('tool_result'))).toContain('iteration_cap');
  });

  test('[89] [96] publisher: waits for the user; approved, its result ends the run', async () => {
    const runs = createTemporaryFolder();
    const options = { cwd: AGENTS, env: { XDG_DATA_HOME: createTemporaryFolder() } };
    const paused = await runCli(['run', 'Hello', '--agent', 'publisher', '--runs', runs, '--json'], options);
    expect(paused.code).toBe(6);
    const [pause] = paused.ofType('pause');
    const [started] = paused.ofType('run_started');
    const args = ['resume', started?.run ?? '', '--approve', pause?.id ?? '', '--runs', runs, '--json'];
    const resumed = await runCli(args, { ...options, cwd: createTemporaryFolder() });
    expect([resumed.code, resumed.finished?.reason, resumed.finished?.llmCalls]).toEqual([0, 'final', 1]);
    expect(resumed.ofType('tool_result')).toMatchObject([{ tool: 'publish', result: { published: 5 } }]);
    expect((await runCli(args, options)).code).toBe(2);
  });

  test('lead: called agents are listed under their calls, and pause the run when they wait', async () => {
    const { code, ofType } = await play('Total sales?', 'lead', '--yes');
    expect(code).toBe(0);
    expect(new Set(ofType('llm_request').map((event) => event.agent))).toEqual(
      new Set(['lead', 'analyst', 'publisher']),
    );
    const call = ofType('tool_call').find((event) => event.tool === 'analyst');
    for (const request of ofType('llm_request').filter((event) => event.agent === 'analyst'))
      expect(request.parent).toBe(call?.seq);
    expect(ofType('tool_result').filter((event) => event.agent === 'lead')).toMatchObject([
      { tool: 'analyst', result: expect.stringContaining('510.75') },
      { tool: 'publisher', result: { published: 12 } },
    ]);
    expect((await play('Total sales?', 'lead')).code).toBe(6);
    // The user of the timeline can open them.
    expect(ofType('run_started')[0]?.calledSkills).toEqual([
      { name: 'data-analysis', root: expect.stringMatching(/examples\/agents\/skills\/data-analysis$/) },
    ]);
  });
});

describe('skillToolset of .skillwright.json', () => {
  async function runWith(skillToolset: unknown, ...more: string[]) {
    const folder = createDemoSkill('Read `references/guide.md`.');
    const agents = { plain: { skillToolset }, tooled: { skillToolset, tools: [join(AGENTS, 'publish.mjs')] } };
    writeFileSync(join(folder, '.skillwright.json'), JSON.stringify({ agents }));
    return runCli(['run', 'Go', '--skills', join(folder, 'demo'), '--agent', ...more, '--json'], { cwd: folder });
  }

  test.each(['plain', 'tooled'])('[4] [5] [7] %s: filter, prefix and eager discovery', async (agent) => {
    const { code, ofType } = await runWith(
      { filter: ['load_skill', 'load_skill_resource'], prefix: 'my', discovery: 'eager' },
      agent,
    );
    expect(code).toBe(0);
    const offered = ofType('llm_request')[0]?.tools.filter((tool) => !tool.startsWith('publish'));
    expect(offered).toEqual(['my_load_skill', 'my_load_skill_resource']);
    expect(ofType('tool_result').map((event) => [event.tool, event.error_code])).toEqual([
      ['my_load_skill', undefined],
      ['my_load_skill_resource', undefined],
    ]);
  });

  test.each([[{ prefix: '1 x' }], [{ discovery: 'sometimes' }], [{ filter: 'load_skill' }]])(
    '%o is reported with its position',
    async (given) => {
      const { code, stderr } = await runWith(given, 'plain');
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/\.skillwright\.json:1:\d+: agents\.plain\.skillToolset\./),
      ]);
    },
  );
});

describe('trust', () => {
  test("a journal alone starts no code: a run not started here is not resumed with its agent's modules", async () => {
    const runs = createTemporaryFolder();
    const here = { cwd: AGENTS, env: { XDG_DATA_HOME: createTemporaryFolder() } };
    const paused = await runCli(['run', 'Hello', '--agent', 'publisher', '--runs', runs, '--json'], here);
    const args = [
      'resume',
      paused.ofType('run_started')[0]?.run ?? '',
      '--approve',
      paused.ofType('pause')[0]?.id ?? '',
    ];
    const elsewhere = await runCli([...args, '--runs', runs, '--json'], {
      ...here,
      env: { XDG_DATA_HOME: createTemporaryFolder() },
    });
    expect([elsewhere.code, elsewhere.stdout]).toEqual([2, '']);
    expect(elsewhere.stderr).toMatch(/Add --trust to resume .* and start the tools of the agent publisher\./s);
  });
});
