/** Rollouts of agents that another one spawned, and the records of usage of different versions. */
import { describe, expect, it } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { importRecords } from '../../../test/equipment/runtime/session.ts';

const FOLDER = '/home/ada/.agents/skills/brewer';
const START = Date.UTC(2026, 7, 15, 9, 0, 40);

interface Entry {
  readonly type: string;
  readonly payload: object;
}
const item = (payload: object): Entry => ({ type: 'response_item', payload });
const event = (payload: object): Entry => ({ type: 'event_msg', payload });
const turn = (id: string): Entry => event({ type: 'task_started', turn_id: id });
const context: Entry = { type: 'turn_context', payload: { cwd: '/home/ada/tea', model: 'gpt-test' } };
const prompt = (text: string): readonly Entry[] => [
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
  event({ type: 'user_message', message: text }),
];
const call = (id: string, cmd: string): Entry =>
  item({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id: id });
const output = (id: string, text: string, code = 0): Entry =>
  item({
    type: 'function_call_output',
    call_id: id,
    output: `Process exited with code ${code}\nOutput:\n${text}`,
  });
const says = (text: string): Entry =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const figures = (input: number, more: object = {}) => ({
  input_tokens: input,
  cached_input_tokens: input / 2,
  output_tokens: input / 10,
  ...more,
});
const count = (total: number, last: number): Entry =>
  event({ type: 'token_count', info: { total_token_usage: figures(total), last_token_usage: figures(last) } });
const usageRecord = (total: number | undefined, last: number): Entry => ({
  type: 'token_usage_record',
  payload: defined<{ usage: object; thread_token_usage?: object }>({
    usage: figures(last, { cache_write_input_tokens: 0 }),
    thread_token_usage: total === undefined ? undefined : figures(total, { cache_write_input_tokens: 0 }),
  }),
});
const meta = (id: string, more: object = {}): Entry => ({
  type: 'session_meta',
  payload: { id, timestamp: new Date(START).toISOString(), cwd: '/home/ada/tea', model_provider: 'openai', ...more },
});

const SPAWNED = { subagent: { thread_spawn: { parent_thread_id: 'parent', depth: 1 } } };
const PARENT_TURN: readonly Entry[] = [
  turn('t1'),
  context,
  ...prompt('Plan the harvest.'),
  call('c1', `cat ${FOLDER}/SKILL.md`),
  output('c1', '---\nname: brewer\ndescription: Brews.\n---\n# Brew\nRead `references/leaves.md`.'),
  count(10_000, 10_000),
  call('c2', `cat ${FOLDER}/references/leafs.md`),
  output('c2', `cat: ${FOLDER}/references/leafs.md: No such file or directory`, 1),
  count(21_000, 11_000),
];
const PARENT_DONE: readonly Entry[] = [says('Done.'), count(33_000, 12_000), event({ type: 'task_complete' })];
const OWN_BEGIN: readonly Entry[] = [turn('t2'), context, ...prompt('Count the baskets.')];
const ownReplies = (total: number): readonly Entry[] => [
  call('k1', 'ls /home/ada/tea'),
  output('k1', 'baskets.csv'),
  count(total + 2000, 2000),
  says('4 baskets.'),
  count(total + 5000, 3000),
  event({ type: 'task_complete' }),
];

/** Gives entries their times: `pauses` in milliseconds before them, by their positions. */
function timed(entries: readonly Entry[], pauses: Readonly<Record<number, number>>, first = START): object[] {
  let time = first;
  return entries.map((entry, index) => {
    time += pauses[index] ?? 0;
    return { timestamp: new Date(time).toISOString(), ...entry };
  });
}

/** The records of a spawned agent: what it copies, then its own after a pause. */
function spawned(
  copied: readonly Entry[],
  own: readonly Entry[],
  pause = 1000,
  more: Readonly<Record<number, number>> = {},
) {
  const begin = own.length - ownReplies(0).length;
  return timed([...copied, ...own], { [copied.length]: pause, [copied.length + begin]: 800, ...more });
}
const HEAD = [meta('child', { source: SPAWNED, forked_from_id: 'parent' }), meta('parent', { source: 'cli' })];
const COPIED = [...HEAD, ...PARENT_TURN, ...PARENT_DONE];
const OWN = [...OWN_BEGIN, ...ownReplies(33_000)];

async function figuresOf(records: readonly object[]) {
  const { events, finished, summary } = await importRecords(records);
  return {
    prompts: events.flatMap((one) => (one.type === 'run_started' ? [one.prompt] : [])),
    steps: finished.steps,
    input: finished.usage.inputTokens,
    reported: finished.reportedUsage?.inputTokens,
    misses: [...summary.misses.values()].map(({ path }) => path),
    duplicate: finished.duplicate > 10,
  };
}
const own = {
  prompts: ['Count the baskets.'],
  steps: 2,
  input: 5000,
  reported: 5000,
  misses: [],
  duplicate: true,
};

