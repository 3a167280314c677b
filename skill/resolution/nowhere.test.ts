import { describe, expect, it } from 'vitest';
import { noSkills, skillIndex } from '../files/skills.ts';
import { skillWith } from '../testing/skill-in-memory.ts';
import { mayNameSkill, surroundingsOf } from './nowhere.ts';

const FILES = ['references/guide.md', 'data/table.csv', 'data/src/app.ts'];
const { fs, skill } = skillWith('', FILES);

describe('a path', () => {
  const { leadsNowhere } = surroundingsOf('', { fs, skill, skills: noSkills });

  it.each(['src/main.ts', 'and/or.md', '<name>/x.md', 'lib/', 'docs/setup/install.md'])(
    'leads nowhere, whatever stands around it: %s',
    (path) => expect(leadsNowhere(path)).toBe(true),
  );

  it.each([
    ['references/none.md', 'a folder of skills'],
    ['data/none.csv', 'a folder that it has'],
    ['Data/none.csv', 'the same in another case'],
    ['docs/guide.md', 'a name that it has elsewhere'],
    ['x/references/none.md', 'a folder of skills further down'],
    ['other/SKILL.md', 'a skill'],
    ['../none.md', 'up'],
    ['skills/x/y.md', 'the folder of skills'],
  ])('may be meant: %s (%s)', (path) => expect(leadsNowhere(path)).toBe(false));

  it('may be meant where any skill has its first folder, or it goes through the name of one', () => {
    const bundle = { files: new Set(['kit/a.md']), folders: new Set(['kit']), truncated: false };
    const skills = skillIndex([{ name: 'invoices', root: '/elsewhere/invoices', bundle }]);
    const around = surroundingsOf('', { fs, skill, skills });
    expect(['kit/x.md', 'any/invoices/x.md', 'src/x.md'].map(around.leadsNowhere)).toEqual([false, false, true]);
  });

  it('may be meant where its folder is that of the document', () => {
    const context = { fs, skill, skills: noSkills };
    expect(surroundingsOf('data', context).leadsNowhere('src/none.ts')).toBe(false);
    expect(surroundingsOf('references', context).leadsNowhere('src/none.ts')).toBe(true);
  });
});

it('knows where prose may name the skill itself', () => {
  const own = `Use \`${skill.name}\` with src/x.ts.`;
  const at = own.indexOf('src');
  expect(mayNameSkill(own, at, at + 8, skill)).toBe(true);
  expect(mayNameSkill('The tax skill’s src/x.ts', 16, 24, skill)).toBe(true);
  expect(mayNameSkill('Read src/x.ts.', 5, 13, skill)).toBe(false);
});
