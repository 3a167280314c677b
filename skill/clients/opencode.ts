import type { ClientProfile } from './profile.ts';
import { DESCRIPTION, NAME } from './spec.ts';

export const opencode: ClientProfile = {
  id: 'opencode',
  name: 'opencode',
  version: '048f74f4, 097ed81e and 01793dfe',
  date: '2026',
  evidence: ['source', 'documentation'],
  sources: [
    'https://github.com/anomalyco/opencode packages/opencode/src/skill/index.ts',
    'https://opencode.ai/docs/skills',
    'https://opencode.ai/v1/docs/tools',
  ],
  discovery: {
    kind: 'folders',
    folders: [
      { scope: 'user', path: '.claude/skills' },
      { scope: 'user', path: '.agents/skills' },
      { scope: 'workspace', path: '.claude/skills', upward: true },
      { scope: 'workspace', path: '.agents/skills', upward: true },
      { scope: 'user', path: '.config/opencode/skill' },
      { scope: 'user', path: '.config/opencode/skills' },
      { scope: 'workspace', path: '.opencode/skill', upward: true },
      { scope: 'workspace', path: '.opencode/skills', upward: true },
    ],
    depth: { kind: 'any' },
    collision: 'last',
    identity: 'name',
    required: ['name', 'description'],
    drops: [{ kind: 'yaml-error' }],
    hides: false,
  },
  fields: [
    { ...NAME, does: 'Names the skill.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name and the path.' },
  ],
  tools: [
    { name: 'read', does: 'read a file or list a folder' },
    { name: 'write', does: 'create or overwrite a file' },
    { name: 'edit', does: 'change parts of a file' },
    { name: 'apply_patch', does: 'change files by a patch' },
    { name: 'bash', does: 'run a shell command' },
    { name: 'glob', does: 'find files by pattern' },
    { name: 'grep', does: 'search in files' },
    { name: 'lsp', does: 'ask a language server' },
    { name: 'webfetch', does: 'fetch a page' },
    { name: 'websearch', does: 'search the web' },
    { name: 'skill', does: 'load another skill' },
    { name: 'task', does: 'start a subagent' },
    { name: 'todowrite', does: 'keep a list of tasks' },
    { name: 'question', does: 'ask the user' },
  ],
};
