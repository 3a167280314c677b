import type { ClientProfile } from './profile.ts';
import { ALLOWED_TOOLS, DESCRIPTION, LICENSE, NAME } from './spec.ts';

export const copilotCli: ClientProfile = {
  id: 'copilot-cli',
  rank: 40,
  name: 'GitHub Copilot CLI',
  version: '1.0.88',
  date: '2026-09',
  evidence: ['documentation', 'transcript'],
  sources: [
    'https://docs.github.com/copilot/concepts/agents/about-agent-skills',
    'https://github.com/github/copilot-cli changelog.md',
    'https://github.com/agent-ecosystem/agent-skill-implementation',
  ],
  discovery: {
    kind: 'folders',
    folders: [
      { scope: 'workspace', path: '.github/skills', upward: true },
      { scope: 'workspace', path: '.agents/skills', upward: true },
      { scope: 'workspace', path: '.claude/skills', upward: true },
      { scope: 'user', path: '.copilot/skills' },
      { scope: 'user', path: '.agents/skills' },
    ],
    depth: { kind: 'any' },
    collision: 'first',
    identity: 'name',
    required: [],
    drops: [
      { kind: 'yaml-error' },
      { kind: 'name-longer-than', max: 64 },
      { kind: 'name-not-ascii' },
      { kind: 'description-longer-than', max: 1024, unit: 'utf-16' },
    ],
    hides: true,
  },
  fields: [
    { ...NAME, does: 'Names the skill.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name.' },
    LICENSE,
    ALLOWED_TOOLS,
    { name: 'argument-hint', value: { kind: 'hint' }, does: 'Shown after `/name`.' },
    { name: 'user-invocable', value: { kind: 'flag', usual: true }, does: '`false`: `/name` is an unknown command.' },
    {
      name: 'disable-model-invocation',
      value: { kind: 'flag', usual: false },
      does: 'Leaves the skill out of the list and refuses the model’s call.',
    },
  ],
  tools: [
    { name: 'view', does: 'read a file or list a folder' },
    { name: 'create', does: 'create a file' },
    { name: 'edit', does: 'change a file' },
    { name: 'apply_patch', does: 'change files by a patch' },
    { name: 'bash', does: 'run a shell command' },
    { name: 'read_bash', does: 'read a running command’s output' },
    { name: 'write_bash', does: 'type into a running command' },
    { name: 'stop_bash', does: 'stop a running command' },
    { name: 'glob', does: 'find files by pattern' },
    { name: 'grep', does: 'search in files' },
    { name: 'skill', does: 'load another skill' },
  ],
};
