/** Sub-agents whose records are in files of their own. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { importFile, importRecords } from '../../test/equipment/runtime/session.ts';
import { findSessionFiles } from './find/session-files.ts';

const FOLDER = '/home/ada/.claude/skills/brewer';
const BODY = `Base directory for this skill: ${FOLDER}\n\n# Brewing\n\nRead \`references/leaves.md\`.\n`;
const PROMPT = 'Use the brewer and report.';

let count = 0;
function line(type: string, message: object, more: object = {}): object {
  const timestamp = new Date(Date.UTC(2026, 0, 5, 10, 0, ++count)).toISOString();
  return {
    parentUuid: null,
    isSidechain: false,
    sessionId: 's',
    uuid: `u${count}`,
    cwd: '/w',
    type,
    timestamp,
    message,
    ...more,
  };
}
const user = (content: unknown, more: object = {}) => line('user', { role: 'user', content }, more);
const assistant = (block: object, more: object = {}) =>
  line(
    'assistant',
    { id: `m${count}`, role: 'assistant', model: 'm', content: [block], usage: { input_tokens: 10, output_tokens: 1 } },
    more,
  );
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: string, isError = false) => [
  { type: 'tool_result', tool_use_id: id, content, is_error: isError },
];
const SIDE = { isSidechain: true, agentId: 'a1' };
const text = (words: string) => ({ type: 'text', text: words });

const miss = () => [
  assistant(call('s2', 'Read', { file_path: `${FOLDER}/references/leafs.md` }), SIDE),
  user(result('s2', 'File does not exist.', true), SIDE),
  assistant(text('Done.'), SIDE),
];
const begin = (more: object = {}) => user(PROMPT, { ...SIDE, ...more });
const skill = (id = 's1') => [
  assistant(call(id, 'Skill', { skill: 'brewer' }), SIDE),
  user(result(id, 'Launching skill: brewer'), SIDE),
];
const task = (tool = 'Task') => assistant(call('t1', tool, { prompt: PROMPT, subagent_type: 'Explore' }));
const done = (more: object = {}) => user(result('t1', 'Reported.'), more);
const linked = { toolUseResult: { agentId: 'a1' } };
const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');

const leafs = `${FOLDER}/references/leafs.md`;
const OWN = 'session/subagents/agent-a1.jsonl';
const NEXT = 'agent-a1.jsonl';

describe("a miss in a skill of Claude Code's sub-agent", () => {
  it.each<[string, readonly object[], Readonly<Record<string, readonly object[]>>]>([
    [
      'with the text as meta',
      [task(), done(linked)],
      { [OWN]: [begin(), ...skill(), user([text(BODY)], { ...SIDE, isMeta: true }), ...miss()] },
    ],
    [
      'with the text as a string',
      [task(), done(linked)],
      { [OWN]: [begin(), ...skill(), user(BODY, { ...SIDE, isMeta: true }), ...miss()] },
    ],
    [
      'with the text marked by nothing',
      [task(), done(linked)],
      { [OWN]: [begin(), ...skill(), user([text(BODY)], SIDE), ...miss()] },
    ],
    [
      'with the text before the result',
      [task(), done(linked)],
      {
        [OWN]: [
          begin(),
          skill()[0] as object,
          user([text(BODY)], { ...SIDE, isMeta: true }),
          user(result('s1', 'Launching skill: brewer'), SIDE),
          ...miss(),
        ],
      },
    ],
    [
      'with a skill that it was given',
      [task(), done(linked)],
      { [OWN]: [begin(), user([text(BODY)], { ...SIDE, isMeta: true }), ...miss()] },
    ],
    [
      'next to the session',
      [task(), done(linked)],
      { [NEXT]: [begin(), ...skill(), user([text(BODY)], { ...SIDE, isMeta: true }), ...miss()] },
    ],
    [
      'by a tool of a later name',
      [task('Agent'), done(linked)],
      { [OWN]: [begin(), ...skill(), user([text(BODY)], { ...SIDE, isMeta: true }), ...miss()] },
    ],
    [
      'without the id in the result',
      [task(), done()],
      { [OWN]: [begin(), ...skill(), user([text(BODY)], { ...SIDE, isMeta: true }), ...miss()] },
    ],
    [
      'without the id, next to the session',
      [task(), done()],
      { [NEXT]: [begin(), ...skill(), user([text(BODY)], { ...SIDE, isMeta: true }), ...miss()] },
    ],
    [
      'without a result',
      [task()],
      { [OWN]: [begin(), ...skill(), user([text(BODY)], { ...SIDE, isMeta: true }), ...miss()] },
    ],
    [
      'in the same file',
      [task(), begin(), ...skill(), user([text(BODY)], { ...SIDE, isMeta: true }), ...miss(), done()],
      {},
    ],
    [
      'that the main agent loaded',
      [
        assistant(call('s1', 'Skill', { skill: 'brewer' })),
        user(result('s1', 'Launching')),
        user([text(BODY)], { isMeta: true }),
        task(),
        done(linked),
      ],
      { [OWN]: [begin(), ...miss()] },
    ],
    [
      'that another sub-agent loaded',
      [
        task(),
        done(linked),
        assistant(call('t2', 'Task', { prompt: 'More.' })),
        user(result('t2', 'So.'), { toolUseResult: { agentId: 'b2' } }),
      ],
      {
        [OWN]: [begin(), ...skill(), user([text(BODY)], { ...SIDE, isMeta: true })],
        'session/subagents/agent-b2.jsonl': miss(),
      },
    ],
    [
      'whose SKILL.md it read',
      [task(), done(linked)],
      {
        [OWN]: [
          begin(),
          assistant(call('s1', 'Read', { file_path: `${FOLDER}/SKILL.md` }), SIDE),
          user(result('s1', '---\nname: brewer\ndescription: Brews.\n---\n# Brew'), SIDE),
          ...miss(),
        ],
      },
    ],
  ])('is counted: %s', async (_, main, files) => {
    const others = Object.fromEntries(Object.entries(files).map(([name, records]) => [name, lines(records)]));
    const { summary, events } = await importRecords([user('Brew.'), ...main], others);
    expect([...summary.misses.values()]).toMatchObject([
      { skill: 'brewer', path: 'references/leafs.md', asked: leafs, count: 1 },
    ]);
    expect([...summary.misses.values()][0]?.unloaded).toBeUndefined();
    expect(events.flatMap((event) => (event.type === 'run_started' ? [event.prompt] : []))).toEqual(['Brew.']);
  });

  it('is none of a file of another session', async () => {
    const other = [begin({ sessionId: 'other' }), ...skill(), user([text(BODY)], { ...SIDE, isMeta: true }), ...miss()];
    const { summary } = await importRecords([user('Brew.'), task(), done()], { [NEXT]: lines(other) });
    expect(summary.misses.size).toBe(0);
  });
});

const ID = 'd5c7438f-efb0-42eb-bc11-be33312d3077';
const GEMINI = '/home/ada/.gemini/skills/brew';
const at = (second: number) => new Date(Date.UTC(2026, 4, 22, 14, 59, second)).toISOString();
const header = (id: string, kind: string) => ({
  sessionId: id,
  projectHash: 'tea',
  startTime: at(0),
  lastUpdated: at(0),
  kind,
});
const asks = (id: string, words: string) => ({ id, timestamp: at(1), type: 'user', content: [{ text: words }] });
const tokens = { input: 100, output: 10, cached: 0, thoughts: 0, tool: 0, total: 110 };
const reply = (id: string, toolCalls: readonly object[] = []) => ({
  id,
  timestamp: at(2),
  type: 'gemini',
  content: 'so',
  model: 'g',
  thoughts: [],
  tokens,
  toolCalls,
});
const tool = (id: string, name: string, args: object, response: object, more: object = {}) => ({
  id,
  name,
  args,
  status: 'error' in response ? 'error' : 'success',
  timestamp: at(3),
  result: [{ functionResponse: { id, name, response } }],
  ...more,
});
const activate = tool(
  'c1',
  'activate_skill',
  { name: 'brew' },
  {
    output: `<activated_skill name="brew">\n<instructions>\n# Brew\nRead \`references/leaves.md\`.\n</instructions>\n<available_resources>\n${GEMINI}/\n└── SKILL.md\n</available_resources>\n</activated_skill>`,
  },
);
const read = (name: string) =>
  tool(
    'c9',
    'read_file',
    { file_path: `${GEMINI}/references/${name}` },
    { error: `File not found: ${GEMINI}/references/${name}` },
  );
const delegate = (args: object, more: object = {}) => tool('c5', 'codebase_investigator', args, { output: 'so' }, more);

describe("a miss in a skill of Gemini CLI's sub-agent", () => {
  const sub = [
    header('0la501', 'subagent'),
    asks('u1', 'Investigate the pots.'),
    reply('s1', [read('leafs.md')]),
    reply('s2'),
  ];
  it.each<[string, readonly object[], readonly object[]]>([
    ['without its call', [reply('g1', [activate])], sub],
    ['by its prompt', [reply('g1', [activate]), reply('g2', [delegate({ objective: 'Investigate the pots.' })])], sub],
    [
      'by a part of its prompt',
      [reply('g1', [activate]), reply('g2', [delegate({ objective: 'gate the pots' })])],
      sub,
    ],
    ['by its id', [reply('g1', [activate]), reply('g2', [delegate({}, { agentId: '0la501' })])], sub],
    [
      'that it activated',
      [reply('g2', [delegate({ objective: 'Investigate the pots.' })])],
      sub.toSpliced(2, 0, reply('s0', [activate])),
    ],
    ['with a message that was replaced', [reply('g1', [activate])], [...sub.slice(0, 3), ...sub.slice(2)]],
    ['without a prompt', [reply('g1', [activate])], sub.toSpliced(1, 1)],
    ['without a header', [reply('g1', [activate])], sub.slice(1)],
  ])('is counted: %s', async (_, main, inner) => {
    const folder = writeFiles(temporaryFolder(), {
      'chats/session-2026-05-22T14-59-d5c7438f.jsonl': lines([header(ID, 'main'), asks('u1', 'Brew tea.'), ...main]),
      [`chats/${ID}/0la501.jsonl`]: lines(inner),
      'chats/other/x.jsonl': lines(sub),
    });
    const file = join(folder, 'chats/session-2026-05-22T14-59-d5c7438f.jsonl');
    const { summary, finished, events } = await importFile(file);
    expect([...summary.misses.keys()].length).toBe(1);
    expect([...summary.misses.values()]).toMatchObject([{ skill: 'brew', path: 'references/leafs.md', count: 1 }]);
    expect(finished.subagents).toMatchObject([{ file: '0la501.jsonl' }]);
    expect(finished.steps).toBe(main.length);
    expect(events.flatMap((event) => (event.type === 'run_started' ? [event.prompt] : []))).toEqual(['Brew tea.']);
    expect(summary.usage.inputTokens).toBe(
      100 *
        (main.length +
          inner.filter((one) => 'toolCalls' in one).length -
          (inner.length > 4 && inner[2] === inner[3] ? 1 : 0)),
    );
    const listed = await findSessionFiles({ only: [folder] });
    expect(listed.map(({ path }) => path).sort()).toEqual([join(folder, 'chats/other/x.jsonl'), file]);
  });
});
