import type { PartEvidence } from './profile.ts';

/** The evidence for each part of the profile. */
export const CLAUDE_CODE_EVIDENCE: readonly PartEvidence[] = [
  {
    part: 'discovery',
    version: '2.1.240',
    date: '2026-08-22',
    evidence: ['documentation', 'transcript'],
    source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  },
  {
    part: 'fields',
    version: '2.1.240',
    date: '2026-08-22',
    evidence: ['documentation'],
    source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  },
  {
    part: 'catalogue',
    version: '2.1.240',
    date: '2026-08-22',
    evidence: ['documentation', 'transcript'],
    source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
    inferred:
      'The order of the list. The documentation says that descriptions of the least used skills are dropped; a simulated run drops the last ones.',
  },
  {
    part: 'activation',
    version: '2.1.274',
    date: '2026-09',
    evidence: ['documentation', 'transcript'],
    source: 'https://github.com/agent-ecosystem/agent-skill-implementation',
    inferred:
      'Each call loads the body again: the documentation says that a second call adds a short note, a recorded session shows the body.',
  },
  {
    part: 'shell',
    version: '2.1.240',
    date: '2026-08-22',
    evidence: ['documentation', 'transcript'],
    source: 'https://code.claude.com/docs/en/tools-reference',
    inferred: 'Failed commands have the same output limit as others; the documentation names a lower one.',
  },
  {
    part: 'file-tools',
    version: '2.1.274',
    date: '2026-09',
    evidence: ['documentation', 'transcript'],
    source: 'https://github.com/agent-ecosystem/agent-skill-implementation',
    inferred: 'Grep finds ignored files. The message for a missing parameter is unknown.',
  },
  {
    part: 'loops',
    version: '2.1.240',
    date: '2026-08-22',
    evidence: ['documentation'],
    source: 'https://code.claude.com/docs/en/tools-reference',
    inferred: 'No limit is documented, so there is none.',
  },
];
