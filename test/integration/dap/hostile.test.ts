import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventsOf, openProject, openScripted } from './debugged-run.ts';

const DONE = { text: 'Done.' };
const mark = (mood: unknown) => ({ calls: [['mark', { mood }]] }) as const;

/** Opens a run that is stopped before its call of `mark`. */
async function stopAtMark(mood: unknown = 'a') {
  const project = await openScripted([mark(mood), DONE]);
  const { client, launch } = project;
  await client.begin(launch, () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] }));
  await client.nextStop();
  return project;
}

/** Returns the message of a request that is refused. */
async function refusal(request: Promise<unknown>): Promise<string> {
  return request.then(
    (response) => {
      throw new Error(`The request was accepted: ${JSON.stringify(response).slice(0, 300)}`);
    },
    (error: Error) => error.message,
  );
}

test('messages that are no requests are skipped, and a request without a name is refused', async () => {
  const { client, launch } = await openScripted([DONE], [], {}, { process: true });
  client.on('error', () => undefined);
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const text of ['null', '[]', '1', '{', deep, '{"type":"event"}', '{"type":"response","request_seq":77}'])
    client.sendText(text);
  for (const command of [{ toString: 1 }, null, 7, []])
    expect(await refusal(client.customRequest(command as never))).toMatch(/not supported/);
  await client.begin({ ...launch, stopOnEntry: true });
  await client.nextStop();
  await client.finish();
});

test('arguments that are nested too deeply are refused', async () => {
  const { client, launch } = await openScripted([DONE]);
  const deep = JSON.parse(`${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`);
  await client.initializeRequest();
  expect(await refusal(client.customRequest('launch', { ...launch, edits: deep }))).toMatch(/levels of nesting/);
  expect(await refusal(client.customRequest('evaluate', { expression: 'args', format: deep }))).toMatch(/levels/);
  await client.begin({ ...launch, stopOnEntry: true });
  await client.nextStop();
  await client.finish();
});

test('threads, data and lines that do not exist are refused, and the run stays stopped', async () => {
  const { client, manifest } = await stopAtMark();
  for (const command of [
    'continue',
    'next',
    'stepIn',
    'stepOut',
    'stepBack',
    'reverseContinue',
    'pause',
    'exceptionInfo',
  ])
    expect(await refusal(client.customRequest(command, { threadId: 99 }))).toBe('There is no thread 99.');
  const { breakpoints } = (
    await client.setDataBreakpointsRequest({
      breakpoints: [
        { dataId: 'state:mood' },
        { dataId: 'mood' },
        { dataId: 'state:' },
        { dataId: 'state:temp:mood' },
        { dataId: 'state:mood', accessType: 'read' },
      ],
    })
  ).body;
  expect(breakpoints.map(({ verified }) => verified)).toEqual([true, false, false, false, false]);
  const lines = await client.setBreakpointsRequest({ source: { path: manifest }, breakpoints: [{ line: 0 }] });
  expect(lines.body.breakpoints).toMatchObject([{ verified: false }]);
  await client.setDataBreakpointsRequest({ breakpoints: [] });
  // A pause of a run that is stopped is not one at its next step.
  await client.pauseRequest({ threadId: 1 });
  await client.finish();
  expect(eventsOf(client, 'debug_pause')).toHaveLength(1);
});

test('messages are short, however long the names in them are', async () => {
  const { client } = await stopAtMark();
  const name = 'n'.repeat(1_000_000);
  const tokens = await client.scope('Tokens');
  const set = client.setVariableRequest({ variablesReference: tokens.reference, name, value: '1' });
  expect((await refusal(set)).length).toBeLessThan(160);
  const long = 'q'.repeat(9_000);
  for (const expression of [
    `args "${long}"`,
    `args ${long}`,
    `"${long}`,
    '('.repeat(9_999),
    `!${'!'.repeat(9_000)}args`,
  ])
    expect((await refusal(client.evaluateRequest({ expression }))).length, expression.slice(0, 20)).toBeLessThan(160);
  const { body } = await client.setExceptionBreakpointsRequest({ filters: [name] });
  expect(JSON.stringify(body).length).toBeLessThan(300);
  await client.finish();
});

test('breakpoints on all lines of a long skill are set without delay', async () => {
  const { client, manifest } = openProject();
  const lines = Array.from(
    { length: 2_000 },
    (_, index) => `See \`references/f${index}.md\` and the user guide ${index}.`,
  );
  writeFileSync(manifest, `---\nname: demo\ndescription: Demo.\n---\n\n${lines.join('\n')}\n`);
  await client.initializeRequest();
  const breakpoints = lines.map((_, index) => ({ line: index + 6 }));
  // Reading the file for each of them took a minute.
  client.defaultTimeout = 15_000;
  const set = await client.setBreakpointsRequest({ source: { path: manifest }, breakpoints });
  expect(set.body.breakpoints.every(({ verified }) => verified)).toBe(true);
});

