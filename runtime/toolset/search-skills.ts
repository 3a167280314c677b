import { failure, type Tool } from '../loop/interfaces/tools.ts';
import { missingArguments, textArgument } from './arguments.ts';
import { skillsAsXml } from './list-skills.ts';
import type { SkillSource } from './skill-source.ts';

const SEARCH_SKILLS = 'search_skills';

/** Creates search_skills, which returns the registry's matches in the format of list_skills, except skills already listed. */
export function searchSkillsTool(source: SkillSource): Tool {
  return {
    name: SEARCH_SKILLS,
    description: 'Searches the registry for skills beyond those listed. Load one by its name with load_skill.',
    repeatable: true,
    readOnly: true,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What the skill should be able to do.' } },
      required: ['query'],
    },
    execute: async (args) => {
      const missing = missingArguments(args, ['query']);
      if (missing !== undefined) return missing;
      const found = await source.search(textArgument(args, 'query') ?? '');
      if (found.kind === 'failed')
        return failure('REGISTRY_ERROR', `The registry cannot be searched: ${found.message}`);
      return { kind: 'result', value: skillsAsXml(found.hits) };
    },
  };
}
