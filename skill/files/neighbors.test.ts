import { expect, it } from 'vitest';
import { neighbors } from './neighbors.ts';
import { skillIndex } from './skill-index.ts';

const knownSkill = (root: string) => ({
  root,
  name: 'billing',
  bundle: { files: new Set(['references/rates.md']), folders: new Set(['references']), truncated: false },
});

it.each([
  ['a repository', { repositoryRoot: '/w/a', workspaceRoot: '/w' }, ['/w/a/x/one', '/w/a/y/two'], ['/w/b/x/one']],
  [
    'folders named skills',
    { workspaceRoot: '/w' },
    ['/w/a/skills/x', '/w/a/skills/g/y'],
    ['/w/b/skills/x', '/w/skills/x'],
  ],
  ['projects without a folder named skills', { workspaceRoot: '/w' }, ['/w/a/x/one', '/w/a/y/two'], ['/w/b/x/one']],
  ['skills directly in the workspace', { workspaceRoot: '/w' }, ['/w/one', '/w/two'], ['/v/one']],
  ['a workspace named skills', { workspaceRoot: '/w/skills' }, ['/w/skills/x', '/w/skills/g/y'], ['/w/x']],
  ['no workspace', {}, ['/v/one', '/v/two'], ['/w/one']],
])('in %s', (_, trees, near, strangers) => {
  const [first = ''] = near;
  const found = neighbors(skillIndex([...near, ...strangers].map(knownSkill)), first, trees);
  for (const skills of [found.named('billing'), found.holding('references/rates.md')])
    expect(skills.map(({ root }) => root)).toEqual([...near].sort());
  for (const root of strangers) expect(found.at(root)?.root).toBe(root);
});
