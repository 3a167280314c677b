import type { MissKind } from './kind.ts';
import { BREW, brew, inWork } from './sample-places.ts';

/** The kinds of misses of a skill by its name. */
export const NAME_KINDS: readonly MissKind[] = [
  {
    id: 'name.prefix',
    title: 'name of a skill with another prefix',
    says: 'The skill is offered under this name with another prefix, or with none.',
    mends: 'author',
    fix: 'Name the skill as the client offers it: those of a plugin as PLUGIN:SKILL.',
    examples: [
      { request: inWork('skill', 'brew'), known: { skills: [], offered: ['tea:brew'] }, place: 'tea:brew' },
      { request: inWork('skill', 'tea-agent:brew'), known: { skills: [{ name: 'tea:brew' }] }, place: 'tea:brew' },
    ],
  },
  {
    id: 'name.tool',
    title: 'skill called as a tool',
    says: 'A skill was called as if it were a tool of this name.',
    mends: 'client',
    fix: 'Say in the prompt or the agent file that it is a skill, and how the client loads one.',
    examples: [
      { request: inWork('tool', 'brew'), known: { skills: [brew()] }, place: `${BREW}/SKILL.md` },
      { request: inWork('tool', 'brew_tea'), known: { skills: [], offered: ['brew-tea'] }, place: 'brew-tea' },
    ],
  },
  {
    id: 'name.unknown',
    title: 'name of a skill that is not offered',
    says: 'No skill of this name is offered to the model.',
    mends: 'installation',
    fix: 'Install the skill for this client, or remove its name from the text that names it.',
    examples: [
      { request: inWork('skill', 'commit'), known: { skills: [brew()] } },
      { request: inWork('read', '/home/ada/.agents/skills/direct_llm.py'), known: { skills: [] } },
      {
        request: inWork('skill', 'brew'),
        known: { skills: [brew({ files: ['SKILL.md'] })], offered: ['bake'] },
        place: `${BREW}/SKILL.md`,
      },
    ],
  },
  {
    id: 'name.manifest',
    title: 'SKILL.md of a skill that is not known',
    says: 'The SKILL.md of a skill was asked for that nothing says is installed.',
    mends: 'installation',
    fix: 'Install the skill for this client, or remove its path from the text that names it.',
    examples: [
      { request: inWork('read', '.claude/skills/pour/SKILL.md'), known: { skills: [brew()] } },
      { request: inWork('read', String.raw`.agents\skills\pour\skill.md`), known: { skills: [], offered: ['brew'] } },
    ],
  },
];
