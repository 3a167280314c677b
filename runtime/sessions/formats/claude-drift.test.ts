/** Sessions of Claude Code whose envelope, and whose texts of skills, differ from version to version. */
import { describe, expect, it } from 'vitest';
import { importRecords } from '../../../test/equipment/runtime/session.ts';

const FOLDER = '/home/ada/.claude/skills/brewer';
const BODY = `Base directory for this skill: ${FOLDER}\n\n# Brewing\n\nRead \`references/leaves.md\`.\n`;

type Envelope = (id: number) => object;
const time = (id: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, id)).toISOString();
const file: Envelope = (id) => ({
  parentUuid: id === 1 ? null : `u${id - 1}`,
  isSidechain: false,
  sessionId: 's',
  cwd: '/home/ada/tea',
  uuid: `u${id}`,
  timestamp: time(id),
});
const stream: Envelope = (id) => ({ session_id: 's', parent_tool_use_id: null, uuid: `u${id}` });
const subagent: Envelope = (id) => ({ session_id: 's', parent_tool_use_id: 'task', uuid: `u${id}` });

const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: string, isError = false) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  is_error: isError,
});
const text = (words: string) => ({ type: 'text', text: words });

/** The records of a session that loads a skill, reads one of its files and misses another. */
function skillSession(envelope: Envelope, isAdded: object, skill: readonly unknown[] = defaultSkill): object[] {
  let id = 0;
  const user = (content: unknown, more: object = {}) => ({
    ...envelope(++id),
    type: 'user',
    message: { role: 'user', content },
    ...more,
  });
  const assistant = (...content: readonly object[]) => ({
    ...envelope(++id),
    type: 'assistant',
    message: { id: `m${id}`, role: 'assistant', model: 'claude-test', content },
  });
  return [
    assistant(call('c1', 'Skill', { skill: 'brewer' })),
    ...skill.map((one) => (one === BODY || Array.isArray(one) ? user(one, isAdded) : user([one]))),
    assistant(call('c2', 'Read', { file_path: `${FOLDER}/references/leaves.md` })),
    user([result('c2', '# Leaves')]),
    assistant(call('c3', 'Read', { file_path: `${FOLDER}/references/leafs.md` })),
    user([result('c3', 'File does not exist.', true)]),
    assistant(text('Done.')),
  ];
}
const launched = result('c1', 'Launching skill: brewer');
const defaultSkill: readonly unknown[] = [launched, [text(BODY)]];

const found = { loads: [`brewer ${FOLDER}`], read: ['brewer/references/leaves.md'], missed: ['references/leafs.md'] };

async function findings(records: readonly object[]) {
  const { events, summary } = await importRecords(records);
  return {
    format: events.find((event) => event.type === 'run_started')?.imported?.format,
    prompts: events.flatMap((event) => (event.type === 'run_started' && event.prompt !== '' ? [event.prompt] : [])),
    loads: events.flatMap((event) => (event.type === 'skill_loaded' ? [`${event.skill} ${event.folder}`] : [])),
    read: [...summary.filesRead],
    missed: events.flatMap((event) => (event.type === 'tool_result' && event.miss ? [event.miss.path] : [])),
  };
}

const renamed =
  (envelope: Envelope, more: object, ...without: readonly string[]): Envelope =>
  (id) =>
    Object.fromEntries(Object.entries({ ...envelope(id), ...more }).filter(([name]) => !without.includes(name)));

