import { describe, expect, test } from 'vitest';
import { SessionState } from '../loop/state.ts';
import type { Prepared, ResultOutcome, Tool, ToolContext } from '../loop/tools.ts';
import type { Json, RunEvent } from '../protocol/events.ts';
import { localExecutor } from '../scripts/local-executor.ts';
import { manifest, skillOnDisk, temporaryFolder, writeFiles } from '../testing/folders.ts';
import { skillInstruction } from './instruction.ts';
import { skillsAsXml } from './list-skills.ts';
import { type SkillToolsetOptions, skillToolset } from './skill-toolset.ts';
import { readSkills } from './skills.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
const demo = () =>
  skillOnDisk('demo', {
    'references/guide.md': 'The guide.',
    'references/deep/more.md': 'More.',
    'assets/logo.png': PNG,
    'assets/empty.txt': '',
    'scripts/run.sh': 'echo hi',
    'top.md': 'Top.',
  });

function context(state = new SessionState(), agent = 'agent'): ToolContext {
  return {
    callId: 'c1',
    seq: 1,
    invocation: 'inv',
    agent,
    state,
    signal: new AbortController().signal,
    emit: (body) => ({ ...body, seq: 1, time: '', invocation: 'inv', agent }) as RunEvent,
    ask: async () => 'approve',
  };
}

function prepare(
  options: Partial<SkillToolsetOptions> = {},
  state = new SessionState(),
  messages: Parameters<ReturnType<typeof skillToolset>['prepare']>[0]['messages'] = [],
): Prepared {
  const toolset = skillToolset({ skills: [demo()], executor: localExecutor({ trusted: true }), ...options });
  return toolset.prepare({ agent: 'agent', invocation: 'inv', state, messages }) as Prepared;
}

async function call(
  name: string,
  args: Record<string, Json>,
  options: Partial<SkillToolsetOptions> = {},
  ctx = context(),
) {
  const tool = prepare(options).tools.find((one) => one.name === name);
  return (await tool?.execute(args, ctx)) as ResultOutcome & {
    value: { error?: string; content?: string; status?: string };
  };
}

const names = (tools: readonly Tool[]): string[] => tools.map((tool) => tool.name);

describe('tool surface', () => {
  test('[1] exactly these tools, in this order', () => {
    expect(names(prepare().tools)).toEqual(['list_skills', 'load_skill', 'load_skill_resource', 'run_skill_script']);
  });

  test('[4] [69] without an executor no run_skill_script, and the rules do not speak of it', () => {
    const { tools, instruction } = (() => {
      const toolset = skillToolset({ skills: [demo()] });
      return toolset.prepare({ agent: 'a', invocation: 'i', state: new SessionState(), messages: [] }) as Prepared;
    })();
    expect(names(tools)).not.toContain('run_skill_script');
    expect(instruction).not.toContain('run_skill_script');
  });

  test('[6] [70] a filter applies, and the rules name what must not be called', () => {
    const { tools, instruction } = prepare({ filter: (name) => name !== 'list_skills' });
    expect(names(tools)).not.toContain('list_skills');
    expect(instruction).toMatch(/do not call: `list_skills`/);
  });

  test('[10] parameters', () => {
    const schema = Object.fromEntries(
      prepare().tools.map((tool) => [tool.name, Object.keys(tool.inputSchema.properties ?? {})]),
    );
    expect(schema).toEqual({
      list_skills: [],
      load_skill: ['skill_name'],
      load_skill_resource: ['skill_name', 'file_path'],
      run_skill_script: ['skill_name', 'file_path', 'args', 'short_options', 'positional_args'],
    });
  });

  test.each([
    { name: 'demo', path: 'references/guide.md' },
    { skill: 'demo', resource_path: 'references/guide.md' },
  ])('[11] older spellings are accepted: %o', async (args) => {
    expect((await call('load_skill_resource', args as Record<string, string>)).value.content).toBe('The guide.');
  });

  test('[8] two skills of one name are refused', () => {
    const folder = writeFiles(temporaryFolder(), { 'a/SKILL.md': manifest('same'), 'b/SKILL.md': manifest('same') });
    expect(readSkills([folder])).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/Two skills are named 'same'/),
    });
  });

  test('[103] a skill that cannot be read is left out with a note', () => {
    const folder = writeFiles(temporaryFolder(), {
      'good/SKILL.md': manifest('good'),
      'none/SKILL.md': '# No frontmatter',
      'broken/SKILL.md': '---\nname: [\n---\n',
      'code/SKILL.md': '---js\nthrow new Error("ran")\n---\n',
      'binary/SKILL.md': new Uint8Array([0, 1, 2]),
      'large/SKILL.md': new Uint8Array(3_000_000).fill(97),
    });
    const read = readSkills([folder]);
    expect(read.kind === 'found' && [read.skills.map((skill) => skill.name), read.notes.length]).toEqual([['good'], 5]);
  });
});

