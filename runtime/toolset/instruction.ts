/**
 * The instruction that stands in every request. It says what skills are and gives the rules; which skills there are is
 * for list_skills to tell (progressive disclosure). Rules on scripts stand only where scripts can be run.
 * `banned` names core tools that a filter took away.
 */
export function skillInstruction(scripts: boolean, banned: readonly string[] = []): string {
  const rules = [
    'When a skill fits the task, load it with `load_skill` before you do anything else. `list_skills` tells which skills there are.',
    'Follow the instructions of a loaded skill fully and in the order they are given.',
    '`load_skill_resource` reads only files that belong to a skill, under its `references/`, `assets/` or `scripts/`. Never use it for files that the user gave you or speaks of: those are not part of any skill.',
    ...(scripts
      ? ["Run a skill's scripts with `run_skill_script`. Do not read a script's source where running it is enough."]
      : []),
    'If `load_skill_resource` answers with an error, such as RESOURCE_NOT_FOUND, do not retry that path and do not try another one. The answer will not change. Report the error to the user and stop.',
    ...(scripts
      ? [
          'If `run_skill_script` answers with an error, such as SCRIPT_NOT_FOUND, do not retry it and do not guess another script. Report the error to the user and stop.',
        ]
      : []),
    'Loading a skill is not the end of your turn. Go on until the task is done or cannot be done.',
  ];
  return [
    'You have skills: folders with instructions and files for particular tasks. Use the skill tools to work with them.',
    'A skill holds:',
    '- `SKILL.md`: the instructions, which `load_skill` gives you;',
    '- `references/`: documents to read when the instructions send you there;',
    '- `assets/`: templates, data and images;',
    `- \`scripts/\`: programs${scripts ? ' to run' : ''}.`,
    '',
    'Rules:',
    ...rules.map((rule, index) => `${index + 1}. ${rule}`),
    ...(banned.length === 0
      ? []
      : ['', `Not available here, do not call: ${banned.map((name) => `\`${name}\``).join(', ')}.`]),
  ].join('\n');
}
