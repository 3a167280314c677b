import type { Skill } from '../../skill/index.ts';
import type { StateScope } from '../loop/interfaces/state.ts';
import { failure, type ResultOutcome, type Tool } from '../loop/interfaces/tools.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { missingArguments, textArgument } from './arguments.ts';
import type { FoundSkill, SkillSource } from './skill-source.ts';

/** Creates load_skill, which returns a skill's instructions and frontmatter but no list of files, and marks it as active. */
export function loadSkillTool(source: SkillSource): Tool {
  return {
    name: 'load_skill',
    description: 'Loads the instructions of a skill.',
    repeatable: true,
    readOnly: true,
    inputSchema: {
      type: 'object',
      properties: { skill_name: { type: 'string', description: 'The name of the skill to load.' } },
      required: ['skill_name'],
    },
    execute: async (args, context) => {
      const missing = missingArguments(args, ['skill_name']);
      if (missing !== undefined) return missing;
      const name = textArgument(args, 'skill_name') ?? '';
      const found = await source.find(name, context.invocation);
      if (found.kind !== 'skill') return skillNotFound(name, found);
      const { skill } = found;
      activate(context.state, context.agent, skill.name);
      return { kind: 'result', value: loadedSkill(skill, context.state) };
    },
  };
}

/** Returns the result of `load_skill` for a skill. */
export function loadedSkill(skill: Skill, state: Pick<StateScope, 'get'>): JsonObject {
  return {
    skill_name: skill.name,
    instructions: instructionsOf(skill, state),
    frontmatter: frontmatterOf(skill),
  };
}

/** Returns the error for a skill that cannot be found or fetched. */
export function skillNotFound(name: string, found: Exclude<FoundSkill, { kind: 'skill' }>): ResultOutcome {
  if (found.kind === 'none') return failure('SKILL_NOT_FOUND', `Skill '${name}' not found.`);
  return failure('REGISTRY_ERROR', `Skill '${name}' cannot be fetched from the registry: ${found.message}`);
}

/** Returns ADK's state key for the skills that an agent has loaded. */
export function activeSkillsKey(agent: string): string {
  return `_adk_activated_skill_${agent}`;
}

export function activeSkills(state: StateScope, agent: string): readonly string[] {
  const stored = state.get(activeSkillsKey(agent));
  return Array.isArray(stored) ? stored.filter((name): name is string => typeof name === 'string') : [];
}

function activate(state: StateScope, agent: string, skill: string): void {
  const active = activeSkills(state, agent);
  if (!active.includes(skill)) state.set(activeSkillsKey(agent), [...active, skill]);
}

/** Returns the frontmatter as JSON; dates and other such values become text. */
export function frontmatterOf(skill: Skill): JsonObject {
  const { frontmatter } = skill.manifest;
  if (frontmatter.kind !== 'valid') return {};
  // Cached, as it is needed before every model call.
  const known = frontmatterJson.get(frontmatter) ?? (JSON.parse(JSON.stringify(frontmatter.data)) as JsonObject);
  frontmatterJson.set(frontmatter, known);
  return known;
}

const frontmatterJson = new WeakMap<object, JsonObject>();

/** Returns a skill's `metadata`, which holds ADK's extensions to the specification. */
export function metadataOf(skill: Skill): JsonObject {
  const { metadata } = frontmatterOf(skill);
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? (metadata as JsonObject) : {};
}

/** Returns the body, with `{key}` replaced by the key's value, if it has one, under `metadata.adk_inject_state: true`. */
function instructionsOf(skill: Skill, state: Pick<StateScope, 'get'>): string {
  const body = skill.manifest.text.slice(skill.manifest.bodyStart).replace(/^\s*\n/, '');
  if (metadataOf(skill).adk_inject_state !== true) return body;
  return body.replace(/\{([A-Za-z_][\w:.]*)\}/g, (written, key: string) => {
    const value: Json | undefined = state.get(key);
    if (value === undefined) return written;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
