import { describe, expect, test } from 'vitest';
import type { Skill } from '../../skill/index.ts';
import { manifest, skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, faultsOf, type RunOnceOptions, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import type { ScriptExecutor } from '../scripts/executor.ts';
import { localExecutor } from '../scripts/local-executor.ts';
import { skillInstruction } from './instruction.ts';
import { skillsAsXml } from './list-skills.ts';
import { readSkills } from './read-skills.ts';
import { createSkillSource } from './skill-source.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
const CORE = ['list_skills', 'load_skill', 'load_skill_resource', 'run_skill_script'];
const demo = () =>
  skillOnDisk('demo', {
    'references/guide.md': 'The guide.',
    'references/deep/more.md': 'More.',
    'assets/logo.png': PNG,
    'assets/empty.txt': '',
    'scripts/run.sh': 'echo hi',
    'top.md': 'Top.',
  });

type Options = Partial<Omit<RunOnceOptions, 'model'>>;

/** Performs a run with one model step per list of calls, then an answer. `requests` holds the model's requests. */
async function play(steps: readonly (readonly ScriptedCall[])[], options: Options = {}) {
  const model = scriptedModel([...steps.map((calls) => ({ calls })), { text: 'done' }]);
  const ran = await runOnce({ model, skills: [demo()], host: APPROVES, ...options });
  if (options.continues === undefined) expect(faultsOf(ran)).toEqual([]);
  const requests = model.requests.map(({ prompt, tools }) => {
    const first = prompt[0];
    return {
      system: first?.role === 'system' ? first.content : '',
      tools: (tools ?? []).map((tool) => tool.name),
      declared: tools ?? [],
      prompt,
    };
  });
  const results = ran
    .of('tool_call')
    .map(({ id }) => ran.of('tool_result').find((result) => result.id === id)?.result as Record<string, unknown>);
  return { ...ran, requests, results, result: results[0] ?? {}, code: ran.codes[0] };
}

const tool = (name: string): Tool => ({
  name,
  description: 'mine',
  inputSchema: {},
  execute: () => ({ kind: 'result', value: `ran ${name}` }),
});
/** Creates a skill that requests these tools once it is loaded. */
const skillRequesting = (...names: string[]): Skill =>
  skillOnDisk('demo', {
    'SKILL.md': manifest('demo', '', `metadata:\n  adk_additional_tools: [${names.join(', ')}]\n`),
  });
const LOAD: ScriptedCall = ['load_skill', { skill_name: 'demo' }];

describe('offered tools', () => {
  test('[1] are exactly these, in this order', async () => {
    expect((await play([])).requests[0]?.tools).toEqual(CORE);
  });

  test('[3] do not include unload_skill: lifecycles are off', async () => {
    expect((await play([])).requests[0]?.tools).not.toContain('unload_skill');
  });

  test('[4] [69] do not include run_skill_script without an executor, and the rules do not mention it', async () => {
    const { requests } = await play([], { scripts: false });
    expect(requests[0]?.tools).toEqual(CORE.filter((name) => name !== 'run_skill_script'));
    expect(requests[0]?.system).not.toMatch(/run_skill_script|SCRIPT_NOT_FOUND/);
  });

  test("[4] [51] an agent's own executor is used unless the toolset has one", async () => {
    const saying = (stdout: string): ScriptExecutor => ({
      ...localExecutor({ trusted: true }),
      run: async () => ({
        kind: 'ran',
        sandbox: 'none',
        exitCode: 0,
        stdout,
        stderr: '',
        timedOut: false,
        durationMs: 1,
      }),
    });
    const skillTools = { agentExecutor: (agent: string) => (agent === 'agent' ? saying("agent's") : undefined) };
    const call: ScriptedCall = ['run_skill_script', { skill_name: 'demo', file_path: 'run.sh' }];
    const own = await play([[call]], { scripts: false, skillTools });
    expect(own.requests[0]?.tools).toEqual(CORE);
    expect(own.result.stdout).toBe("agent's");
    expect((await play([[call]], { executor: saying("toolset's"), skillTools })).result.stdout).toBe("toolset's");
  });

  test('[50] after the executor was removed, a missing script is a miss and an existing one cannot run', async () => {
    let lookups = 0;
    const agentExecutor = () => (lookups++ === 0 ? localExecutor({ trusted: true }) : undefined);
    const calls = ['gone.sh', 'run.sh'].map(
      (file_path): ScriptedCall => ['run_skill_script', { skill_name: 'demo', file_path }],
    );
    const { codes } = await play([calls], { scripts: false, skillTools: { agentExecutor } });
    expect([...codes].sort()).toEqual(['NO_CODE_EXECUTOR', 'SCRIPT_NOT_FOUND']);
  });

  test('[6] [70] can be filtered by a list or a function, and the rules name the tools that must not be called', async () => {
    for (const filter of [CORE.slice(1), (name: string) => name !== 'list_skills']) {
      const { requests } = await play([], { skillTools: { filter } });
      expect(requests[0]?.tools).toEqual(CORE.slice(1));
      expect(requests[0]?.system).toMatch(/do not call: `list_skills`\.$/);
    }
    const none = await play([], { skillTools: { filter: ['load_skill_resource'] } });
    expect(none.requests[0]?.system).toMatch(/do not call: `list_skills`, `load_skill`, `run_skill_script`\.$/);
    expect((await play([])).requests[0]?.system).not.toContain('do not call');
  });

  test('[6] a filter also applies to tools that a skill adds', async () => {
    const options = { skills: [skillRequesting('one', 'two')], pool: [tool('one'), tool('two')] };
    const all = await play([[LOAD]], options);
    expect(all.requests[1]?.tools).toEqual([...CORE, 'one', 'two']);
    const filtered = await play([[LOAD]], { ...options, skillTools: { filter: [...CORE, 'two'] } });
    expect(filtered.requests[1]?.tools).toEqual([...CORE, 'two']);
  });

  test('[7] a prefix applies to the declarations and the rules, and the tools work', async () => {
    const resource = (file_path: string): ScriptedCall => ['x_load_skill_resource', { skill_name: 'demo', file_path }];
    const skills = [skillOnDisk('demo', { 'assets/logo.png': PNG })];
    const { requests, codes, guards } = await play(
      [[resource('assets/logo.png')], [resource('references/no.md')], [resource('references/no.md')]],
      { skills, skillTools: { prefix: 'x', filter: (name) => name !== 'list_skills' } },
    );
    expect(requests[0]?.tools).toEqual(['x_load_skill', 'x_load_skill_resource', 'x_run_skill_script']);
    for (const [name] of requests[0]?.system.matchAll(/`\w*(?:load_skill|run_skill|list_skills)\w*`/g) ?? [])
      expect(name).toMatch(/^`x_/);
    expect(requests[0]?.system).toContain('do not call: `x_list_skills`');
    expect(requests[1]?.prompt.at(-1)).toMatchObject({ role: 'user', content: [{ type: 'text' }, { type: 'file' }] });
    expect(codes).toEqual(['-', 'RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND_FATAL']);
    expect(guards).toEqual(['resource_not_found warn 1/2', 'resource_not_found fatal 2/2']);
  });

  test('[7] a prefix also applies to tools that a skill adds', async () => {
    const { requests, result } = await play([[['x_load_skill', { skill_name: 'demo' }]], [['x_one', {}]]], {
      skills: [skillRequesting('one')],
      pool: [tool('one')],
      skillTools: { prefix: 'x' },
    });
    expect(result).toMatchObject({ skill_name: 'demo' });
    expect(requests[1]?.tools.at(-1)).toBe('x_one');
  });

  test('[10] have these parameters', async () => {
    const { requests } = await play([]);
    const schema = requests[0]?.declared.map((one) =>
      one.type === 'function'
        ? [one.name, Object.keys(one.inputSchema.properties ?? {}), one.inputSchema.required]
        : [],
    );
    expect(schema).toEqual([
      ['list_skills', [], undefined],
      ['load_skill', ['skill_name'], ['skill_name']],
      ['load_skill_resource', ['skill_name', 'file_path'], ['skill_name', 'file_path']],
      [
        'run_skill_script',
        ['skill_name', 'file_path', 'args', 'short_options', 'positional_args'],
        ['skill_name', 'file_path'],
      ],
    ]);
  });

  test.each([
    { name: 'demo', path: 'references/guide.md' },
    { skill: 'demo', resource_path: 'references/guide.md' },
  ])('[11] older spellings are accepted: %o', async (args) => {
    expect((await play([[['load_skill_resource', args]]])).result.content).toBe('The guide.');
  });

  test.each([{ script_name: 'run.sh' }, { script_path: 'scripts/run.sh' }, { path: 'run.sh' }])(
    '[11] ... for scripts: %o',
    async (args) => {
      expect((await play([[['run_skill_script', { name: 'demo', ...args }]]])).result.stdout).toBe('hi\n');
    },
  );

  test('[8] rejects two skills with the same name', () => {
    const folder = writeFiles(temporaryFolder(), { 'a/SKILL.md': manifest('same'), 'b/SKILL.md': manifest('same') });
    expect(readSkills([folder])).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/Rename a skill: .* are both named 'same'/),
    });
    expect(readSkills([folder], { allowsCopies: true })).toMatchObject({
      kind: 'found',
      skills: [{ name: 'same' }, { name: 'same' }],
    });
    expect(() => createSkillSource({ skills: [demo(), demo()] })).toThrow("Two skills are named 'demo'");
  });
});

describe('list_skills, load_skill', () => {
  test('[12] list_skills returns escaped names and descriptions as XML, also without skills', async () => {
    expect(skillsAsXml([])).toBe('<available_skills>\n</available_skills>');
    expect(skillsAsXml([{ name: 'a', description: `x < y & "z" > 'v'` }])).toContain(
      '<description>x &lt; y &amp; &quot;z&quot; &gt; &#x27;v&#x27;</description>',
    );
    const { results } = await play([[['list_skills', {}]]]);
    expect(results[0]).toMatch(/^<available_skills>\n<skill>\n<name>demo<\/name>/);
  });

  test('[13] load_skill returns instructions and frontmatter, but no list of files', async () => {
    const { result } = await play([[LOAD]]);
    expect(result).toEqual({
      skill_name: 'demo',
      instructions: '# Steps\n\nDo it.\n',
      frontmatter: { name: 'demo', description: 'Does demo things.' },
    });
    expect(JSON.stringify(result)).not.toContain('guide.md');
  });

  test('[14] load_skill rejects a missing or unknown name', async () => {
    const { codes } = await play([[['load_skill', {}]], [['load_skill', { skill_name: 'unknown' }]]]);
    expect(codes).toEqual(['INVALID_ARGUMENTS', 'SKILL_NOT_FOUND']);
  });

  test('[15] marks the skill as active once, for this agent, without changing stored values', async () => {
    const skills = [demo(), skillOnDisk('other')];
    const steps: ScriptedCall[][] = [[['load_skill', { skill_name: 'other' }]], [LOAD], [LOAD]];
    const ran = await play(steps, { skills });
    expect(ran.of('state').map((event) => event.delta)).toEqual([
      { _adk_activated_skill_agent: ['other'] },
      { _adk_activated_skill_agent: ['other', 'demo'] },
    ]);
    const more = { skills, runs: ran.runs, continues: ran.run };
    const second = await play([[['load_skill', { skill_name: 'demo' }, 'again']]], {
      ...more,
      agent: { name: 'second', instruction: '' },
    });
    expect(second.of('state').map((event) => event.delta)).toEqual([{ _adk_activated_skill_second: ['demo'] }]);
  });

  test('[15] treats a stored null as an empty list', async () => {
    const nulling: Tool = {
      ...tool('forget'),
      execute: (_, { state }) => {
        state.set('_adk_activated_skill_agent', null);
        return { kind: 'result', value: '' };
      },
    };
    const steps: ScriptedCall[][] = [[LOAD], [['forget', {}]], [LOAD]];
    const ran = await play(steps, { skills: [skillRequesting('forget')], pool: [nulling] });
    expect(ran.of('state').at(-1)?.delta).toEqual({ _adk_activated_skill_agent: ['demo'] });
  });

  test('[16] replaces {var} from state only if the skill enables it', async () => {
    const body = 'Hello {user}, {count}, {unknown}.';
    const state = (value: string) => `metadata:\n  adk_inject_state: ${value}\n  adk_additional_tools: [remember]\n`;
    const remember: Tool = {
      ...tool('remember'),
      execute: (_, context) => {
        context.state.set('user', 'Ada');
        context.state.set('count', 3);
        return { kind: 'result', value: '' };
      },
    };
    const skills = [
      skillOnDisk('asks', { 'SKILL.md': manifest('asks', body, state('true')) }),
      skillOnDisk('refuses', { 'SKILL.md': manifest('refuses', body, state('false')) }),
      skillOnDisk('plain', {}, body),
    ];
    const load = (skill_name: string): ScriptedCall => ['load_skill', { skill_name }];
    const { results } = await play([[load('asks')], [['remember', {}]], ['asks', 'refuses', 'plain'].map(load)], {
      skills,
      pool: [remember],
    });
    expect(results.map((result) => result.instructions)).toEqual([
      body,
      undefined,
      'Hello Ada, 3, {unknown}.',
      body,
      body,
    ]);
  });

  test('[76] [77] reports unresolved names; does not offer a pool tool with the name of a core tool', async () => {
    const { requests, of } = await play([[LOAD]], {
      skills: [skillRequesting('load_skill', 'extra', 'gone')],
      pool: [tool('load_skill'), tool('extra'), tool('unasked')],
    });
    expect(requests[1]?.tools).toEqual([...CORE, 'extra']);
    expect(requests[1]?.declared[1]).not.toMatchObject({ description: 'mine' });
    expect(of('tools_changed')).toMatchObject([{ added: ['extra'], removed: [], unresolved: ['gone'] }]);
  });
});

describe('load_skill_resource', () => {
  const load = (file_path: string, skills = [demo()]) =>
    play([[['load_skill_resource', { skill_name: 'demo', file_path }]]], { skills });

  test('[24] lists each missing argument on its own line', async () => {
    expect((await play([[['load_skill_resource', {}]]])).result).toEqual({
      error: "Argument 'skill_name' is required.\nArgument 'file_path' is required.",
      error_code: 'INVALID_ARGUMENTS',
    });
  });

  test('[27] returns text with its path, and a script as its source', async () => {
    expect((await load('references/deep/more.md')).result).toEqual({
      skill_name: 'demo',
      file_path: 'references/deep/more.md',
      content: 'More.',
    });
    expect((await load('scripts/run.sh')).result.content).toBe('echo hi');
    expect((await load('assets/empty.txt')).result.content).toBe('');
  });

  test('[28] accepts `./` and backslashes in a path', async () => {
    for (const path of [
      './references/guide.md',
      'references//guide.md',
      'references\\guide.md',
      'references/./guide.md',
    ])
      expect((await load(path)).result.content).toBe('The guide.');
  });

  test('[28] is case-sensitive and rejects folders', async () => {
    for (const path of ['references/Guide.md', 'references/deep', 'references/guide.md/more'])
      expect((await load(path)).code).toBe('RESOURCE_NOT_FOUND');
  });

  test.each(['top.md', 'SKILL.md', 'docs/a.md', 'references', 'references/'])(
    '[25] rejects %s, which is outside the three folders',
    async (path) => {
      expect((await load(path)).code).toBe('INVALID_RESOURCE_PATH');
    },
  );

  test('[29] [30] [41] returns a status for a binary file and attaches its bytes to the next request only', async () => {
    const { result, requests, of } = await play([
      [['load_skill_resource', { skill_name: 'demo', file_path: 'assets/logo.png' }]],
      [['list_skills', {}]],
    ]);
    expect(result).toEqual({
      skill_name: 'demo',
      file_path: 'assets/logo.png',
      status: expect.stringMatching(/binary/),
    });
    expect(requests[1]?.prompt.at(-1)).toMatchObject({
      role: 'user',
      content: [
        { type: 'text', text: expect.stringContaining('assets/logo.png') },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } },
      ],
    });
    expect(requests[2]?.prompt.filter((message) => message.role === 'user')).toHaveLength(1);
    expect(of('llm_request')).toHaveLength(3);
  });

  test('[30] uses application/octet-stream for an unknown binary file', async () => {
    const skills = [skillOnDisk('demo', { 'assets/a.unknown': PNG })];
    const { requests } = await load('assets/a.unknown', skills);
    expect(requests[1]?.prompt.at(-1)).toMatchObject({ content: [{}, { mediaType: 'application/octet-stream' }] });
  });
});

describe('the instruction', () => {
  test('[67] [68] describes the contents of a skill and numbers the rules without gaps: load first, follow, scope, no retry, continue', () => {
    for (const scripts of [true, false]) {
      const text = skillInstruction({ scripts });
      const numbers = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(numbers).toHaveLength(scripts ? 7 : 5);
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
    expect(skillInstruction({ scripts: true })).toMatch(
      /SCRIPT_NOT_FOUND, do not retry it and do not guess another script/,
    );
  });

  test('[71] lazy: names no skill', async () => {
    const { requests } = await play([]);
    expect(requests[0]?.system).not.toContain('available_skills');
    expect(requests[0]?.system).not.toContain('Does demo things.');
  });

  test('[5] [71] eager: ends with the catalogue, and list_skills is not offered', async () => {
    const { requests } = await play([], { skillTools: { discovery: 'eager' } });
    expect(requests[0]?.tools).toEqual(CORE.slice(1));
    expect(requests[0]?.system.endsWith(skillsAsXml([{ name: 'demo', description: 'Does demo things.' }]))).toBe(true);
    expect(requests[0]?.system).not.toContain('list_skills');
  });

  test("[72] is part of every request, after the agent's own", async () => {
    const { requests } = await play([[LOAD], [['list_skills', {}]]], {
      agent: { name: 'agent', instruction: 'You are kind.' },
    });
    expect(requests).toHaveLength(3);
    for (const { system } of requests) expect(system).toMatch(/^You are kind\.\n\nYou have skills: [\s\S]*\n1\. /);
  });
});
