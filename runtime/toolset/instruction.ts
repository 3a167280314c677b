/** The instruction about skills in every request. */

export interface InstructionOptions {
  /** True if scripts can be run; otherwise the rules do not mention them. */
  readonly scripts: boolean;
  /** True if search_skills is available. */
  readonly search?: boolean;
  /** Names of core tools removed by a filter, as the model would call them. */
  readonly unavailable?: readonly string[];
  /** The list of skills, if it is given here instead of by list_skills. */
  readonly catalogue?: string;
  /** Returns the declared name of a tool. */
  readonly nameOf?: (tool: string) => string;
}

/**
 * Returns the instruction for every request. It explains skills and states the rules. The skills themselves are listed by
 * list_skills (progressive disclosure) unless there is a catalogue.
 */
export function skillInstruction(options: InstructionOptions): string {
  const { scripts, search = false, unavailable = [], catalogue, nameOf = (tool: string) => tool } = options;
  const tool = (name: string): string => `\`${nameOf(name)}\``;
  const where =
    catalogue === undefined
      ? `${tool('list_skills')} lists the available skills.`
      : 'The available skills are listed below.';
  const more = search ? ` If none of them fits, look for one with ${tool('search_skills')}.` : '';
  const rules = [
    `When a skill fits the task, load it with ${tool('load_skill')} before you do anything else. ${where}${more}`,
    'Follow the instructions of a loaded skill fully and in the order they are given.',
    `${tool('load_skill_resource')} reads only files that belong to a skill, under its \`references/\`, \`assets/\` or \`scripts/\`. Never use it for files that the user gave you or mentions: those are not part of any skill.`,
    ...(scripts
      ? [
          `Run a skill's scripts with ${tool('run_skill_script')}. Do not read a script's source if running it is enough.`,
        ]
      : []),
    `If ${tool('load_skill_resource')} answers with an error, such as RESOURCE_NOT_FOUND, do not retry that path and do not try another one. The answer will not change. Report the error to the user and stop.`,
    ...(scripts
      ? [
          `If ${tool('run_skill_script')} answers with an error, such as SCRIPT_NOT_FOUND, do not retry it and do not guess another script. Report the error to the user and stop.`,
        ]
      : []),
    'Loading a skill is not the end of your turn. Continue until the task is done or cannot be done.',
  ];
  return [
    'You have skills: folders with instructions and files for particular tasks. Use the skill tools to work with them.',
    'A skill contains:',
    `- \`SKILL.md\`: the instructions, which ${tool('load_skill')} gives you;`,
    '- `references/`: documents to read when the instructions send you there;',
    '- `assets/`: templates, data and images;',
    `- \`scripts/\`: programs${scripts ? ' to run' : ''}.`,
    '',
    'Rules:',
    ...rules.map((rule, index) => `${index + 1}. ${rule}`),
    ...(unavailable.length === 0
      ? []
      : ['', `Not available here, do not call: ${unavailable.map((name) => `\`${name}\``).join(', ')}.`]),
    ...(catalogue === undefined ? [] : ['', catalogue]),
  ].join('\n');
}