test('keys such as __proto__ are ordinary ones, in arguments and in the state', async () => {
  const { client, launch } = await openScripted(
    [mark('a'), { calls: [['set', { key: '__proto__', value: 1 }]] }, DONE],
    [],
    {
      'tools.mjs': `const inputSchema = { type: 'object' };
      export default {
        mark: { description: 'Marks.', inputSchema, execute: (input) => Object.keys(input).join() },
        set: { description: 'Sets.', inputSchema, execute: ({ key, value }, { state }) => { state.set(key, value); return 'set'; } },
      };`,
    },
  );
  await client.begin(launch, async () => {
    await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] });
    await client.setDataBreakpointsRequest({ breakpoints: [{ dataId: 'state:__proto__' }] });
  });
  await client.nextStop();
  const set = async (scope: string, name: string, value: string) => {
    const { reference } = await client.scope(scope);
    return client.setVariableRequest({ variablesReference: reference, name, value });
  };
  for (const [name, value] of [
    ['__proto__', '{"x": 1}'],
    ['a\nb', '2'],
  ] as const) {
    await refusal(set('Arguments', name, value));
    await client.setExpressionRequest(`args[${JSON.stringify(name)}]`, value);
  }
  expect(await client.value('args.__proto__.x')).toBe('1');
  const { reference } = await client.scope('Arguments');
  const { variables } = (await client.variablesRequest({ variablesReference: reference })).body;
  for (const { evaluateName = '', value } of variables) expect(await client.value(evaluateName)).toBe(value);
  await set('State', '__proto__', '"mine"');
  expect(await client.value('state.__proto__')).toBe('"mine"');
  await client.continueRequest({ threadId: 1 });
  expect(await client.nextStop()).toMatchObject({ reason: 'data breakpoint' });
  await client.finish();
  expect(eventsOf(client, 'tool_result')[0]?.result).toBe('mood,__proto__,a\nb');
  const keys = eventsOf(client, 'state').map(({ delta }) => Object.entries(delta));
  expect(keys).toEqual([[['__proto__', 'mine']], [['__proto__', 1]]]);
});

test('values that are large or deep are shown in parts, and are set or refused', async () => {
  const { client } = await stopAtMark(Array.from({ length: 50_000 }, (_, index) => index));
  const set = async (value: string) => {
    return client.setExpressionRequest('args.big', value);
  };
  expect(await refusal(set('['.repeat(400_000) + ']'.repeat(400_000)))).toMatch(/levels of nesting/);
  expect((await set('{"x":')).body.value).toBe('"{\\"x\\":"');
  await set(JSON.stringify('v'.repeat(900_000)));
  const complete = await client.evaluateRequest({ expression: 'args.big', context: 'clipboard' });
  expect(complete.body.result).toHaveLength(900_002);
  const children = async (variablesReference: number) =>
    (await client.variablesRequest({ variablesReference })).body.variables;
  const { reference } = await client.scope('Arguments');
  const [mood] = await children(reference);
  const first = await children(mood?.variablesReference ?? 0);
  expect(first).toHaveLength(1_001);
  expect(first.at(-1)).toMatchObject({ name: '…', value: '49,000 more' });
  const second = await children(first.at(-1)?.variablesReference ?? 0);
  expect(second[0]).toMatchObject({ name: '1000', value: '1000', evaluateName: 'args.mood[1000]' });
  const page = await client.customRequest('variables', {
    variablesReference: mood?.variablesReference,
    start: 49_990,
    count: 100,
  });
  expect(page.body.variables).toHaveLength(10);
  await client.finish();
});

test('messages are changed by their number and their content, and expressions show the changes', async () => {
  const { client, launch, server } = await openScripted([DONE]);
  await client.begin({ ...launch, stopOnEntry: true });
  await client.nextStop();
  const { reference } = await client.scope('Messages');
  const set = (name: string, value: string) =>
    client.setVariableRequest({ variablesReference: reference, name, value });
  for (const name of ['1garbage', 'abc', '-1 user', '9 user', '__proto__']) await refusal(set(name, 'x'));
  for (const path of [
    'messages',
    'messages[1].role',
    'messages[1].content.x',
    'messages.length',
    'next_message.x',
    'messages[1.5]',
  ])
    await refusal(client.setExpressionRequest(path, 'x'));
  await client.setExpressionRequest('messages[1].content', 'Say goodbye.');
  expect(await client.value('messages[1].content[0].text')).toBe('"Say goodbye."');
  await set('0 system', 'Be brief.');
  expect(await client.value('messages[0].content')).toBe('"Be brief."');
  await set('next_message', 'No.');
  expect(await client.value('next_message')).toBe('"No."');
  await set('next_message', '');
  expect(await client.value('next_message')).toBe('""');
  await client.finish();
  expect(server.requests[0]?.body.messages.map(({ content }) => content)).toEqual(['Be brief.', 'Say goodbye.']);
});

test('the arguments of an open call of another agent are shown in full, however large they are', async () => {
  const request = 'A'.repeat(200_000);
  const { client, launch } = await openScripted([{ calls: [['clerk', { request }]] }, DONE], [mark('c'), DONE]);
  await client.begin(launch, () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] }));
  await client.nextStop();
  const [call] = await client.frames(1);
  const shown = await client.customRequest('evaluate', {
    expression: 'args.request',
    frameId: call?.id,
    context: 'clipboard',
  });
  expect(shown.body.result).toBe(JSON.stringify(request));
  const source = await client.customRequest('source', { sourceReference: call?.source?.sourceReference });
  expect(source.body.content).toContain(request);
  await client.finish();
});