describe('list_skills, load_skill', () => {
  test('[12] a block of XML with names and descriptions, escaped; an empty one where there is no skill', async () => {
    expect(skillsAsXml([])).toBe('<available_skills>\n</available_skills>');
    expect(skillsAsXml([{ name: 'a', description: 'x < y & "z"' }])).toContain(
      '<description>x &lt; y &amp; &quot;z&quot;</description>',
    );
    expect((await call('list_skills', {})).value).toContain('<name>demo</name>');
  });

  test('[13] instructions and frontmatter, no list of files', async () => {
    const { value } = await call('load_skill', { skill_name: 'demo' });
    expect(value).toEqual({
      skill_name: 'demo',
      instructions: '# Steps\n\nDo it.\n',
      frontmatter: { name: 'demo', description: 'Does demo things.' },
    });
    expect(JSON.stringify(value)).not.toContain('guide.md');
  });

  test('[14] no name, an unknown name', async () => {
    expect(await call('load_skill', {})).toMatchObject({ errorCode: 'INVALID_ARGUMENTS' });
    expect(await call('load_skill', { skill_name: 'nobody' })).toMatchObject({ errorCode: 'SKILL_NOT_FOUND' });
  });

  test('[15] loading marks the skill as active, for this agent, once, without changing what was stored', async () => {
    const state = new SessionState();
    const before: Json = ['other'];
    state.set('_adk_activated_skill_agent', before);
    for (let i = 0; i < 2; i++) await call('load_skill', { skill_name: 'demo' }, {}, context(state));
    expect(state.get('_adk_activated_skill_agent')).toEqual(['other', 'demo']);
    expect(before).toEqual(['other']);
    state.set('_adk_activated_skill_second', null);
    await call('load_skill', { skill_name: 'demo' }, {}, context(state, 'second'));
    expect(state.get('_adk_activated_skill_second')).toEqual(['demo']);
  });

  test('[16] {var} is filled from state only where the skill asks for it', async () => {
    const body = 'Hello {user}, {unknown}.';
    const asks = skillOnDisk('asks', { 'SKILL.md': manifest('asks', body, 'metadata:\n  adk_inject_state: true\n') });
    const plain = skillOnDisk('plain', {}, body);
    const state = new SessionState();
    state.set('user', 'Ada');
    const load = async (name: string) =>
      (await call('load_skill', { skill_name: name }, { skills: [asks, plain] }, context(state))).value;
    expect(await load('asks')).toMatchObject({ instructions: 'Hello Ada, {unknown}.' });
    expect(await load('plain')).toMatchObject({ instructions: body });
  });

  test('[76] [77] names that nothing provides are told; a pool tool named like a core tool is not offered', () => {
    const skill = skillOnDisk('demo', {
      'SKILL.md': manifest('demo', '', 'metadata:\n  adk_additional_tools: [load_skill, extra, gone]\n'),
    });
    const state = new SessionState();
    state.set('_adk_activated_skill_agent', ['demo']);
    const tool = (name: string): Tool => ({
      name,
      description: 'mine',
      inputSchema: {},
      execute: () => ({ kind: 'result', value: '' }),
    });
    const { tools, unresolved } = prepare(
      { skills: [skill], pool: [tool('load_skill'), tool('extra'), tool('unasked')] },
      state,
    );
    expect(names(tools).slice(4)).toEqual(['extra']);
    expect(tools[1]?.description).not.toBe('mine');
    expect(unresolved).toEqual(['gone']);
  });
});

