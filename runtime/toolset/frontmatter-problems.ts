import { defined, hasNameForm, lengthProblem, MAX_NAME, type Skill } from '../../skill/index.ts';
import { frontmatterOf, metadataOf } from './load-skill.ts';

export interface FrontmatterProblems {
  /** The reason why the skill cannot be offered; ADK rejects it, too. */
  readonly fatal?: string;
  /** Problems for which ADK rejects the skill, although other clients load it. */
  readonly notes: readonly string[];
}

/**
 * Returns the problems with a skill's frontmatter under the rules of `skillwright check`: errors exclude the skill from a run,
 * warnings become notes. Unknown fields are allowed. Lengths are those that a client allows.
 * @param client an id that `--client` takes; null for no limits
 */
export function frontmatterProblems(skill: Skill, client: string | null): FrontmatterProblems {
  const { name, description, compatibility } = frontmatterOf(skill);
  const { adk_additional_tools: tools, adk_inject_state: inject } = metadataOf(skill);
  const fatal = first(
    textProblem('name', name),
    typeof name === 'string' && !hasNameForm(name.trim().normalize('NFKC'))
      ? `the name '${name.trim().slice(0, 80)}' must be lowercase letters and digits with single hyphens between them`
      : undefined,
    textProblem('description', description),
    compatibility === undefined ? undefined : textProblem('compatibility', compatibility),
    client === null ? undefined : lengthProblem(client, { description, compatibility }),
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

function textProblem(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return `the ${field} is missing`;
  if (typeof value !== 'string') return `the ${field} must be text`;
  return value.trim() === '' ? `the ${field} is empty` : undefined;
}

function first(...problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}
