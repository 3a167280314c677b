/** Traces of different instrumentations: sums of wrapper spans, calls without results, results in words. */
import { describe, expect, it } from 'vitest';
import { importRecords } from '../../../test/equipment/runtime/session.ts';

type Values = Readonly<Record<string, unknown>>;
interface Span {
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly at: readonly [number, number];
  readonly values: Values;
  readonly events?: readonly { readonly name: string; readonly values: Values }[];
}

const attribute = ([key, value]: readonly [string, unknown]): object => ({
  key,
  value:
    typeof value === 'number'
      ? { intValue: String(value) }
      : { stringValue: typeof value === 'string' ? value : JSON.stringify(value) },
});
const nanos = (second: number): string => `${(Date.UTC(2026, 1, 2, 2, 40) / 1000 + second) * 1000}000000`;
const otlp = (spans: readonly Span[]): object => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: spans.map(({ id, parent, name, at, values, events = [] }) => ({
            traceId: 't',
            spanId: id,
            parentSpanId: parent,
            name,
            startTimeUnixNano: nanos(at[0]),
            endTimeUnixNano: nanos(at[1]),
            attributes: Object.entries(values).map(attribute),
            events: events.map((one) => ({ name: one.name, attributes: Object.entries(one.values).map(attribute) })),
          })),
        },
      ],
    },
  ],
});

const ASK = { role: 'user', parts: [{ type: 'text', content: 'Brew tea.' }] };
const load = { id: 'c1', name: 'load_skill', arguments: { skill_name: 'brew' } };
const read = {
  id: 'c2',
  name: 'load_skill_resource',
  arguments: { skill_name: 'brew', file_path: 'references/leafs.md' },
};
const calls = (call: object) => ({ role: 'assistant', parts: [{ type: 'tool_call', ...call }] });
const answers = (id: string, response: unknown) => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
});
const SKILL = { skill_name: 'brew', instructions: '# Brew\nRead `references/leaves.md`.' };
const MISSING = {
  error: "Resource 'references/leafs.md' not found in skill 'brew'.",
  error_code: 'RESOURCE_NOT_FOUND',
};
const WORDS = "Resource 'references/leafs.md' not found in skill 'brew'.";
const tokens = (input: number, output = 5) => ({
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output,
});
const chat = (input: number, messages: readonly object[], output: object): Values => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'm',
  'gen_ai.provider.name': 'test',
  ...tokens(input),
  'gen_ai.input.messages': messages,
  'gen_ai.output.messages': [output],
});
const SAID = { role: 'assistant', parts: [{ type: 'text', content: 'Sorry.' }] };
const tool = (name: string, id: string, more: Values = {}): Values => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': name,
  'gen_ai.tool.call.id': id,
  ...more,
});

/** Three model calls of 360 tokens, with two calls of tools in between. */
function leaves(parent: string | undefined, results: { skill?: unknown; file?: unknown } = {}): Span[] {
  const { skill = SKILL, file = MISSING } = results;
  const first = [ASK];
  const second = [...first, calls(load), answers('c1', skill)];
  const third = [...second, calls(read), answers('c2', file)];
  const result = (value: unknown) => ({ 'gen_ai.tool.call.result': value });
  const span = (id: string, at: readonly [number, number], values: Values): Span => ({
    id,
    parent,
    name: id,
    at,
    values,
  });
  return [
    span('m1', [1, 2], chat(100, first, calls(load))),
    span('t1', [2, 3], tool('load_skill', 'c1', { 'gen_ai.tool.call.arguments': load.arguments, ...result(skill) })),
    span('m2', [3, 4], chat(120, second, calls(read))),
    span(
      't2',
      [4, 5],
      tool('load_skill_resource', 'c2', { 'gen_ai.tool.call.arguments': read.arguments, ...result(file) }),
    ),
    span('m3', [5, 6], chat(140, third, SAID)),
  ];
}
const around = (values: Values, at: readonly [number, number] = [0, 10], id = 'a', parent?: string): Span => ({
  id,
  parent,
  name: id,
  at,
  values,
});
const without = (spans: readonly Span[], ...names: readonly string[]): Span[] =>
  spans.map((one) => ({
    ...one,
    values: Object.fromEntries(Object.entries(one.values).filter(([name]) => !names.includes(name))),
  }));

async function found(spans: readonly Span[]) {
  const { events, finished, summary } = await importRecords([otlp(spans)]);
  return {
    prompts: events.flatMap((one) => (one.type === 'run_started' ? [one.prompt] : [])),
    steps: finished.steps,
    input: finished.usage.inputTokens,
    loads: events.flatMap((one) => (one.type === 'skill_loaded' ? [one.skill] : [])),
    read: [...summary.filesRead],
    misses: [...summary.misses.values()].map(({ path }) => path),
    requested: summary.requested,
  };
}
const RIGHT = {
  prompts: ['Brew tea.'],
  steps: 3,
  input: 360,
  loads: ['brew'],
  read: [],
  misses: ['references/leafs.md'],
  requested: [],
};

