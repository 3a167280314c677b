import type { Steps } from './scratch.ts';

/** A client created by the recipe in `skill/clients/README.md`: its data, which the tests of all clients check. */
export const CLIENT: Steps = {
  'skill/clients/acme-code.ts': `import type { ClientProfile } from './profile.ts';
import { DESCRIPTION, NAME } from './spec.ts';

/** Acme Code. */
export const acmeCode: ClientProfile = {
  id: 'acme-code',
  rank: 95,
  name: 'Acme Code',
  version: '1.0',
  date: '2026-11',
  evidence: ['documentation'],
  sources: ['https://acme.example/skills'],
  discovery: {
    kind: 'folders',
    folders: [{ scope: 'workspace', path: '.acme/skills', upward: false }],
    depth: { kind: 'children' },
    identity: 'name',
    required: ['name', 'description'],
    drops: [],
    hides: false,
  },
  fields: [NAME, DESCRIPTION, { name: 'team', value: { kind: 'text' }, means: 'The team that owns the skill.' }],
  tools: [],
  misses: [],
  behaviors: [],
};
`,
};
