import type { ClientProfile } from './profile.ts';
import { COMPATIBILITY, DESCRIPTION, LICENSE, METADATA, NAME } from './spec.ts';

/** Only folders and fields are documented, not how a skill is listed and loaded. */
export const cursor: ClientProfile = {
  id: 'cursor',
  rank: 60,
  name: 'Cursor',
  version: 'documentation of 2.4',
  date: '2026',
  evidence: ['documentation'],
  sources: ['https://cursor.com/docs/skills#frontmatter-fields', 'https://cursor.com/docs/context/skills'],
  discovery: {
    kind: 'folders',
    folders: [
      { scope: 'workspace', path: '.cursor/skills', upward: false },
      { scope: 'workspace', path: '.agents/skills', upward: false },
      { scope: 'workspace', path: '.claude/skills', upward: false },
      { scope: 'workspace', path: '.codex/skills', upward: false },
      { scope: 'user', path: '.cursor/skills' },
      { scope: 'user', path: '.agents/skills' },
      { scope: 'user', path: '.claude/skills' },
      { scope: 'user', path: '.codex/skills' },
    ],
    depth: { kind: 'unknown' },
    identity: 'both',
    required: ['name', 'description'],
    drops: [],
    hides: true,
    unknown: [
      'how deep Cursor searches, how it lists skills for a model, its settings, and which of two skills with one name it takes',
    ],
  },
  fields: [
    { ...NAME, does: 'Names the skill; the folder must have the same name.' },
    { ...DESCRIPTION, does: 'Presented to the agent, which decides based on it.' },
    LICENSE,
    COMPATIBILITY,
    METADATA,
    {
      name: 'disable-model-invocation',
      value: { kind: 'flag', default: false },
      does: 'Makes the skill a command that runs only as `/name`.',
    },
    { name: 'paths', value: { kind: 'text-or-list' }, does: 'Offers the skill for files that match.' },
    { name: 'icon', value: { kind: 'any' }, does: 'Shown in lists.' },
    { name: 'color', value: { kind: 'any' }, does: 'Shown in lists.' },
    { name: 'globs', value: { kind: 'text-or-list' }, does: 'Offers the skill for files that match.' },
  ],
  tools: [],
  misses: [],
  behaviors: [],
};
