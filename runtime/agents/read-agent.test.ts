import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { type Agent, DEFAULT_AGENT } from './agent.ts';
import { skillsOfRun } from './agent-skills.ts';
import { readAgent } from './read-agent.ts';

/** Creates a project, whose root is marked by `.git`. */
const files = (of: Readonly<Record<string, string>>): string =>
  writeFiles(temporaryFolder(), { '.git/HEAD': '', ...of });
const config = (text: string): string => files({ '.skillwright.json': text });

async function agentOf(given: string, folder: string) {
  const read = await readAgent(given, folder);
  if (read.kind === 'failed') throw new Error(read.message);
  return read;
}
async function errorOf(given: string, folder: string): Promise<string> {
  const read = await readAgent(given, folder);
  return read.kind === 'failed' ? read.message : 'nothing';
}

test('reports a project file that is not a file or is a broken link', async () => {
  const folder = files({ '.skillwright.json/x': '' });
  expect(await errorOf('a', folder)).toMatch(/skillwright\.json cannot be read: not a file/);
  expect(await errorOf('a', config('{}'.padEnd(3_000_000)))).toMatch(/too large \(3,000,000 bytes\)/);
  const loop = files({});
  symlinkSync('.skillwright.json', join(loop, '.skillwright.json'));
  expect(await errorOf('a', loop)).toMatch(/cannot be read: ELOOP/);
});