const AGENT = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'tea', ...tokens(360, 15) };
const KIND = 'openinference.span.kind';
const ARIZE = { [KIND]: 'AGENT', 'llm.token_count.prompt': 360, 'llm.token_count.completion': 15 };

describe('a sum in a span around model calls is not added to them', () => {
  it.each<[string, readonly Span[]]>([
    ['without a span around them', leaves(undefined)],
    ['of an agent', [around(AGENT), ...leaves('a')]],
    ['of an agent, after them in the file', [...leaves('a'), around(AGENT)]],
    [
      'of an agent that seems to end before them',
      [around({ ...AGENT, 'gen_ai.output.messages': [SAID] }, [0, 1]), ...leaves('a')],
    ],
    [
      'of an agent of OpenInference',
      [around({ ...ARIZE, 'input.value': 'Brew tea.', 'output.value': 'Sorry.' }, [0, 1]), ...leaves('a')],
    ],
    [
      'of a chain in an agent',
      [around(ARIZE), around({ ...ARIZE, [KIND]: 'CHAIN' }, [0, 9], 'b', 'a'), ...leaves('b')],
    ],
    ['of a span without an operation', [around({ 'gen_ai.request.model': 'm', ...tokens(360, 15) }), ...leaves('a')]],
    ['of a span without an operation, at the end of the file', [...leaves('a'), around(tokens(360, 15))]],
    ['of two such spans', [around(tokens(360, 15)), around(tokens(360, 15), [0, 9], 'b', 'a'), ...leaves('b')]],
    [
      'of a workflow of OpenLLMetry',
      [around({ 'traceloop.span.kind': 'workflow', ...tokens(360, 15) }), ...leaves('a')],
    ],
    [
      'of an agent of Pydantic AI',
      [
        around({
          agent_name: 'tea',
          model_name: 'm',
          final_result: 'Sorry.',
          all_messages_events: [{ role: 'user', content: 'Brew tea.' }],
          ...tokens(360, 15),
        }),
        ...leaves('a'),
      ],
    ],
    [
      'of a later version of it',
      [
        around({ agent_name: 'tea', model_name: 'm', 'pydantic_ai.all_messages': [ASK, SAID], ...tokens(360, 15) }),
        ...leaves('a'),
      ],
    ],
    ['of a model call around all others', [around({ ...chat(360, [ASK], SAID) }), ...leaves('a')]],
    [
      'in each span around the same call',
      leaves(undefined).flatMap((one) =>
        one.id.startsWith('m')
          ? [
              { ...one, id: `o-${one.id}` },
              { ...one, parent: `o-${one.id}` },
            ]
          : [one],
      ),
    ],
    [
      'in each span around the same call without messages',
      leaves(undefined).flatMap((one) =>
        one.id.startsWith('m')
          ? [
              { ...one, id: `o-${one.id}` },
              ...without([{ ...one, parent: `o-${one.id}` }], 'gen_ai.input.messages', 'gen_ai.output.messages'),
            ]
          : [one],
      ),
    ],
    [
      'in each span around a chain around the same call',
      leaves(undefined).flatMap((one) =>
        one.id.startsWith('m')
          ? [
              { ...one, id: `o-${one.id}` },
              around({ [KIND]: 'CHAIN' }, one.at, `p-${one.id}`, `o-${one.id}`),
              { ...one, parent: `p-${one.id}` },
            ]
          : [one],
      ),
    ],
  ])('%s', async (_, spans) => {
    expect(await found(spans)).toEqual(RIGHT);
  });

  it('and is another call if it is smaller than one of them', async () => {
    const [first] = leaves(undefined);
    const smaller = { ...chat(50, [ASK], SAID) };
    const spans = first === undefined ? [] : [around(smaller), { ...first, parent: 'a' }];
    expect(await found(spans)).toMatchObject({ steps: 2, input: 150 });
  });

  it('and is a call if there are none', async () => {
    expect(
      await found([around({ ...AGENT, 'gen_ai.input.messages': [ASK], 'gen_ai.output.messages': [SAID] })]),
    ).toMatchObject({ steps: 1, input: 360, prompts: ['Brew tea.'] });
    expect(await found([around(tokens(360, 15))])).toMatchObject({ steps: 1, input: 360 });
  });
});

