import { placeholder, type Skill } from '../../../skill/index.ts';
import { defaultPromptsFor } from '../../stress/default-prompts.ts';

/**
 * Returns the text of a first eval file for a skill. Its prompts are those of a stress test, so that its cases can be run as
 * they are. What only the author knows is marked: a good answer, and a request that only seems to need the skill.
 */
export function firstCases(skill: Skill): string {
  const [task = '', ...others] = defaultPromptsFor(skill);
  const evals = [
    {
      id: 'first-task',
      prompt: task,
      assertions: [
        { text: 'Loads the skill.', check: 'loaded' },
        { text: 'Requests no missing file.', check: 'max_misses', limit: 0 },
      ],
    },
    {
      id: 'good-answer',
      prompt: task,
      assertions: [
        {
          text: 'Has what the user needs.',
          check: 'substring',
          value: placeholder('words that a good answer contains and one without the skill does not'),
        },
      ],
    },
    ...others.map((prompt, index) => ({ id: `triggers-${index + 1}`, prompt, should_trigger: true })),
    {
      id: 'does-not-trigger',
      prompt: placeholder('a request that sounds alike and does not need this skill'),
      should_trigger: false,
    },
  ];
  return `${JSON.stringify({ skill_name: skill.name, evals }, undefined, 2)}\n`;
}
