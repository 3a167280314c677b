import type { MissKind } from './kind.ts';
import { BREW, brew, inWork, WORK, writes } from './sample-places.ts';

const ABSOLUTE = 'Say in SKILL.md that paths are relative to its folder, so that the model joins them to it.';

/** The kinds of misses whose path is right, but was joined to another folder. */
export const WRONG_BASE_KINDS: readonly MissKind[] = [
  {
    id: 'base.workspace',
    title: 'path of the skill resolved in the workspace',
    says: 'The path is written as in the skill, but it was resolved in the working directory instead of the skill’s folder.',
    mends: 'author',
    fix: ABSOLUTE,
    examples: [
      {
        request: inWork('run', 'scripts/heat.py'),
        known: { skills: [brew({ files: ['SKILL.md', 'scripts/heat.py'] })] },
        place: `${BREW}/scripts/heat.py`,
      },
      {
        request: inWork('read', './references/heat%20table.md.'),
        known: { skills: [brew({ written: writes('references/heat table.md') })] },
        place: `${BREW}/references/heat table.md`,
      },
      {
        request: { asked: '.claude/skills/brew/heat.yaml', by: 'read', directory: '/home/ada/tea/src' },
        known: { skills: [{ name: 'brew', folder: `${WORK}/.claude/skills/brew`, files: ['heat.yaml'] }] },
        place: `${WORK}/.claude/skills/brew/heat.yaml`,
      },
    ],
  },
  {
    id: 'base.document',
    title: 'path resolved in the folder of another document',
    says: 'The path was joined to another folder of the skill than the one that it is relative to.',
    mends: 'author',
    fix: 'Write every path relative to the folder of SKILL.md, also in the files that it leads to.',
    examples: [
      {
        request: inWork('read', `${BREW}/references/images/pot.md`),
        known: {
          skills: [
            brew({ files: ['images/pot.md'], written: [{ path: 'images/pot.md', document: 'references/heat.md' }] }),
          ],
        },
        place: `${BREW}/images/pot.md`,
      },
      {
        request: inWork('run', `${BREW}/.agents/skills/brew/scripts/heat.py`),
        known: { skills: [brew({ files: ['scripts/heat.py'] })] },
        place: `${BREW}/scripts/heat.py`,
      },
    ],
  },
  {
    id: 'base.skills-root',
    title: 'the skill’s own folder left out',
    says: 'The path was joined to the folder of all skills, without the folder of this one.',
    mends: 'author',
    fix: ABSOLUTE,
    examples: [
      {
        request: inWork('read', '~/.agents/skills/references/heat.md'),
        known: { skills: [brew({ written: writes('references/heat.md') })] },
        place: `${BREW}/references/heat.md`,
      },
      {
        request: inWork('read', '/home/ada/.agents/skills/HEAT.md'),
        known: { skills: [brew({ written: writes('./HEAT.md') })] },
        place: `${BREW}/HEAT.md`,
      },
    ],
  },
];