describe('*.agent.md', () => {
  test('is not required: without a name nothing is searched for', async () => {
    const folder = config('{ broken');
    expect(await readAgent(undefined, folder)).toMatchObject({ kind: 'agent', agent: DEFAULT_AGENT });
  });

  test('is found by file or name, from a subfolder, too; its body is the instruction', async () => {
    const folder = files({
      '.github/agents/writer.agent.md':
        '---\nname: The Writer\ndescription: Writes.\ntools: [search, ./t.mjs]\n---\nWrite well.\n',
      'plain.agent.md': 'No frontmatter.\n',
      'bad.agent.md': '---\nname: [\n---\n',
      'deep/er/x': '',
    });
    const writer = {
      name: 'The Writer',
      description: 'Writes.',
      instruction: 'Write well.',
      tools: [
        { kind: 'editor', written: 'search' },
        { kind: 'module', written: './t.mjs', file: join(folder, '.github/agents/t.mjs') },
      ],
    };
    expect((await agentOf('writer', folder)).agent).toEqual(writer);
    expect((await agentOf('writer', join(folder, 'deep/er'))).agent).toEqual(writer);
    expect((await agentOf('plain.agent.md', folder)).agent).toEqual({ name: 'plain', instruction: 'No frontmatter.' });
    expect(await errorOf('bad.agent.md', folder)).toMatch(/bad\.agent\.md/);
    expect(await errorOf('missing', folder)).toMatch(/no agent 'missing'/);
  });

  test("notes a model of VS Code's and uses one of ours", async () => {
    const folder = files({
      'a.agent.md': '---\nmodel: Claude Sonnet 4.5 (copilot)\n---\n',
      'b.agent.md': '---\nmodel: simulated/weak\n---\n',
    });
    const { agent, notes } = await agentOf('a.agent.md', folder);
    expect(agent.model).toBeUndefined();
    expect(notes).toEqual([expect.stringMatching(/is one of VS Code's; name one as PROVIDER\/ID/)]);
    expect((await agentOf('b.agent.md', folder)).agent.model).toBe('simulated/weak');
  });

  test('its instruction precedes the rules; its name is in every event and in the key of its skills', async () => {
    const model = scriptedModel([{ calls: [['load_skill', { skill_name: 'demo' }]] }, { text: 'x' }]);
    const agent = { name: 'writer', instruction: 'Write well.' };
    const ran = await runOnce({ model, skills: [skillOnDisk('demo')], agent });
    expect(model.requests[0]?.prompt[0]?.content).toMatch(/^Write well\.\n\nYou have skills/);
    expect(new Set(ran.events.map((event) => event.agent))).toEqual(new Set(['writer']));
    expect(ran.of('state')[0]?.delta).toEqual({ _adk_activated_skill_writer: ['demo'] });
  });
});

describe('.skillwright.json', () => {
  test('is found from the working directory upwards within the repository; its paths are relative to the file', async () => {
    const folder = files({
      '.skillwright.json': JSON.stringify({
        agents: {
          main: {
            instruction: 'Do.',
            model: 'simulated/weak',
            skills: ['./skills', 'named'],
            tools: ['./tools.mjs', 'server/*', 'my/server/tool', 'skills__x'],
            additionalTools: ['../pool.mjs'],
            maxLlmCalls: 7,
            maxTokens: 9,
            guards: { preset: 'adk', exempt: ['poll*'], thresholds: { script: 4 } },
          },
        },
      }),
      'a/b/c': '',
    });
    const { agent } = await agentOf('main', join(folder, 'a/b'));
    expect(agent).toEqual({
      name: 'main',
      instruction: 'Do.',
      model: 'simulated/weak',
      skills: [join(folder, 'skills'), 'named'],
      tools: [
        { kind: 'module', written: './tools.mjs', file: join(folder, 'tools.mjs') },
        { kind: 'mcp', written: 'server/*', server: 'server', folder },
        { kind: 'mcp', written: 'my/server/tool', server: 'my/server', tool: 'tool', folder },
        { kind: 'skill', written: 'skills__x', skill: 'x' },
      ],
      additionalTools: [{ kind: 'module', written: '../pool.mjs', file: join(folder, '../pool.mjs') }],
      maxLlmCalls: 7,
      maxTokens: 9,
      guards: { preset: 'adk', settings: { exempt: ['poll*'], thresholds: { script: 4 } } },
    });
    const other = files({ 'x/y': '' });
    writeFiles(join(other, 'x'), { '.git/HEAD': '' });
    writeFiles(other, { '.skillwright.json': '{"agents":{"main":{}}}' });
    expect(await errorOf('main', join(other, 'x'))).toMatch(/no agent 'main'/);
  });

  test('extends the agent of the same name: its instruction follows, tools are combined', async () => {
    const folder = files({
      '.github/agents/writer.agent.md':
        '---\ndescription: Writes.\nmodel: simulated/weak\ntools: [search]\n---\nWrite well.\n',
      '.skillwright.json': JSON.stringify({
        agents: { writer: { instruction: 'And short.', model: 'simulated/stubborn', tools: ['./t.mjs'] } },
      }),
    });
    for (const given of ['writer', '.github/agents/writer.agent.md']) {
      const { agent } = await agentOf(given, folder);
      expect(agent).toMatchObject({
        name: 'writer',
        description: 'Writes.',
        instruction: 'Write well.\n\nAnd short.',
        model: 'simulated/stubborn',
      });
      expect(agent.tools?.map((tool) => tool.written)).toEqual(['search', './t.mjs']);
    }
  });

  test.each<[string, RegExp]>([
    ['{\n  "agents": {\n', /:2:\d+|:3:\d+: this is not JSON/],
    ['// no comments\n{}', /this is not JSON/],
    ['[]', /\.skillwright\.json:1:1: the file: Invalid input: expected object/],
    [
      '{\n  "agents": {\n    "main": {\n      "tools": "./t.mjs"\n    }\n  }\n}',
      /:4:16: agents\.main\.tools: Invalid input: expected array, received string/,
    ],
    ['{\n\t"agents": {\n\t\t"main": { "maxLlmCalls": -1 }\n\t}\n}', /:3:28: agents\.main\.maxLlmCalls: Too small/],
    [
      '{"agents":{"main":{"guards":{"preset":"of"}}}}',
      /:1:39: agents\.main\.guards\.preset: Invalid option: expected one of "default"\|"adk"\|"client"\|"off"/,
    ],
    ['{"agents":{"main":{"guards":"of"}}}', /agents\.main\.guards: Invalid option/],
    ['{"agents":{"main":{"agents":["missing"]}}}', /no agent 'missing'.* 'main' refers to it\.$/],
    ['{"agents":{"other":{}}}', /no agent 'main'.* has: other\.$/],
  ])('reports the location of the problem in %s', async (text, message) => {
    expect(await errorOf('main', config(text))).toMatch(message);
  });

  test('ignores unknown keys with a note about their location and the likely key', async () => {
    const { agent, notes } = await agentOf(
      'main',
      config(
        '{\n  "agent": {},\n  "agents": {\n    "main": { "instruction": "x",\n      "tool": [],\n      "guards": { "treshold": 1, "thresholds": { "scripts": 2 } } }\n  },\n  "qqqqqqqq": 1\n}',
      ),
    );
    expect(agent.instruction).toBe('x');
    expect(notes.map((note) => note.replace(/^.*\.skillwright\.json:/, '')).sort()).toEqual([
      "2:3: unknown key 'agent', ignored. Did you mean 'agents'?",
      "5:7: unknown key 'tool', ignored. Did you mean 'tools'?",
      "6:19: unknown key 'treshold', ignored. Did you mean 'thresholds'?",
      "6:50: unknown key 'scripts', ignored. Did you mean 'script'?",
      "8:3: unknown key 'qqqqqqqq', ignored.",
    ]);
  });

  test('reads limits of calls, tokens and cost from the entry', async () => {
    const entry = '{"agents":{"main":{"maxLlmCalls":3,"maxTokens":200,"maxCost":0.5}}}';
    const { agent, notes } = await agentOf('main', config(entry));
    expect(agent).toMatchObject({ maxLlmCalls: 3, maxTokens: 200, maxCost: 0.5 });
    expect(notes).toEqual([]);
  });

  test('reads called agents, each once, even in cycles', async () => {
    const { team } = await agentOf(
      'a',
      config('{"agents":{"a":{"agents":["b","c"]},"b":{"agents":["a","c"]},"c":{"agents":["c"]},"d":{}}}'),
    );
    expect([...team.keys()].sort()).toEqual(['a', 'b', 'c']);
  });

  test.each(['__proto__', 'constructor', 'toString'])('there is no agent named %s', async (name) => {
    expect(await errorOf(name, config('{"agents":{"main":{}}}'))).toMatch(/no agent/);
  });
});

describe('skills of a run', () => {
  test("are those of the command line, restricted to the named ones, and the agent's own folders", () => {
    const one = skillOnDisk('one');
    const two = skillOnDisk('two');
    const agent = (skills?: readonly string[]) => defined<Agent>({ name: 'a', instruction: '', skills });
    const names = (...given: Parameters<typeof skillsOfRun>): unknown => {
      const read = skillsOfRun(...given);
      return read.kind === 'found' ? read.skills.map((skill) => skill.name) : read.message;
    };
    expect(names(agent(), [one.root, two.root])).toEqual(['one', 'two']);
    expect(names(agent(['two']), [one.root, two.root])).toEqual(['two']);
    expect(names(agent([two.root]), [])).toEqual(['two']);
    expect(names(agent([two.root]), [one.root, two.root])).toEqual(['one', 'two']);
    expect(names(agent(['three']), [one.root])).toMatch(/requires the skill 'three'.* It offers: one\./);
    expect(names(agent(), [])).toMatch(/--skills DIR/);
  });
});

test('reports a filter with an unknown name, unless skills can add tools', async () => {
  const written = (more: object) =>
    config(JSON.stringify({ agents: { main: { skillToolset: { filter: ['load_skill', 'load_skil'] }, ...more } } }));
  expect((await agentOf('main', written({}))).notes).toEqual([
    expect.stringMatching(/^The filter of 'main' names load_skil; the skill tools are list_skills, /),
  ]);
  expect((await agentOf('main', written({ additionalTools: ['./t.mjs'] }))).notes).toEqual([]);
});

describe('the client of an agent', () => {
  const clientConfig = (entry: object): string => config(JSON.stringify({ agents: { a: entry } }, undefined, 2));

  test('is read with its workspace, the location of its skills and further skills, relative to the file', async () => {
    const folder = clientConfig({ client: 'claude-code', workspace: './app', install: 'project', with: ['./others'] });
    const { agent } = await agentOf('a', folder);
    expect(agent.client).toEqual({
      id: 'claude-code',
      workspace: join(folder, 'app'),
      install: 'project',
      with: [join(folder, 'others')],
    });
  });

  test('is reported with its line and the known ids if it is unknown', async () => {
    const folder = clientConfig({ instruction: 'x', client: 'clade-code' });
    expect(await errorOf('a', folder)).toMatch(
      /skillwright\.json:5:17: agents\.a\.client: Unknown client\. Use one of: adk, claude-code, .*gemini-cli/,
    );
  });

  test('may be left to the command line, with the workspace in the file', async () => {
    const folder = clientConfig({ workspace: '.' });
    expect((await agentOf('a', folder)).agent.client).toEqual({ workspace: folder });
  });
});
