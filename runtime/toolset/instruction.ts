import { skillsAsXml } from './list-skills.ts';
import type { SkillSummary } from './skill-source.ts';

export interface InstructionOptions {
  /** Scripts can be run: only then the rules speak of them. */
  readonly scripts: boolean;
  /** search_skills is offered. */
  readonly search?: boolean;
  /** Names of core tools that a filter took away, as the model would call them. */
  readonly banned?: readonly string[];
  /** The skills themselves, where they are told at once instead of by list_skills. */
  readonly catalogue?: readonly SkillSummary[];
  /** The name of a tool as it is declared. */
  readonly nameOf?: (tool: string) => string;
}

/**
 * The instruction that stands in every request. It says what skills are and gives the rules; which skills there are is
 * for list_skills to tell (progressive disclosure), unless there is a catalogue.
 */
export function skillInstruction(options: InstructionOptions): string {
  const { scripts, search = false, banned = [], catalogue, nameOf = (tool: string) => tool } = options;
  const tool = (name: string): string => `\`${nameOf(name)}\``;
  const where =
    catalogue === undefined
      ? `${tool('list_skills')} tells which skills there are.`
      : 'The skills that there are stand below.';
  const more = search ? ` Where none of them fits, look for one with ${tool('search_skills')}.` : '';
  const rules = [
    `When a skill fits the task, load it with ${tool('load_skill')} before you do anything else. ${where}${more}`,
    'Follow the instructions of a loaded skill fully and in the order they are given.',
    `${tool('load_skill_resource')} reads only files that belong to a skill, under its \`references/\`, \`assets/\` or \`scripts/\`. Never use it for files that the user gave you or speaks of: those are not part of any skill.`,
    ...(scripts
      ? [
          `Run a skill's scripts with ${tool('run_skill_script')}. Do not read a script's source where running it is enough.`,
        ]
      : []),
    `If ${tool('load_skill_resource')} answers with an error, such as RESOURCE_NOT_FOUND, do not retry that path and do not try another one. The answer will not change. Report the error to the user and stop.`,
    ...(scripts
      ? [
          `If ${tool('run_skill_script')} answers with an error, such as SCRIPT_NOT_FOUND, do not retry it and do not guess another script. Report the error to the user and stop.`,
        ]
      : []),
    'Loading a skill is not the end of your turn. Go on until the task is done or cannot be done.',
  ];
  return [
    'You have skills: folders with instructions and files for particular tasks. Use the skill tools to work with them.',
    'A skill holds:',
    `- \`SKILL.md\`: the instructions, which ${tool('load_skill')} gives you;`,
    '- `references/`: documents to read when the instructions send you there;',
    '- `assets/`: templates, data and images;',
    `- \`scripts/\`: programs${scripts ? ' to run' : ''}.`,
    '',
    'Rules:',
    ...rules.map((rule, index) => `${index + 1}. ${rule}`),
    ...(banned.length === 0
      ? []
      : ['', `Not available here, do not call: ${banned.map((name) => `\`${name}\``).join(', ')}.`]),
    ...(catalogue === undefined ? [] : ['', skillsAsXml(catalogue)]),
  ].join('\n');
}
