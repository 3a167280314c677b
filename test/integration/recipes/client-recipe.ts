import type { Steps } from './scratch.ts';

/** A client created by the recipe in `skill/clients/README.md`: its data, which the tests of all clients check. */
export const CLIENT: Steps = {
  'skill/clients/wombat-code.ts': `import type { ClientProfile } from './profile.ts';
import { DESCRIPTION, NAME } from './spec.ts';

export const wombatCode: ClientProfile = {
  id: 'wombat-code',
  rank: 95,
  name: 'Wombat Code',
  version: '1.0',
  date: '2026-11',
  evidence: ['documentation'],
  sources: ['https://wombat.example/skills'],
  discovery: {
    kind: 'folders',
    folders: [{ scope: 'workspace', path: '.wombat/skills', upward: false }],
    depth: { kind: 'children' },
    identity: 'name',
    required: ['name', 'description'],
    drops: [],
    hides: false,
  },
  fields: [
    NAME,
    DESCRIPTION,
    { name: 'burrow', value: { kind: 'text' }, means: 'The burrow that the skill is kept in.' },
  ],
  tools: [],
};
`,
};
