import type { MissKind } from './kind.ts';
import { BREW, brew, inWork, WORK, writes } from './sample-places.ts';

/** The kinds of misses of files that no folder has under this name. */
export const FILE_KINDS: readonly MissKind[] = [
  {
    id: 'absent',
    title: 'written in the skill, absent',
    says: 'The skill’s text names this file, and it is not in the skill.',
    mends: 'author',
    fix: 'Add the file, or correct its path in the text.',
    examples: [
      {
        request: inWork('run', `${BREW}/scripts/heat.js`),
        known: {
          skills: [brew({ files: ['scripts/heat.cjs'], hasAllFiles: true, written: writes('./scripts/heat.js') })],
        },
        place: `${BREW}/scripts/heat.cjs`,
      },
      {
        request: inWork('read', 'templates/label.md'),
        known: { skills: [brew({ files: ['SKILL.md'], hasAllFiles: true, written: writes('templates/label.md') })] },
      },
    ],
  },
  {
    id: 'other-skill',
    title: 'file of another skill',
    says: 'The file belongs to another skill or to a folder that skills share.',
    mends: 'author',
    fix: 'Bundle the file with this skill, or name the other skill so that the client loads it.',
    examples: [
      {
        request: inWork('read', `${BREW}/references/cups.md`),
        known: {
          skills: [brew(), { name: 'pour', folder: '/home/ada/.agents/skills/pour', files: ['references/cups.md'] }],
        },
        place: '/home/ada/.agents/skills/pour/references/cups.md',
      },
      {
        request: inWork('read', '/home/ada/.agents/skills/shared/cups.md'),
        known: { skills: [brew({ written: writes('../shared/cups.md') })] },
      },
    ],
  },
  {
    id: 'near-name',
    title: 'nearly the name of a file',
    says: 'The skill has a file with nearly this name.',
    mends: 'author',
    fix: 'Write the whole path of the file where the text mentions it.',
    examples: [
      {
        request: inWork('run', `${BREW}/scripts/get_cups.py`),
        known: { skills: [brew({ files: ['scripts/get_tea_cups.py'] })] },
        place: `${BREW}/scripts/get_tea_cups.py`,
      },
      {
        request: inWork('read', `${BREW}/references/Heat.md`),
        known: { skills: [brew({ files: ['references/heat.md'] })] },
        place: `${BREW}/references/heat.md`,
      },
      {
        request: inWork('run', `${BREW}/scripts/heats.py`),
        known: { skills: [brew({ written: writes('scripts/heat.py') })] },
        place: `${BREW}/scripts/heat.py`,
      },
    ],
  },
  {
    id: 'guessed',
    title: 'path guessed from prose',
    says: 'No text writes this path: the model made it from words.',
    mends: 'author',
    fix: 'Write the path of the file where the text mentions it, or say that there is none.',
    examples: [
      {
        request: inWork('read', `${BREW}/references/brewing_guide.md`),
        known: { skills: [brew({ files: ['references/brewing-times.md'], guesses: ['references/brewing_guide.md'] })] },
      },
      { request: inWork('run', `${BREW}/heat.sh`), known: { skills: [brew()] } },
      {
        request: inWork('read', `${BREW}/references/FLOW.md`),
        known: { skills: [brew({ written: writes('FLOW.md') })], files: [`${WORK}/docs/FLOW.md`] },
        place: `${WORK}/docs/FLOW.md`,
      },
    ],
  },
  {
    id: 'copied',
    title: 'copied from the client’s own text',
    says: 'The path is an example in the client’s prompt or in the description of one of its tools.',
    mends: 'client',
    fix: 'Only the client can mend its text; a hook can tell the model the files of the skill.',
    examples: [
      {
        request: inWork('read', `${BREW}/references/guide.md`),
        known: { skills: [brew()], clientExamples: ['references/guide.md'] },
      },
      {
        request: inWork('read', 'references/guide.md'),
        known: { skills: [brew()], clientExamples: ['references/guide.md'] },
      },
    ],
  },
];
