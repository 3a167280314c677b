import type { ClientProfile } from './profile.ts';
import { DESCRIPTION, NAME } from './spec.ts';

export const geminiCli: ClientProfile = {
  id: 'gemini-cli',
  rank: 50,
  name: 'Gemini CLI',
  version: '5411f113',
  date: '2026-08-21',
  evidence: ['source'],
  sources: [
    'https://github.com/google-gemini/gemini-cli packages/core/src/skills',
    'https://geminicli.com/docs/tools/',
  ],
  discovery: {
    kind: 'folders',
    folders: [
      { scope: 'user', path: '.gemini/skills' },
      { scope: 'user', path: '.agents/skills' },
      { scope: 'workspace', path: '.gemini/skills', upward: false },
      { scope: 'workspace', path: '.agents/skills', upward: false },
    ],
    depth: { kind: 'children' },
    nested: false,
    collision: 'last',
    identity: 'name',
    required: ['name', 'description'],
    drops: [],
    hides: false,
  },
  fields: [
    { ...NAME, does: 'Names the skill; `:\\/<>*?"|` become `-`.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name and the path.' },
  ],
  tools: [
    { name: 'read_file', does: 'read a file' },
    { name: 'write_file', does: 'create or overwrite a file' },
    { name: 'replace', does: 'change parts of a file' },
    { name: 'list_directory', does: 'list a folder' },
    { name: 'glob', does: 'find files by pattern' },
    { name: 'grep_search', does: 'search in files' },
    { name: 'run_shell_command', does: 'run a shell command' },
    { name: 'web_fetch', does: 'fetch a page' },
    { name: 'google_web_search', does: 'search the web' },
    { name: 'activate_skill', does: 'load another skill' },
    { name: 'ask_user', does: 'ask the user' },
    { name: 'write_todos', does: 'keep a list of tasks' },
  ],
};
