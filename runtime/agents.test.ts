import { expect, test } from 'vitest';
import { DEFAULT_AGENT, readAgent } from './agents.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from './testing/folders.ts';
import { runOnce } from './testing/run-once.ts';
import { scriptedModel } from './testing/scripted-model.ts';

test('none is needed', () => {
  expect(readAgent(undefined, '/')).toEqual({ kind: 'agent', agent: DEFAULT_AGENT });
});

test('a file or a name; the body is the instruction', () => {
  const folder = writeFiles(temporaryFolder(), {
    '.github/agents/writer.agent.md': '---\nname: The Writer\ntools: [x]\n---\nWrite well.\n',
    'plain.agent.md': 'No frontmatter.\n',
    'bad.agent.md': '---\nname: [\n---\n',
  });
  expect(readAgent('writer', folder)).toEqual({
    kind: 'agent',
    agent: { name: 'The Writer', instruction: 'Write well.' },
  });
  expect(readAgent('plain.agent.md', folder)).toEqual({
    kind: 'agent',
    agent: { name: 'plain', instruction: 'No frontmatter.' },
  });
  expect(readAgent('bad.agent.md', folder)).toMatchObject({ kind: 'failed' });
  expect(readAgent('nobody', folder)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/no agent 'nobody'/),
  });
});

test('its instruction stands before the rules, its name in every event and in the key of its skills', async () => {
  const model = scriptedModel([{ calls: [['load_skill', { skill_name: 'demo' }]] }, { text: 'x' }]);
  const ran = await runOnce({
    model,
    skills: [skillOnDisk('demo')],
    agent: { name: 'writer', instruction: 'Write well.' },
  });
  expect(model.requests[0]?.prompt[0]?.content).toMatch(/^Write well\.\n\nYou have skills/);
  expect(new Set(ran.events.map((event) => event.agent))).toEqual(new Set(['writer']));
  expect(ran.of('state')[0]?.delta).toEqual({ _adk_activated_skill_writer: ['demo'] });
});
