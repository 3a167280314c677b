import { expect, test } from 'vitest';
import type { DapClient } from './dap-client.ts';
import { LINES, openScripted } from './debugged-run.ts';

const mark = { calls: [['mark', { mood: 'c' }]] } as const;

/** Opens a run that is stopped inside a called agent. */
async function stopInClerk() {
  const clerk = [mark, { text: 'Marked.' }];
  const project = await openScripted([{ calls: [['clerk', { request: 'Mark.' }]] }, { text: 'Done.' }], clerk);
  const { client, launch } = project;
  await client.begin(launch, () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] }));
  expect(await client.nextStop()).toMatchObject({ threadId: 2 });
  return client;
}

/** Returns the name and the document of each frame of a thread. */
async function documentsOf(client: DapClient, thread: number): Promise<readonly (readonly [string, string])[]> {
  const frames = await client.frames(thread);
  return Promise.all(
    frames.map(async ({ name, source: { sourceReference = 0 } = {} }) => {
      if (sourceReference === 0) return [name, ''] as const;
      const { body } = await client.customRequest('source', { sourceReference });
      return [name, body.content as string] as const;
    }),
  );
}

test('each frame without a file has a document: the call, the request, the prompt, the instruction', async () => {
  const client = await stopInClerk();
  const inner = await documentsOf(client, 2);
  expect(inner.map(([name]) => name)).toEqual(['mark (before)', 'Model call 2', 'clerk']);
  expect(JSON.parse(inner[0]?.[1] ?? '')).toEqual({ tool: 'mark', args: { mood: 'c' }, result: null });
  expect(JSON.parse(inner[1]?.[1] ?? '')).toMatchObject({ messages: [{ role: 'system' }, { role: 'user' }] });
  expect(inner[2]?.[1]).toContain('You are the clerk.');
  const outer = await documentsOf(client, 1);
  expect(outer.map(([name]) => name)).toEqual(['clerk', 'Model call 1', 'Turn: Say hello.', 'main']);
  expect(JSON.parse(outer[0]?.[1] ?? '')).toMatchObject({ tool: 'clerk', args: { request: 'Mark.' } });
  expect(outer[2]?.[1]).toBe('Say hello.');
  expect(outer[3]?.[1]).toContain('You are main.');
  const [top] = await client.frames(2);
  const [call] = await client.frames(1);
  const valueIn = async (frameId: number | undefined, expression: string) =>
    (await client.customRequest('evaluate', { expression, frameId, context: 'watch' })).body.result;
  // An expression refers to the values of its frame, also to the request that has led to a call.
  expect(await valueIn(top?.id, 'args.mood')).toBe('"c"');
  expect(await valueIn(top?.id, 'messages[0].content contains "the clerk"')).toBe('true');
  expect(await valueIn(call?.id, 'args.request')).toBe('"Mark."');
  expect(await valueIn(call?.id, 'tool == "clerk" && agent == "main" && call == 1')).toBe('true');
  await expect(valueIn(9_999, 'args')).rejects.toThrow('out of date');
  const completed = { text: 'tool == "mark" && args.mo', column: 26, frameId: top?.id };
  const { targets } = (await client.customRequest('completions', completed)).body;
  expect(targets).toEqual([{ label: 'mood', type: 'property', start: 24, length: 2 }]);
  const set = { expression: 'args.mood', value: '"d"', frameId: call?.id };
  await expect(client.customRequest('setExpression', set)).rejects.toThrow('Select a frame');
  await client.finish();
  await expect(client.customRequest('source', { sourceReference: top?.id })).rejects.toThrow('out of date');
});

test('a skill that runs as a tool is stopped at by its frontmatter, and its frames are in its SKILL.md', async () => {
  const agents = { main: { instruction: 'You are main.', tools: ['skills__demo'], skills: ['./demo'] } };
  const { client, launch, manifest } = await openScripted(
    [{ calls: [['skills__demo', { input: 'Go.' }]] }, { text: 'Done.' }],
    [],
    { '.skillwright.json': JSON.stringify({ agents }) },
  );
  await client.begin(launch, () =>
    client.setBreakpointsRequest({ source: { path: manifest }, breakpoints: [{ line: LINES.frontmatter }] }),
  );
  expect(await client.nextStop()).toMatchObject({ reason: 'breakpoint', threadId: 1 });
  const [call] = await client.frames(1);
  expect([call?.name, call?.source?.path]).toEqual(['skills__demo (before)', manifest]);
  await client.stepInRequest({ threadId: 1 });
  expect((await client.nextStop()).threadId).toBe(2);
  const skill = (await client.frames(2)).at(-1);
  expect([skill?.name, skill?.source?.path]).toEqual(['demo', manifest]);
  await client.terminateRequest();
  await client.ended();
});

test('the frame of a row of the timeline is found in its thread, which the client then shows', async () => {
  const client = await stopInClerk();
  const run = client.journal.split('/').at(-2) ?? '';
  const frameOf = async (seq: number, of = run) =>
    (await client.customRequest('skillwright/frameOf', { run: of, seq })).body;
  const frames = await client.frames(1);
  const turn = frames.find(({ name }) => name.startsWith('Turn'));
  expect(await frameOf(1)).toEqual({ frameId: turn?.id, threadId: 1, frames: frames.map(({ id }) => id) });
  expect(await frameOf(1, 'another')).toEqual({});
  expect(await frameOf(9_999)).toEqual({});
  await client.customRequest('skillwright/showThread', { threadId: 1 });
  expect(await client.nextStop()).toMatchObject({ threadId: 1, reason: 'function breakpoint' });
  await expect(client.customRequest('skillwright/showThread', { threadId: 7 })).rejects.toThrow('no thread 7');
  expect((await client.frames(1)).map(({ id }) => id)).toEqual(frames.map(({ id }) => id));
  await client.finish();
});
