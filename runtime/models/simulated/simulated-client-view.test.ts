import { expect, test } from 'vitest';
import { listSkills } from '../../../skill/index.ts';
import { VARIANTS } from '../../../test/equipment/runtime/client.ts';
import { listedSkills } from './simulated-client-view.ts';

const skill = (name: string, description: string) =>
  ({ name, description, path: `/home/skills/${name}/SKILL.md`, scope: 'user' }) as const;

test.each(VARIANTS)('%s: reads every skill back from the list, including one with several lines', (_, behavior) => {
  const skills = [skill('alpha', 'Counts lines.\n\nUse it for texts.'), skill('beta', 'Sorts lines.')];
  const { text } = listSkills(behavior.catalogue, skills);
  const read = listedSkills(behavior, `Skills:\n\n${text}\n\nMore text.`);
  expect(read.map(({ name }) => name)).toEqual(['alpha', 'beta']);
  expect(read[0]?.description).toMatch(/^Counts lines\./);
  if (behavior.catalogue.entry.includes('{path}'))
    expect(read.map(({ path }) => path)).toEqual(skills.map(({ path }) => path));
});

test('the list of Codex has each skill in one line', () => {
  const codex = VARIANTS.find(([id]) => id === 'codex')?.[1];
  if (codex === undefined) throw new Error('no codex');
  const { text } = listSkills(codex.catalogue, [skill('alpha', 'Counts lines.\n\nUse it\tfor texts.\n')]);
  expect(text).toBe('- alpha: Counts lines. Use it for texts. (file: /home/skills/alpha/SKILL.md)');
});
