import type { ClientProfile } from './profile.ts';
import { COMPATIBILITY, DESCRIPTION, LICENSE, METADATA, NAME } from './spec.ts';

export const vscode: ClientProfile = {
  id: 'vscode',
  rank: 20,
  name: 'VS Code',
  version: 'VS Code 1.139, Copilot Chat 0.42.0',
  date: '2026-11',
  evidence: ['source', 'documentation'],
  sources: [
    'https://github.com/microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax',
    'https://github.com/microsoft/vscode-copilot-chat package.json',
    'https://code.visualstudio.com/docs/agents/reference/tools-reference',
  ],
  discovery: {
    kind: 'folders',
    folders: [
      { scope: 'workspace', path: '.github/skills', upward: false },
      { scope: 'workspace', path: '.agents/skills', upward: false },
      { scope: 'workspace', path: '.claude/skills', upward: false },
      { scope: 'user', path: '.copilot/skills' },
      { scope: 'user', path: '.agents/skills' },
      { scope: 'user', path: '.claude/skills' },
    ],
    depth: { kind: 'children' },
    identity: 'name',
    required: ['name', 'description'],
    drops: [],
    hides: true,
  },
  fields: [
    { ...NAME, does: 'Names the skill.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name and the path; without it the skill is not listed.' },
    { ...LICENSE, value: { kind: 'text', orMap: true } },
    { ...COMPATIBILITY, value: { kind: 'text', max: 500, orMap: true } },
    METADATA,
    { name: 'argument-hint', value: { kind: 'hint' }, does: 'Shown after `/name` in the chat.' },
    {
      name: 'user-invocable',
      value: { kind: 'flag', usual: true },
      does: '`false` takes the skill out of the `/` menu.',
    },
    {
      name: 'disable-model-invocation',
      value: { kind: 'flag', usual: false },
      does: 'Leaves the skill out of the list that the model sees.',
    },
    { name: 'context', value: { kind: 'one-of', values: ['fork'] }, does: 'Runs the skill in a subagent.' },
  ],
  tools: [
    { name: 'read', does: 'read files of the workspace' },
    { name: 'edit', does: 'create and change files' },
    { name: 'search', does: 'search the workspace' },
    { name: 'execute', does: 'run commands and code' },
    { name: 'web', does: 'fetch pages' },
    { name: 'agent', does: 'start a subagent' },
    { name: 'todo', does: 'keep a list of tasks' },
    { name: 'vscode', does: 'VS Code itself' },
  ],
};
