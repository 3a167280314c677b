import { defined, hasNameForm, MAX_COMPATIBILITY, MAX_DESCRIPTION, MAX_NAME, type Skill } from '../../skill/index.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { frontmatterOf, metadataOf } from './load-skill.ts';

export interface FrontmatterProblems {
  /** The reason why the skill cannot be offered; ADK rejects it, too. */
  readonly fatal?: string;
  /** Problems for which ADK rejects the skill, although other clients load it. */
  readonly notes: readonly string[];
}

/**
 * Returns the problems with a skill's frontmatter under the rules of `skillwright check`: errors exclude the skill from a run,
 * warnings become notes. Unknown fields are allowed.
 */
export function frontmatterProblems(skill: Skill): FrontmatterProblems {
  const { name, description, compatibility } = frontmatterOf(skill);
  const { adk_additional_tools: tools, adk_inject_state: inject } = metadataOf(skill);
  const fatal = first(
    textProblem('name', name),
    typeof name === 'string' && !hasNameForm(name.trim().normalize('NFKC'))
      ? `the name '${name.trim().slice(0, 80)}' must be lowercase letters and digits with single hyphens between them`
      : undefined,
    textProblem('description', description, MAX_DESCRIPTION),
    compatibility === undefined ? undefined : textProblem('compatibility', compatibility, MAX_COMPATIBILITY),
    tools === undefined || (Array.isArray(tools) && tools.every((tool) => typeof tool === 'string'))
      ? undefined
      : 'metadata.adk_additional_tools must be a list of tool names',
    inject === undefined || typeof inject === 'boolean' ? undefined : 'metadata.adk_inject_state must be true or false',
  );
  const notes: string[] = [];
  const folder = skill.root.slice(skill.root.lastIndexOf('/') + 1);
  if (skill.name.length > MAX_NAME) notes.push(`its name is longer than ${MAX_NAME} characters`);
  if (skill.name.normalize('NFKC') !== folder.normalize('NFKC'))
    notes.push(`its name '${skill.name}' differs from its folder '${folder}'`);
  return defined({ fatal, notes });
}

function textProblem(field: string, value: unknown, maxLength?: number): string | undefined {
  if (value === undefined || value === null) return `the ${field} is missing`;
  if (typeof value !== 'string') return `the ${field} must be text`;
  const { length } = value.trim();
  if (length === 0) return `the ${field} is empty`;
  if (maxLength !== undefined && length > maxLength)
    return `the ${field} has ${formatCount(length, 'character')}; at most ${formatNumber(maxLength)} are allowed`;
  return undefined;
}

function first(...problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}