describe('load_skill_resource', () => {
  const load = (path: string) => call('load_skill_resource', { skill_name: 'demo', file_path: path });

  test('[24] every missing argument is named on a line of its own', async () => {
    const { value } = await call('load_skill_resource', {});
    expect(value).toEqual({
      error: "Argument 'skill_name' is required.\nArgument 'file_path' is required.",
      error_code: 'INVALID_ARGUMENTS',
    });
  });

  test('[27] text comes with its path; a script as its source', async () => {
    expect((await load('references/deep/more.md')).value).toEqual({
      skill_name: 'demo',
      file_path: 'references/deep/more.md',
      content: 'More.',
    });
    expect((await load('scripts/run.sh')).value.content).toBe('echo hi');
    expect((await load('assets/empty.txt')).value.content).toBe('');
  });

  test('[28] `./` and a backslash are another spelling of the same path', async () => {
    for (const path of [
      './references/guide.md',
      'references//guide.md',
      'references\\guide.md',
      'references/./guide.md',
    ])
      expect((await load(path)).value.content).toBe('The guide.');
  });

  test('[28] letter case counts, and a folder is no file', async () => {
    expect(await load('references/Guide.md')).toMatchObject({ errorCode: 'RESOURCE_NOT_FOUND' });
    expect(await load('references/deep')).toMatchObject({ errorCode: 'RESOURCE_NOT_FOUND' });
    expect(await load('references/guide.md/more')).toMatchObject({ errorCode: 'RESOURCE_NOT_FOUND' });
  });

  test.each(['top.md', 'SKILL.md', 'docs/a.md', 'references', 'references/'])(
    '[25] %s is outside the three folders',
    async (path) => {
      expect(await load(path)).toMatchObject({ errorCode: 'INVALID_RESOURCE_PATH' });
    },
  );

  test('[29] [30] [41] a binary file: a status in the result, its bytes with the next request only', async () => {
    const skill = demo();
    const { value } = await call(
      'load_skill_resource',
      { skill_name: 'demo', file_path: 'assets/logo.png' },
      { skills: [skill] },
    );
    expect(value).toEqual({
      skill_name: 'demo',
      file_path: 'assets/logo.png',
      status: expect.stringMatching(/binary/),
    });
    const output = { type: 'json' as const, value: value as never };
    const answered = {
      role: 'tool' as const,
      content: [{ type: 'tool-result' as const, toolCallId: '1', toolName: 'load_skill_resource', output }],
    };
    const { append } = prepare({ skills: [skill] }, new SessionState(), [answered]);
    expect(append).toMatchObject([
      {
        role: 'user',
        content: [{ type: 'text' }, { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } }],
      },
    ]);
    const later = [answered, { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'I see.' }] }];
    expect(prepare({ skills: [skill] }, new SessionState(), later).append).toEqual([]);
  });
});

describe('the instruction', () => {
  test('[67] [68] says what a skill holds; rules numbered without gaps: load first, follow, scope, no retry, go on', () => {
    for (const scripts of [true, false]) {
      const text = skillInstruction(scripts);
      const numbers = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      for (const words of [
        'SKILL.md',
        'references/',
        'assets/',
        'scripts/',
        'before you do anything else',
        'in the order',
        'not part of any skill',
        'do not retry that path',
        'Report the error to the user and stop',
        'not the end of your turn',
      ])
        expect(text).toContain(words);
    }
    expect(skillInstruction(true)).toMatch(/SCRIPT_NOT_FOUND, do not retry it and do not guess another script/);
  });
});
