import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resource, script } from '../run-replies.ts';
import type { Reply } from '../run-server.ts';
import { eventsOf, LINES, openProject, openScripted } from './debugged-run.ts';

const DONE = { text: 'Done.' };

describe('breakpoints in files', () => {
  test('one on a mention stops before the miss, at the words; another argument reads the file', async () => {
    const { client, manifest, launch } = openProject();
    const source = { path: manifest };
    await client.begin(launch, async () => {
      const set = await client.setBreakpointsRequest({ source, breakpoints: [{ line: LINES.mention }] });
      expect(set.body.breakpoints).toMatchObject([{ verified: true, line: LINES.mention }]);
    });
    expect(await client.nextStop()).toMatchObject({ reason: 'breakpoint', threadId: 1, allThreadsStopped: true });
    const [top] = await client.frames();
    expect(top).toMatchObject({ name: 'load_skill_resource (before)', line: LINES.mention, source });
    const { reference, values } = await client.scope('Arguments');
    expect(values).toEqual({ skill_name: '"demo"', file_path: '"references/user_guide.md"' });
    const changed = { variablesReference: reference, name: 'file_path', value: '"references/guide.md"' };
    expect((await client.setVariableRequest(changed)).body.value).toBe('"references/guide.md"');
    expect(await client.value('args.file_path')).toBe('"references/guide.md"');
    await client.setBreakpointsRequest({ source, breakpoints: [] });
    await client.finish();
    const [call] = eventsOf(client, 'tool_call').filter(({ requested }) => requested !== undefined);
    expect(call).toMatchObject({
      args: { file_path: 'references/guide.md' },
      requested: { file_path: 'references/user_guide.md' },
    });
    const result = eventsOf(client, 'tool_result').find(({ id }) => id === call?.id);
    expect(JSON.stringify(result?.result)).toContain('The guide.');
    expect(eventsOf(client, 'debug_pause')).toMatchObject([{ at: 'tool_call', call: call?.id }]);
  });

  test('the frontmatter stops when the skill is loaded, a script when it runs; elsewhere the reason is given', async () => {
    const { client, manifest, launch, skill, folder } = await openScripted([
      { calls: [['load_skill', { skill_name: 'demo' }]] },
      script('scripts/hello.sh'),
      DONE,
    ]);
    const file = join(skill, 'scripts/hello.sh');
    writeFileSync(join(folder, 'notes.md'), 'Notes.\n');
    await client.begin(launch, async () => {
      const lines = [LINES.frontmatter, LINES.blank, LINES.script].map((line) => ({ line }));
      const inManifest = await client.setBreakpointsRequest({ source: { path: manifest }, breakpoints: lines });
      const [loads, nothing, runs] = inManifest.body.breakpoints;
      expect([loads?.verified, nothing?.verified, runs?.verified]).toEqual([true, false, true]);
      expect(nothing?.message).toMatch(/^Choose the frontmatter or a line that names a file/);
      const inScript = await client.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line: 1 }] });
      expect(inScript.body.breakpoints).toMatchObject([{ verified: true, line: 1 }]);
      for (const path of [join(folder, 'notes.md'), join(folder, 'none.md'), 'relative.md']) {
        const other = await client.setBreakpointsRequest({ source: { path }, breakpoints: [{ line: 1 }] });
        expect(other.body.breakpoints[0]).toMatchObject({
          verified: false,
          message: expect.stringContaining('no skill'),
        });
      }
    });
    await client.nextStop();
    expect((await client.frames())[0]).toMatchObject({ name: 'load_skill (before)', source: { path: manifest } });
    await client.continueRequest({ threadId: 1 });
    await client.nextStop();
    const [top, tool] = await client.frames();
    expect(top).toMatchObject({ name: 'scripts/hello.sh', line: 1, source: { path: file } });
    expect(tool).toMatchObject({ name: 'run_skill_script (before)', line: LINES.script, source: { path: manifest } });
    await client.finish();
  });
});