describe('Logfire', () => {
  const event = (name: string, more: object) => ({ 'event.name': name, ...more });
  const user = event('gen_ai.user.message', { role: 'user', content: 'Brew tea.' });
  const says = (call: typeof load) => ({
    role: 'assistant',
    tool_calls: [{ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }],
  });
  const spans = (skill: string, file: string): Span[] => {
    const model = (id: string, at: readonly [number, number], input: number, events: readonly object[]) =>
      around(
        {
          'gen_ai.operation.name': 'chat',
          'gen_ai.system': 'openai',
          'gen_ai.request.model': 'm',
          ...tokens(input),
          events,
        },
        at,
        id,
        'a',
      );
    const runs = (id: string, at: readonly [number, number], call: typeof load, response: string) =>
      around(
        {
          'gen_ai.tool.name': call.name,
          'gen_ai.tool.call.id': call.id,
          tool_arguments: call.arguments,
          tool_response: response,
        },
        at,
        id,
        'a',
      );
    return [
      around({
        agent_name: 'tea',
        model_name: 'm',
        final_result: 'Sorry.',
        all_messages_events: [user],
        ...tokens(360, 15),
      }),
      model('m1', [1, 2], 100, [user, event('gen_ai.choice', { index: 0, message: says(load) })]),
      runs('t1', [2, 3], load, skill),
      model('m2', [3, 4], 120, [
        user,
        event('gen_ai.assistant.message', says(load)),
        event('gen_ai.tool.message', { role: 'tool', id: 'c1', content: skill }),
        event('gen_ai.choice', { index: 0, message: says(read as typeof load) }),
      ]),
      runs('t2', [4, 5], read as typeof load, file),
      model('m3', [5, 6], 140, [
        user,
        event('gen_ai.choice', { index: 0, message: { role: 'assistant', content: 'Sorry.' } }),
      ]),
    ];
  };
  it.each([WORDS, 'File references/leafs.md does not exist.'])(
    'has arguments, results and messages in attributes of its own: %s',
    async (words) => {
      expect(await found(spans('---\nname: brew\n---\n# Brew', words))).toEqual(RIGHT);
    },
  );
});

describe('a call whose span has no result', () => {
  const RESULT = 'gen_ai.tool.call.result';
  const INPUT = 'gen_ai.input.messages';
  it.each<[string, readonly Span[]]>([
    ['the request of the next model call', without(leaves(undefined), RESULT)],
    ['its words', without(leaves(undefined, { file: WORDS }), RESULT)],
    ['the request of the next model call, in a trace of an agent', [around(AGENT), ...without(leaves('a'), RESULT)]],
    ['the request, without the id in the span', without(leaves(undefined), RESULT, 'gen_ai.tool.call.id')],
    [
      'an event of its span',
      without(leaves(undefined), RESULT).map((one) =>
        one.id === 't1' ? { ...one, events: [{ name: 'gen_ai.choice', values: { message: SKILL } }] } : one,
      ),
    ],
  ])('has that of %s', async (_, spans) => {
    expect(await found(spans)).toEqual(RIGHT);
  });

  it.each<[string, readonly Span[]]>([
    ['it', without(leaves(undefined), RESULT, INPUT)],
    ['it, in a trace without contents', without(leaves(undefined), RESULT, INPUT, 'gen_ai.output.messages')],
    [
      'more than that it ended',
      without(leaves(undefined), RESULT).map((one) =>
        one.id === 'm2' || one.id === 'm3' ? (without([one], INPUT)[0] ?? one) : one,
      ),
    ],
  ])('was requested, if nothing says %s', async (_, spans) => {
    expect(await found(spans)).toMatchObject({
      loads: [],
      read: [],
      misses: [],
      requested: ['brew/SKILL.md', 'brew/references/leafs.md'],
    });
  });

  it('failed if its span did', async () => {
    const spans = without(leaves(undefined), RESULT, INPUT).map((one) =>
      one.id === 't2' ? { ...one, values: { ...one.values, 'error.type': 'NotFound' } } : one,
    );
    expect(await found(spans)).toMatchObject({ read: [], requested: ['brew/SKILL.md'] });
  });
});

describe('an answer in words', () => {
  it.each([
    WORDS,
    "Error: Resource 'references/leafs.md' not found in skill 'brew'.",
    'references/leafs.md does not exist.',
    "I couldn't find references/leafs.md in the skill brew.",
    'No resource named "references/leafs.md".',
    'Could not read leafs.md: no such file',
    'The file leafs.md could not be found.',
    'Unable to locate references/leafs.md',
    "ENOENT: no such file or directory, open '/skills/brew/references/leafs.md'",
    "FileNotFoundError: [Errno 2] No such file or directory: 'references/leafs.md'",
    'Unknown resource: references/leafs.md',
    'references/leafs.md is not available.\nAvailable: references/leaves.md',
  ])('says that a file is missing: %s', async (words) => {
    expect(await found(leaves(undefined, { file: words }))).toEqual(RIGHT);
    expect(await found(leaves(undefined, { file: { status: 'error', message: words } }))).toEqual(RIGHT);
  });

  it.each([
    '# Leaves\n\nIf leafs.md is not found, ask.',
    'If references/leafs.md is not found, ask the user.',
    'Green leaves do not exist in winter.',
    '- leafs.md: not found in every shop',
    `leafs.md\n${'Not found in shops. '.repeat(40)}`,
    '1\tleafs.md is not found everywhere',
  ])('does not if it is the file: %s', async (words) => {
    expect(await found(leaves(undefined, { file: { content: words } }))).toMatchObject({
      misses: [],
      read: ['brew/references/leafs.md'],
    });
  });

  it.each([
    "Skill 'brew' not found.",
    'There is no skill named brew.',
    "The skill 'brew' could not be found.",
    'Unknown skill: brew',
  ])('says that a skill is unknown: %s', async (words) => {
    expect(await found(leaves(undefined, { skill: words }))).toMatchObject({ loads: [] });
  });
});
