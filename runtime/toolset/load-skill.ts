import type { Skill } from '../../skill/index.ts';
import type { StateScope } from '../loop/state.ts';
import { failure, type ResultOutcome, type Tool } from '../loop/tools.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { missingArguments, textArgument } from './arguments.ts';
import type { FoundSkill, SkillSource } from './skill-source.ts';

/** load_skill: the instructions and the frontmatter of a skill, and no list of its files. Marks the skill as active. */
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
      if (found.kind !== 'skill') return noSkill(name, found);
      const { skill } = found;
      activate(context.state, context.agent, skill.name);
      return {
        kind: 'result',
        value: {
          skill_name: skill.name,
          instructions: instructionsOf(skill, context.state),
          frontmatter: frontmatterOf(skill),
        },
      };
    },
  };
}

/** The answer where a skill was asked for that is not to be had. */
export function noSkill(name: string, found: Exclude<FoundSkill, { kind: 'skill' }>): ResultOutcome {
  if (found.kind === 'none') return failure('SKILL_NOT_FOUND', `Skill '${name}' not found.`);
  return failure('REGISTRY_ERROR', `Skill '${name}' cannot be fetched from the registry: ${found.message}`);
}

/** ADK's key for the skills that an agent has loaded. */
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

/** The frontmatter as JSON; dates and the like become text. */
export function frontmatterOf(skill: Skill): JsonObject {
  const { frontmatter } = skill.manifest;
  if (frontmatter.kind !== 'valid') return {};
  // Asked for before every model call.
  const known = asJson.get(frontmatter) ?? (JSON.parse(JSON.stringify(frontmatter.data)) as JsonObject);
  asJson.set(frontmatter, known);
  return known;
}

const asJson = new WeakMap<object, JsonObject>();

/** `metadata` of a skill, where ADK keeps what the specification does not know. */
export function metadataOf(skill: Skill): JsonObject {
  const { metadata } = frontmatterOf(skill);
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? (metadata as JsonObject) : {};
}

/** The body as it stands; with `metadata.adk_inject_state: true`, `{key}` is replaced by that key's value where there is one. */
function instructionsOf(skill: Skill, state: StateScope): string {
  const body = skill.manifest.text.slice(skill.manifest.bodyStart).replace(/^\s*\n/, '');
  if (metadataOf(skill).adk_inject_state !== true) return body;
  return body.replace(/\{([A-Za-z_][\w:.]*)\}/g, (written, key: string) => {
    const value: Json | undefined = state.get(key);
    if (value === undefined) return written;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
