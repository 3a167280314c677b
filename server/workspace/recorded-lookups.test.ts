import { expect, it } from 'vitest';
import { memoryFiles } from '../../skill/index.ts';
import { HEAD } from '../../test/equipment/server/server.ts';
import { RecordedLookups } from './recorded-lookups.ts';
import { SkillEntry } from './skill-entry.ts';

const NO_CONTEXT = {
  outer: () => [],
  outerRoots: () => [],
  links: () => [],
  named: () => [],
  toolPool: () => undefined,
  siblings: () => new Map(),
  renamed: () => undefined,
};

function lookups() {
  const files = memoryFiles({
    '/work/notes/SKILL.md': `${HEAD}Run \`./scripts/sort.sh\`.`,
    '/work/notes/scripts/sort.sh': 'sort',
    '/work/notes/scripts/inner/SKILL.md': HEAD,
    '/work/notes/scripts/inner/go.sh': 'go',
  });
  const entry = new SkillEntry('/work/notes/SKILL.md', files);
  const skill = entry.skill();
  if ('unreadable' in skill) throw new Error(skill.unreadable);
  return new RecordedLookups(entry, skill, NO_CONTEXT);
}

it('returns the text of a bundled script, and records it as a dependency', () => {
  const bundled = lookups();
  expect(bundled.script('scripts/sort.sh')).toBe('sort');
  expect(bundled.files).toEqual(new Set(['/work/notes/scripts/sort.sh']));
});

it.each(['scripts/none.sh', 'scripts/inner/go.sh', '../other/go.sh', 'scripts'])(
  'returns no text of %s, which is not bundled with the skill',
  (file) => {
    const bundled = lookups();
    expect(bundled.script(file)).toBeUndefined();
    expect(bundled.files).toEqual(new Set());
  },
);
