import { MISSES_SOURCE } from './client-miss.ts';
import type { ClientProfile } from './profile.ts';
import { ALLOWED_TOOLS, COMPATIBILITY, DESCRIPTION, LICENSE, METADATA, NAME } from './spec.ts';

/** The entry of `metadata` that lists tools to offer once the skill is loaded. */
export const ADDITIONAL_TOOLS = 'adk_additional_tools';

export const adk: ClientProfile = {
  id: 'adk',
  rank: 90,
  name: 'Google ADK',
  version: 'bb56aa56',
  date: '2026-07-22',
  evidence: ['source'],
  sources: [
    'https://github.com/google/adk-python src/google/adk/skills/models.py, src/google/adk/tools/skill_toolset.py',
  ],
  discovery: {
    kind: 'by-code',
    identity: 'both',
    required: ['name', 'description'],
    drops: [
      { kind: 'yaml-error' },
      { kind: 'name-not-kebab' },
      { kind: 'name-longer-than', max: 64 },
      { kind: 'description-longer-than', max: 1024, unit: 'code-points' },
      { kind: 'compatibility-longer-than', max: 500 },
    ],
  },
  fields: [
    { ...NAME, does: 'Names the skill, which is rejected if its folder has a different name.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name.' },
    LICENSE,
    COMPATIBILITY,
    {
      ...METADATA,
      value: {
        kind: 'map',
        entries: { [ADDITIONAL_TOOLS]: { kind: 'tool-list' }, adk_inject_state: { kind: 'flag', default: false } },
      },
      does: `Reads \`${ADDITIONAL_TOOLS}\` (tools to offer once the skill is loaded) and \`adk_inject_state\`.`,
    },
    ALLOWED_TOOLS,
    { ...ALLOWED_TOOLS, name: 'allowed_tools' },
  ],
  tools: [
    { name: 'list_skills', does: 'list the skills' },
    { name: 'search_skills', does: 'search the skills of a registry' },
    { name: 'load_skill', does: 'load a skill' },
    { name: 'load_skill_resource', does: 'read a bundled file' },
    { name: 'run_skill_script', does: 'run a bundled script' },
  ],
  misses: [{ basis: 'collected', what: 'bundled', kind: 'guessed', missed: 2, source: MISSES_SOURCE.collected }],
  behaviors: [],
};