describe('breakpoints on tools', () => {
  test('take globs, conditions on arguments and results, hit counts and log messages', async () => {
    const { client, launch } = await openScripted([
      resource('references/guide.md'),
      resource('references/none.md'),
      { calls: [['mark', { mood: 'good' }]] },
      { calls: [['mark', { mood: 'bad' }]] },
      DONE,
    ]);
    await client.begin(launch, async () => {
      const { body } = await client.setFunctionBreakpointsRequest({
        breakpoints: [
          { name: 'load_*', condition: 'args.file_path contains "none"' },
          { name: 'load_skill_resource', condition: 'error_code == "RESOURCE_NOT_FOUND"' },
          { name: 'mark', hitCondition: '== 2' },
          { name: '*', logMessage: 'called {tool} of {agent}' } as never,
          { name: 'mark', condition: '(((' },
          { name: 'mark', hitCondition: 'often' },
        ],
      });
      expect(body.breakpoints.map(({ verified }) => verified)).toEqual([true, true, true, true, false, false]);
    });
    expect(await client.nextStop()).toMatchObject({ reason: 'function breakpoint' });
    expect(await client.value('args.file_path')).toBe('"references/none.md"');
    expect(await client.value('result')).toBe('undefined');
    await client.continueRequest({ threadId: 1 });
    await client.nextStop();
    expect((await client.frames())[0]?.name).toBe('load_skill_resource (after)');
    expect(await client.value('error_code')).toBe('"RESOURCE_NOT_FOUND"');
    await client.continueRequest({ threadId: 1 });
    await client.nextStop();
    expect(await client.value('args')).toBe('{"mood":"bad"}');
    await client.finish();
    expect(client.output.match(/called \w+ of main/g)).toHaveLength(4);
  });
});

describe('exceptions', () => {
  test('stops at the first miss, guard decisions, tool errors, approvals, limits and model errors', async () => {
    const { client, launch } = await openScripted([
      resource('references/none.md'),
      resource('references/none.md'),
      { calls: [['no_such_tool', {}]] },
      { calls: [['pay', { n: 1 }]] },
      DONE,
    ]);
    await client.begin({ ...launch, approve: false, maxLlmCalls: 4 }, async () => {
      const filters = ['miss', 'guard', 'toolError', 'approval', 'budget', 'modelError', 'other'];
      const { body } = await client.setExceptionBreakpointsRequest({ filters });
      expect(body?.breakpoints?.map(({ verified }) => verified)).toEqual([true, true, true, true, true, true, false]);
    });
    const seen: string[] = [];
    for (let stop = 0; stop < 8; stop++) {
      expect((await client.nextStop()).reason).toBe('exception');
      const { exceptionId } = (await client.exceptionInfoRequest({ threadId: 1 })).body;
      seen.push(exceptionId);
      if (exceptionId === 'budget') break;
      await client.continueRequest({ threadId: 1 });
      if (exceptionId === 'approval') {
        await client.printed('Type approve or deny.');
        await client.evaluateRequest({ expression: 'approve', context: 'repl' });
      }
    }
    expect(seen).toEqual(['miss', 'guard', 'toolError', 'guard', 'toolError', 'approval', 'budget']);
    await client.finish();
    expect(eventsOf(client, 'tool_result').at(-1)?.result).toBe('paid 1');
    expect(eventsOf(client, 'run_finished')[0]?.reason).toBe('max_llm_calls');
  });

  test('stops before the run ends with a model error', async () => {
    const { client, launch } = await openScripted([{ status: 400, body: '{"error":{"message":"It is broken."}}' }]);
    await client.begin(launch, () => client.setExceptionBreakpointsRequest({ filters: ['modelError'] }));
    expect(await client.nextStop()).toMatchObject({
      reason: 'exception',
      text: expect.stringContaining('It is broken.'),
    });
    await client.finish();
  });
});

