import { describe, expect, it } from 'vitest';
import { classifyMiss } from './classify-miss.ts';
import type { FailedRequest, KnownPlaces } from './miss.ts';
import { BREW, brew, inWork, WORK, writes } from './sample-places.ts';

describe('what is no miss of a skill', () => {
  it.each<readonly [string, FailedRequest, KnownPlaces]>([
    ['a file of the workspace', inWork('read', 'src/main.ts'), { skills: [brew({ files: ['scripts/heat.py'] })] }],
    [
      'a file of the workspace with the name of a bundled one',
      inWork('read', 'src/heat.py'),
      { skills: [brew({ files: ['heat.py'] })] },
    ],
    ['a file that is there', inWork('read', `${BREW}/heat.md`), { skills: [brew({ files: ['heat.md'] })] }],
    ['a tool that is no skill', inWork('tool', 'Calculate'), { skills: [brew()] }],
    [
      'a file of a skill about which nothing is known',
      inWork('read', '.claude/skills/pour/notes.md'),
      { skills: [brew()] },
    ],
    ['an empty path', inWork('read', ' '), { skills: [brew()] }],
    ['a path that no system has', inWork('read', `${BREW}/${'a'.repeat(5000)}`), { skills: [brew()] }],
    ['a README next to skills', inWork('read', '.agents/skills/README.md'), { skills: [brew()] }],
  ])('%s', (_, request, known) => expect(classifyMiss(request, known)).toBeUndefined());
});

describe('the true place', () => {
  it('is not known to exist if only a text says that the skill has the file', () => {
    const known = { skills: [brew({ written: writes('heat.md') })] };
    expect(classifyMiss(inWork('read', './heat.md'), known)).toEqual({
      kind: 'base.workspace',
      skill: 'brew',
      file: 'heat.md',
      place: { at: `${BREW}/heat.md`, exists: false },
    });
  });

  it('is absent if nothing says that the skill has the file, or where the skill is', () => {
    const aliases = new Map([['r0', '/home/ada/.agents/skills']]);
    expect(classifyMiss(inWork('read', 'r0/brew/heat.md'), { skills: [], offered: ['brew'], aliases })).toEqual({
      kind: 'root.alias',
      skill: 'brew',
      file: 'heat.md',
    });
    expect(classifyMiss(inWork('read', '~/.claude/skills/brew/heat.md'), { skills: [brew()] })).toEqual({
      kind: 'root.client',
      skill: 'brew',
      file: 'heat.md',
    });
    expect(classifyMiss(inWork('read', '~/.claude/skills/brew/SKILL.md'), { skills: [], offered: ['brew'] })).toEqual({
      kind: 'root.elsewhere',
      skill: 'brew',
      file: 'SKILL.md',
    });
  });
});

describe('the form of a path', () => {
  const kindOf = (asked: string, directory: string, folder: string): string | undefined =>
    classifyMiss({ asked, by: 'read', directory }, { skills: [{ name: 'brew', folder, files: ['heat.md'] }] })?.kind;

  it('ignores letter case on a drive of Windows only', () => {
    expect(
      kindOf(
        String.raw`c:\users\ADA\.agents\skills\Brew\HEAT.md`,
        'C:\\x',
        String.raw`C:\Users\ada\.agents\skills\brew`,
      ),
    ).toBe(undefined);
    expect(kindOf('/home/ada/.agents/skills/brew/HEAT.md', '/x', BREW)).toBe('near-name');
  });

  it('knows a home by the other paths, and says so only if there is one', () => {
    expect(kindOf('~/.agents/skills/brew/heat.md', WORK, BREW)).toBe(undefined);
    expect(kindOf('~/.agents/skills/brew/heat.md', '/work', '/work/.agents/skills/brew')).toBe('root.scope');
  });

  it.each([
    '`.claude/skills/brew/heat.md`,',
    'file:///opt/.claude/skills/brew/heat.md',
    '$HOME/.claude/skills/brew/heat%2Emd',
  ])('reads %s', (asked) => expect(kindOf(asked, WORK, BREW)).toBe('root.client'));
});