describe('a file of Claude Code is recognized by the fields that it has', () => {
  it.each<[string, Envelope]>([
    ['as it is', file],
    ['with both spellings of the session', renamed(file, { session_id: 's' })],
    ['with the later spelling only', renamed(file, { session_id: 's' }, 'sessionId')],
    ['with a field of the stream', renamed(file, { session_id: 's', parent_tool_use_id: null })],
    ['with a call of the stream', renamed(file, { parent_tool_use_id: 'c1' })],
    ['without its parents', renamed(file, { session_id: 's' }, 'parentUuid', 'isSidechain')],
    ['without the parent', renamed(file, { session_id: 's' }, 'parentUuid')],
    ['without the mark of side chains', renamed(file, { session_id: 's' }, 'isSidechain')],
    ['without ids of records', renamed(file, { session_id: 's' }, 'uuid')],
    ['without times', renamed(file, { session_id: 's' }, 'timestamp')],
    ['with fields that no version had', renamed(file, { session_id: 's', type_version: 3, requestIds: [] })],
    ['reduced to its times', renamed(file, {}, 'parentUuid', 'isSidechain', 'sessionId', 'uuid')],
  ])('%s', async (_, envelope) => {
    expect(await findings(skillSession(envelope, { isMeta: true }))).toEqual({
      ...found,
      format: 'claude-code',
      prompts: [],
    });
  });

  it.each<[string, Envelope]>([
    ['as it is', stream],
    ['with the session of a file', renamed(stream, { sessionId: 's' })],
    ['with times', renamed(stream, { timestamp: time(1) })],
  ])('and the stream by its own: %s', async (_, envelope) => {
    expect(await findings(skillSession(envelope, { isSynthetic: true }))).toMatchObject({
      ...found,
      format: 'claude-stream-json',
      prompts: [],
    });
  });
});

describe('the text of a skill is no prompt', () => {
  it.each<[string, Envelope, object, readonly unknown[]]>([
    ['marked as synthetic', stream, { isSynthetic: true }, defaultSkill],
    ['marked as meta', stream, { isMeta: true }, defaultSkill],
    ['marked by neither', stream, {}, defaultSkill],
    ['in a file, marked as synthetic', file, { isSynthetic: true }, defaultSkill],
    ['in a file, marked by neither', file, {}, defaultSkill],
    ['as a plain text', stream, { isSynthetic: true }, [launched, BODY]],
    ['before the result', stream, { isSynthetic: true }, [[text(BODY)], launched]],
    ['before the result, as a plain text', file, { isMeta: true }, [BODY, launched]],
    ['with the id of its call', file, { isMeta: true, sourceToolUseID: 'c1' }, defaultSkill],
    ['of a sub-agent', subagent, { isSynthetic: true }, defaultSkill],
    ['of a sub-agent, marked by neither', subagent, {}, defaultSkill],
  ])('%s', async (_, envelope, isAdded, skill) => {
    const task = { ...stream(0), type: 'assistant', message: { id: 'm', content: [call('task', 'Task', {})] } };
    const records = skillSession(envelope, isAdded, skill);
    expect(await findings(envelope === subagent ? [task, ...records] : records)).toMatchObject({
      ...found,
      prompts: [],
    });
  });

  it.each([
    ['Stop hook feedback: run the tests.', { isSynthetic: true }],
    ['Continue from where you left off.', { isSynthetic: true }],
    ['Continue from where you left off.', { isMeta: true }],
  ])('nor is any other text of the client: %s', async (words, isAdded) => {
    const { prompts } = await findings([
      ...skillSession(stream, { isSynthetic: true }),
      { ...stream(90), type: 'user', message: { role: 'user', content: words }, ...isAdded },
      { ...stream(91), type: 'assistant', message: { id: 'm91', role: 'assistant', content: [text('Done again.')] } },
    ]);
    expect(prompts).toEqual([]);
  });

  it('goes to the call that loaded it, if one message loads two skills', async () => {
    const other = `Base directory for this skill: /home/ada/.claude/skills/cooler\n\n# Cooling\n`;
    const user = (id: number, content: unknown, more: object = {}) => ({
      ...file(id),
      type: 'user',
      message: { role: 'user', content },
      ...more,
    });
    const { loads } = await findings([
      {
        ...file(1),
        type: 'assistant',
        message: {
          id: 'm1',
          role: 'assistant',
          content: [call('c1', 'Skill', { skill: 'brewer' }), call('c2', 'Skill', { skill: 'tea:cooler' })],
        },
      },
      user(2, [launched]),
      user(3, [result('c2', 'Launching skill: cooler')]),
      user(4, [text(other)], { isMeta: true }),
      user(5, [text(BODY)], { isMeta: true }),
    ]);
    expect(loads).toEqual([`brewer ${FOLDER}`, 'tea:cooler /home/ada/.claude/skills/cooler']);
  });
});