describe('steps', () => {
  test('go over, into and out of called agents, each of which is a thread with its frames', async () => {
    const clerk = [{ calls: [['pay', { n: 1 }]] as const }, { text: 'Paid.' }];
    const { client, launch } = await openScripted([{ calls: [['clerk', { request: 'Pay.' }]] }, DONE], clerk);
    await client.begin({ ...launch, stopOnEntry: true });
    expect((await client.nextStop()).reason).toBe('entry');
    expect((await client.frames()).map(({ name }) => name)).toEqual([
      'Model call 1 (before)',
      'Turn: Say hello.',
      'main',
    ]);
    await client.nextRequest({ threadId: 1 });
    await client.nextStop();
    expect((await client.frames())[0]?.name).toBe('clerk (before)');
    await client.stepInRequest({ threadId: 1 });
    expect(await client.nextStop()).toMatchObject({ reason: 'step', threadId: 2 });
    const { threads } = (await client.threadsRequest()).body;
    expect(threads).toEqual([
      { id: 1, name: 'main' },
      { id: 2, name: 'clerk' },
    ]);
    expect((await client.frames(2)).map(({ name }) => name)).toEqual(['Model call 2 (before)', 'clerk']);
    expect((await client.frames(1)).map(({ name }) => name)).toEqual([
      'clerk',
      'Model call 1',
      'Turn: Say hello.',
      'main',
    ]);
    await client.nextRequest({ threadId: 2 });
    expect((await client.nextStop()).threadId).toBe(2);
    expect((await client.frames(2))[0]?.name).toBe('pay (before)');
    await client.stepOutRequest({ threadId: 2 });
    await client.nextStop();
    expect((await client.frames(2))[0]?.name).toBe('Model call 3 (before)');
    await client.stepOutRequest({ threadId: 2 });
    expect((await client.nextStop()).threadId).toBe(1);
    expect((await client.frames())[0]?.name).toBe('clerk (after)');
    expect((await client.threadsRequest()).body.threads).toHaveLength(2);
    await client.finish();
  });

  test('into one of several parallel calls', async () => {
    const { client, launch } = await openScripted([
      {
        calls: [
          ['mark', { mood: 'a' }],
          ['mark', { mood: 'b' }],
          ['mark', { mood: 'c' }],
        ],
      },
      DONE,
    ]);
    await client.begin({ ...launch, stopOnEntry: true });
    await client.nextStop();
    await client.nextRequest({ threadId: 1 });
    await client.nextStop();
    const [top] = await client.frames();
    const { targets } = (await client.stepInTargetsRequest({ frameId: top?.id ?? 0 })).body;
    expect(targets.map(({ label }) => label)).toEqual(['1: mark', '2: mark', '3: mark']);
    await client.stepInRequest({ threadId: 1, targetId: 2 });
    await client.nextStop();
    expect(await client.value('args.mood')).toBe('"c"');
    await client.finish();
    expect(eventsOf(client, 'tool_result')).toHaveLength(3);
  });

  test('into an agent that is called in parallel with other calls, and over in the agent that is selected', async () => {
    const calls: Reply = {
      calls: [
        ['mark', { mood: 'a' }],
        ['clerk', { request: 'Mark.' }],
        ['mark', { mood: 'b' }],
      ],
    };
    const { client, launch } = await openScripted(
      [calls, DONE],
      [{ calls: [['mark', { mood: 'c' }]] }, { text: 'Marked.' }],
    );
    await client.begin(launch, () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'clerk' }] }));
    await client.nextStop();
    expect((await client.frames())[0]?.name).toBe('clerk (before)');
    await client.stepInRequest({ threadId: 1 });
    expect(await client.nextStop()).toMatchObject({ reason: 'step', threadId: 2 });
    expect((await client.frames(2)).map(({ name }) => name)).toEqual(['Model call 2 (before)', 'clerk']);
    await client.stepInRequest({ threadId: 2 });
    expect(await client.nextStop()).toMatchObject({ reason: 'step', threadId: 2 });
    expect((await client.frames(2))[0]?.name).toBe('mark (before)');
    // Main waits for the clerk.
    await client.stepOutRequest({ threadId: 1 });
    expect((await client.nextStop()).threadId).toBe(1);
    expect((await client.frames())[0]?.name).toBe('Model call 4 (before)');
    await client.finish();
  });

  test('a pause stops at the next step; without one, nothing stops', async () => {
    const { client, launch } = await openScripted([resource('references/guide.md'), DONE]);
    await client.begin(launch, () => client.pauseRequest({ threadId: 1 }));
    expect((await client.nextStop()).reason).toBe('pause');
    await client.finish();
    expect(eventsOf(client, 'debug_pause')).toHaveLength(1);
  });
});

