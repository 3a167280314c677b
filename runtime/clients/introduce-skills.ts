import { type ClientBehavior, listSkills } from '../../skill/index.ts';
import { formatCount } from '../text/count.ts';
import type { InstalledSkill } from './installation.ts';
import { STATEMENTS } from './statements.ts';

/** The part of a client's prompt about skills. */
export interface Introduction {
  readonly text: string;
  /** The list of skills within `text`. */
  readonly list: string;
  readonly role: ClientBehavior['catalogue']['role'];
  /** Descriptions and skills that exceed the client's budget, for display. */
  readonly notes: readonly string[];
}

/** Returns the part of a client's prompt about its skills; undefined if there are none. */
export function introduceSkills(
  { catalogue, activation, shell, fileTools }: ClientBehavior,
  skills: readonly InstalledSkill[],
): Introduction | undefined {
  if (skills.length === 0) return undefined;
  const { text, cuts } = listSkills(catalogue, skills);
  const reader = fileTools.find(({ kind }) => kind === 'read')?.tool ?? shell.tool;
  const loadWith =
    activation.kind === 'tool' ? `load it with the ${activation.tool} tool` : `read its SKILL.md with ${reader}`;
  const sentences = catalogue.states.map((statement) => STATEMENTS[statement](loadWith));
  const { element } = catalogue;
  const opening = `Skills hold instructions for certain tasks. ${sentences.join(' ')}`;
  const around = `${opening}\n\n<${element}>\n${text}\n</${element}>`;
  const inside = element === 'system-reminder' || element === 'skills_instructions';
  return {
    role: catalogue.role,
    list: text,
    text: inside
      ? `<${element}>\n${opening}\n\n${text}\n</${element}>`
      : // What is no message of the user is marked so.
        catalogue.role === 'user'
        ? `<system-reminder>\n${around}\n</system-reminder>`
        : around,
    notes: cuts.map(({ name, remaining }) =>
      remaining === 'left-out'
        ? `The list of skills leaves out '${name}': it exceeds this client's budget.`
        : remaining === 'listed-by-name'
          ? `The list of skills has only the name of '${name}': it exceeds this client's budget.`
          : `The list of skills has ${formatCount(remaining, 'character')} of the description of '${name}': it exceeds this client's budget.`,
    ),
  };
}