describe('the rollout of a spawned agent counts only what is its own', () => {
  const spread = Object.fromEntries(COPIED.map((_, index) => [index, index % 4]));
  const spawn = call('s1', 'true');
  it.each<[string, readonly object[]]>([
    ['after a pause', spawned(COPIED, OWN)],
    ['a tenth of a second later', spawned(COPIED, OWN, 100)],
    ['in the same millisecond', spawned(COPIED, OWN, 0)],
    ['after copies that take a while', spawned(COPIED, OWN, 1000, spread)],
    ['after copies with a pause in a turn', spawned(COPIED, OWN, 1000, { 8: 70 })],
    ['without the header of the other thread', spawned(COPIED.toSpliced(1, 1), OWN)],
    ['by the header of the other thread alone', spawned([meta('child', { source: SPAWNED }), ...COPIED.slice(1)], OWN)],
    ['by the id of its parent', spawned([meta('child', { parent_thread_id: 'parent' }), ...COPIED.slice(1)], OWN)],
    ['by the source of its thread', spawned([meta('child', { thread_source: 'subagent' }), ...COPIED.slice(1)], OWN)],
    [
      'of an agent that a spawned one spawned',
      spawned([HEAD[0] as Entry, meta('middle', { source: SPAWNED }), ...COPIED.slice(1)], OWN),
    ],
    ['after a turn that has not ended', spawned([...HEAD, ...PARENT_TURN, ...PARENT_DONE.slice(0, 2), spawn], OWN)],
    ['without the events of its turn', spawned(COPIED, OWN.slice(1))],
    ['after a compaction', spawned([...COPIED, { type: 'compacted', payload: { message: 'So far.' } }], OWN)],
    [
      'with the times of the originals',
      [
        ...timed(HEAD.slice(0, 1), {}),
        ...timed(COPIED.slice(1), Object.fromEntries(COPIED.map((_, index) => [index, 1000])), START - 60_000),
        ...timed(OWN, { 4: 500 }, START + 30),
      ],
    ],
    ['after the state of the world', spawned(COPIED, [{ type: 'world_state', payload: {} }, ...OWN])],
  ])('%s', async (_, records) => {
    expect(await figuresOf(records)).toEqual(own);
  });

  it('and knows the skills that it learned from the other one', async () => {
    const read = [
      call('k0', `cat ${FOLDER}/references/cups.md`),
      output('k0', `cat: ${FOLDER}/references/cups.md: No such file or directory`, 1),
    ];
    const { misses } = await figuresOf(spawned(COPIED, [...OWN_BEGIN, ...read, ...ownReplies(33_000)]));
    expect(misses).toEqual(['references/cups.md']);
  });

  it('and not the result of the call that spawned it', async () => {
    const copied = [...HEAD, ...PARENT_TURN, ...PARENT_DONE.slice(0, 2), call('s1', 'true')];
    const { finished } = await importRecords(spawned(copied, [...OWN_BEGIN, output('s1', ''), ...ownReplies(33_000)]));
    expect(finished).toMatchObject({ raw: 0, steps: 2 });
  });

  it.each<[string, readonly object[], object]>([
    [
      'a fork of the user',
      spawned([meta('child', { source: 'cli', forked_from_id: 'p' }), ...COPIED.slice(1)], OWN),
      { steps: 5, input: 38_000 },
    ],
    [
      'an agent without a history',
      spawned([meta('child', { source: SPAWNED })], [...OWN_BEGIN, ...ownReplies(0)]),
      { steps: 2, input: 5000 },
    ],
    [
      'an agent without a history or a pause',
      spawned([meta('child', { source: SPAWNED })], [...OWN_BEGIN, ...ownReplies(0)], 0),
      { steps: 2, input: 5000 },
    ],
  ])('but all of %s', async (_, records, expected) => {
    expect(await figuresOf(records)).toMatchObject(expected);
  });
});

describe('usage is the same in events and in records', () => {
  const first = [
    meta('s', { source: 'cli' }),
    turn('t1'),
    context,
    ...prompt('Plan.'),
    call('c1', 'ls'),
    output('c1', 'x'),
  ];
  const between = [says('Done.')];
  it.each<[string, readonly Entry[], readonly Entry[]]>([
    ['events', [count(10_000, 10_000)], [count(22_000, 12_000)]],
    ['records', [usageRecord(10_000, 10_000)], [usageRecord(22_000, 12_000)]],
    ['events, then records', [count(10_000, 10_000)], [usageRecord(22_000, 12_000)]],
    ['records, then events', [usageRecord(10_000, 10_000)], [count(22_000, 12_000)]],
    [
      'both, the record first',
      [usageRecord(10_000, 10_000), count(10_000, 10_000)],
      [usageRecord(22_000, 12_000), count(22_000, 12_000)],
    ],
    [
      'both, the event first',
      [count(10_000, 10_000), usageRecord(10_000, 10_000)],
      [count(22_000, 12_000), usageRecord(22_000, 12_000)],
    ],
    ['records without a total', [usageRecord(undefined, 10_000)], [usageRecord(undefined, 12_000)]],
    [
      'records without a total and events',
      [usageRecord(undefined, 10_000), count(10_000, 10_000)],
      [count(22_000, 12_000), usageRecord(undefined, 12_000)],
    ],
    ['repeated records', [usageRecord(10_000, 10_000), usageRecord(10_000, 10_000)], [usageRecord(22_000, 12_000)]],
    [
      'repeated records without a total',
      [usageRecord(undefined, 10_000), usageRecord(undefined, 10_000)],
      [usageRecord(undefined, 12_000)],
    ],
  ])('%s', async (_, one, two) => {
    const { finished } = await importRecords(timed([...first, ...one, ...between, ...two], {}));
    expect(finished).toMatchObject({ steps: 2, raw: 0, usage: { inputTokens: 22_000, outputTokens: 2200 } });
    expect(finished.reportedUsage).toMatchObject({ inputTokens: 22_000 });
  });
});