describe('changes', () => {
  test('of messages, the system message, state and results reach the model', async () => {
    const { client, launch, server } = await openScripted([{ calls: [['mark', { mood: 'good' }]] }, DONE]);
    await client.begin({ ...launch, stopOnEntry: true }, () =>
      client.setDataBreakpointsRequest({ breakpoints: [{ dataId: 'state:mood', accessType: 'write' }] }),
    );
    await client.nextStop();
    const messages = await client.scope('Messages');
    expect(Object.keys(messages.values)).toEqual(['0 system', '1 user', 'next_message']);
    const set = (name: string, value: string) =>
      client.setVariableRequest({ variablesReference: messages.reference, name, value });
    await set('0 system', 'You are brief.');
    await set('1 user', 'Say goodbye.');
    await set('next_message', 'Now.');
    await client.setExpressionRequest('state.color', '"red"');
    await client.continueRequest({ threadId: 1 });
    expect((await client.nextStop()).reason).toBe('data breakpoint');
    expect(server.requests[0]?.body.messages.map(({ content }) => content)).toEqual([
      'You are brief.',
      'Say goodbye.',
      'Now.',
    ]);
    expect((await client.scope('State')).values).toMatchObject({ color: '"red"', mood: '"good"' });
    const result = await client.scope('Result');
    expect(result.values).toEqual({ result: '"marked"', error_code: '""' });
    await client.setVariableRequest({ variablesReference: result.reference, name: 'result', value: '{"kept": 1}' });
    await client.finish();
    expect(JSON.stringify(server.requests[1]?.body.messages.at(-1))).toContain('kept');
    expect(eventsOf(client, 'tool_result')).toMatchObject([{ result: { kept: 1 }, edited: true, returned: 'marked' }]);
  });

  test('a made-up result or error is returned without running the tool', async () => {
    const { client, launch } = await openScripted([
      { calls: [['mark', { mood: 'good' }]] },
      { calls: [['mark', { mood: 'bad' }]] },
      DONE,
    ]);
    await client.begin(launch, () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] }));
    await client.nextStop();
    await client.setExpressionRequest('result', '"made up"');
    await client.continueRequest({ threadId: 1 });
    await client.nextStop();
    await client.setExpressionRequest('error_code', 'BROKEN');
    await client.finish();
    expect(eventsOf(client, 'tool_result')).toMatchObject([
      { result: 'made up', edited: true },
      { error_code: 'BROKEN', edited: true },
    ]);
    expect(eventsOf(client, 'state')).toEqual([]);
  });

  test('of anything else are refused, and the run continues', async () => {
    const { client, launch } = await openScripted([DONE]);
    await client.begin({ ...launch, stopOnEntry: true });
    await client.nextStop();
    for (const [expression, value] of [
      ['args.x', '1'],
      ['result', '1'],
      ['usage.inputTokens', '1'],
      ['messages[9]', 'x'],
      ['messages[1]', ''],
      ['state', '1'],
      ['1 == 1', '1'],
    ] as const)
      await expect(client.setExpressionRequest(expression, value), expression).rejects.toThrow(/\S/);
    const budget = await client.scope('Budget');
    const change = { variablesReference: budget.reference, name: 'model_calls', value: '0' };
    await expect(client.setVariableRequest(change)).rejects.toThrow("'model_calls' cannot be changed.");
    await client.finish();
    expect(eventsOf(client, 'run_finished')[0]?.reason).toBe('final');
  });
});

describe('the end', () => {
  test('terminating a stopped run cancels it', async () => {
    const { client, launch } = await openScripted([resource('references/guide.md'), DONE]);
    await client.begin(launch, () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: '*' }] }));
    await client.nextStop();
    const terminated = client.waitForEvent('terminated');
    await client.terminateRequest();
    await terminated;
    expect(eventsOf(client, 'run_finished')[0]?.reason).toBe('cancelled');
    expect(eventsOf(client, 'debug_pause')).toEqual([]);
  });

  test('disconnecting cancels the run and ends the process', async () => {
    const { client, launch } = await openScripted([script('scripts/hello.sh'), DONE], [], {}, { process: true });
    await client.begin({ ...launch, stopOnEntry: true });
    await client.nextStop();
    await client.disconnectRequest();
    await client.exited;
    expect(eventsOf(client, 'run_finished')[0]?.reason).toBe('cancelled');
  });

  test('a run without debugging ignores breakpoints', async () => {
    const { client, launch } = await openScripted([resource('references/none.md'), DONE]);
    await client.begin({ ...launch, noDebug: true }, async () => {
      await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: '*' }] });
      await client.setExceptionBreakpointsRequest({ filters: ['miss'] });
    });
    await client.ended();
    expect(eventsOf(client, 'debug_pause')).toEqual([]);
    expect(eventsOf(client, 'run_finished')[0]?.reason).toBe('final');
  });

  test('a launch configuration that is wrong says what to correct', async () => {
    const { client, launch } = openProject();
    await client.initializeRequest();
    for (const wrong of [
      { ...launch, prompt: ' ' },
      { ...launch, skills: 'demo' },
      { ...launch, model: 'unknown/x' },
      { ...launch, skills: ['no-such-folder'] },
      { ...launch, client: 'unknown' },
      { ...launch, apiKeyEnv: 'SW_UNSET' },
      {},
    ])
      await expect(client.launchRequest(wrong as never)).rejects.toThrow(/\S/);
    await client.launchRequest(launch as never);
    await expect(client.launchRequest(launch as never)).rejects.toThrow('already has a run');
  });
});
