import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentInFile, parseAgents } from './agents.ts';

const root = join('/', 'work', 'shop');
const config = (agents: unknown, folder = root) => ({
  path: join(folder, '.skillwright.json'),
  text: JSON.stringify({ agents }),
});
const file = (name: string, text: string) => ({ path: join(root, '.github/agents', `${name}.agent.md`), text });

test('lists entries of .skillwright.json and agent files, by name', () => {
  const agents = parseAgents([
    file('writer', '---\nname: "The Writer"\ndescription: Writes.\nmodel: GPT-5\n---\nWrite.'),
    config(
      { clerk: { description: 'Counts.', model: 'simulated/weak', client: 'codex', tools: ['./t.mjs'] } },
      join(root, 'sub'),
    ),
  ]);
  expect(agents).toEqual([
    {
      name: 'clerk',
      description: 'Counts.',
      file: join(root, 'sub/.skillwright.json'),
      agent: 'clerk',
      folder: join(root, 'sub'),
      model: 'simulated/weak',
      client: 'codex',
      hasTools: true,
    },
    {
      name: 'The Writer',
      description: 'Writes.',
      file: join(root, '.github/agents/writer.agent.md'),
      agent: 'writer.agent.md',
      folder: join(root, '.github/agents'),
      hasTools: false,
    },
  ]);
});

test('merges an entry with the file of the same name below it', () => {
  const one = parseAgents([file('writer', '---\ndescription: Writes.\n---\n'), config({ writer: { tools: [] } })]);
  expect(one).toMatchObject([{ name: 'writer', agent: 'writer', folder: root, description: 'Writes.' }]);
  const elsewhere = config({ writer: {} }, join('/', 'work', 'other'));
  expect(parseAgents([file('writer', ''), elsewhere])).toHaveLength(2);
});

test('returns the skills that an agent names, without paths', () => {
  const skills = (list: unknown) => parseAgents([config({ a: { skills: list } })])[0]?.skills;
  expect(skills(['./skills', '../x', 'billing', join(root, 'y')])).toEqual(['billing']);
  expect(skills(['./skills'])).toEqual([]);
  expect(skills([])).toBeUndefined();
  expect(skills('billing')).toBeUndefined();
});

test.each(['', '{', '[]', 'null', '{"agents":[]}', '{"agents":{"a":1,"":{}}}', '{"agents":null}'])(
  'finds no agents in %s',
  (text) => {
    expect(parseAgents([{ path: join(root, '.skillwright.json'), text }])).toEqual([]);
  },
);

test('finds the agent of a file, with the entry that extends it', () => {
  const [writer, clerk] = [file('writer', '---\nname: writer\n---\n'), file('clerk', '---\nname: clerk\n---\n')];
  const agents = parseAgents([writer, clerk, config({ clerk: { skills: ['demo'] } })]);
  expect(agentInFile(agents, writer.path)).toMatchObject({ agent: 'writer.agent.md', file: writer.path });
  expect(agentInFile(agents, clerk.path)).toMatchObject({ agent: 'clerk', skills: ['demo'] });
  expect(agentInFile(agents, join(root, 'README.md'))).toBeUndefined();
});
