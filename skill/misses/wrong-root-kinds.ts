import type { MissKind } from './kind.ts';
import { BREW, brew, inWork, WORK, writes } from './sample-places.ts';

const REINSTALL =
  'Install the skill where this client looks for it, or start a new session, so that the list is current.';

/** The kinds of misses in a folder of skills that is not the one of the skill. */
export const WRONG_ROOT_KINDS: readonly MissKind[] = [
  {
    id: 'root.client',
    title: 'folder of another client',
    says: 'The skill is installed, but in the skills folder of another client than the one that was asked.',
    mends: 'installation',
    fix: REINSTALL,
    examples: [
      {
        request: inWork('read', '/home/ada/.codex/skills/brew/SKILL.md'),
        known: { skills: [brew()] },
        place: `${BREW}/SKILL.md`,
      },
      {
        request: { asked: String.raw`C:\Users\Ada\.codex\skills\brew\SKILL.md`, by: 'read' },
        known: { skills: [{ name: 'brew', folder: '/c:/Users/ada/.agents/skills/brew' }] },
        place: '/c:/Users/ada/.agents/skills/brew/SKILL.md',
      },
      {
        request: inWork('run', '~/.claude/skills/brew/scripts/heat.py'),
        known: { skills: [brew({ files: ['scripts/heat.py'] })] },
        place: `${BREW}/scripts/heat.py`,
      },
    ],
  },
  {
    id: 'root.scope',
    title: 'home instead of project, or project instead of home',
    says: 'The skill is in the same folder of another place: the home was asked instead of a project, or a project instead of another place.',
    mends: 'client',
    fix: 'Name the skill instead of a path in prompts and agent files, so that the client finds its folder.',
    examples: [
      {
        request: inWork('read', '~/.agents/skills/brew/SKILL.md'),
        known: { skills: [{ name: 'brew', folder: `${WORK}/.agents/skills/brew` }] },
        place: `${WORK}/.agents/skills/brew/SKILL.md`,
      },
      {
        request: { asked: '.claude/skills/brew/SKILL.md', by: 'read', directory: '/home/ada/run7' },
        known: { skills: [{ name: 'brew', folder: '/opt/app/.claude/skills/brew' }] },
        place: '/opt/app/.claude/skills/brew/SKILL.md',
      },
      {
        request: inWork('read', `${WORK}/.claude/skills/brew/SKILL.md`),
        known: { skills: [{ name: 'brew', folder: '/opt/app/.claude/skills/brew' }] },
        place: '/opt/app/.claude/skills/brew/SKILL.md',
      },
      {
        request: inWork('search', '.claude/skills/brew/assets/label.md'),
        known: {
          skills: [{ name: 'brew', folder: '/opt/app/.claude/skills/brew', written: writes('assets/label.md') }],
        },
        place: '/opt/app/.claude/skills/brew/assets/label.md',
      },
    ],
  },
  {
    id: 'root.version',
    title: 'folder of another version',
    says: 'The path leads to another version of the plugin than the one that is installed.',
    mends: 'installation',
    fix: REINSTALL,
    examples: [
      {
        request: inWork('read', '/home/ada/.claude/plugins/cache/shop/tea/1.0.0/skills/brew/references/heat.md'),
        known: {
          skills: [
            {
              name: 'tea:brew',
              folder: '/home/ada/.claude/plugins/cache/shop/tea/2.5.0/skills/brew',
              written: writes('references/heat.md'),
            },
          ],
        },
        place: '/home/ada/.claude/plugins/cache/shop/tea/2.5.0/skills/brew/references/heat.md',
      },
      {
        request: inWork('read', '/home/ada/.codex/plugins/cache/shop/tea/2e3f0bd9/skills/brew/SKILL.md'),
        known: { skills: [], offered: ['tea:brew'] },
      },
      {
        request: inWork('read', '/home/ada/.codex/plugins/cache/shop/tea/0.1.46/brew/SKILL.md'),
        known: { skills: [], offered: ['tea:brew'] },
      },
    ],
  },
  {
    id: 'root.alias',
    title: 'short name of a list taken for a folder',
    says: 'The client’s list shortens folders to names such as r0, and the model took one for a folder.',
    mends: 'client',
    fix: 'Only the client can mend its list; a hook can tell the model the folder.',
    examples: [
      {
        request: inWork('read', '/home/ada/.codex/skills/r1/brew/SKILL.md'),
        known: { skills: [brew()] },
        place: `${BREW}/SKILL.md`,
      },
      {
        request: inWork('read', 'r0/brew/SKILL.md'),
        known: { skills: [], offered: ['brew'], aliases: new Map([['r0', '/home/ada/.agents/skills']]) },
        place: `${BREW}/SKILL.md`,
      },
      {
        request: inWork('read', `${WORK}/r0/brew/references/heat.md`),
        known: {
          skills: [brew({ written: writes('references/heat.md') })],
          aliases: new Map([['r0', '/home/ada/.agents/skills']]),
        },
        place: `${BREW}/references/heat.md`,
      },
    ],
  },
  {
    id: 'root.elsewhere',
    title: 'another folder of skills',
    says: 'The path leads into a folder of skills, but the skill is in another one.',
    mends: 'installation',
    fix: REINSTALL,
    examples: [
      {
        request: inWork('run', '/mnt/skills/plugins/tea:brew/scripts/heat.py'),
        known: { skills: [{ name: 'tea:brew' }] },
      },
      {
        request: inWork('read', '/skills/brew/SKILL.md'),
        known: { skills: [brew()] },
        place: `${BREW}/SKILL.md`,
      },
    ],
  },
];
