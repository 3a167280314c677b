/** Clues about the repository around the skill: where else a file ends in the path, and whether something makes it. */

import type { Clue } from '../clues/clue.ts';
import type { Situation } from './situation.ts';

/** The clues about other places of the path, and about what makes it. */
export const TREE_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'tree.root',
    says: 'the repository has a file of this path at its root',
    matches: ({ elsewhere }) => elsewhere.has('root'),
    fires: [{ text: 'Read `⟦../rules/b.md⟧`.', files: ['/repo/rules/b.md'] }],
    silent: [{ text: 'Read `⟦../rules/b.md⟧`.', files: ['/repo/old/rules/b.md'] }],
  },
  {
    id: 'tree.skill',
    says: 'a file in another folder of skills ends in this path',
    matches: ({ elsewhere }) => elsewhere.has('skill'),
    fires: [{ text: 'Read `⟦rules/b.md⟧`.', files: ['/repo/skills/tax/old/rules/b.md'] }],
    silent: [
      { text: 'Read `⟦rules/b.md⟧`.', files: ['/repo/other/rules/b.md'] },
      { text: 'Read `⟦rules/b.md⟧`.', files: ['/repo/skills/tax/old/rules/c.md'] },
    ],
  },
  {
    id: 'made.script',
    says: 'a script of the skill names it',
    matches: ({ isNamedByScript }) => isNamedByScript(),
    fires: [
      { text: 'See `⟦rules/b.md⟧`.', files: ['scripts/a.py'], texts: { 'scripts/a.py': 'open("rules/b.md", "w")' } },
      { text: 'See `⟦b.json⟧`.', files: ['a.sh'], texts: { 'a.sh': 'curl -o "$OUT/b.json" "$URL"' } },
    ],
    silent: [
      { text: 'See `⟦rules/b.md⟧`.', files: ['scripts/a.py'], texts: { 'scripts/a.py': 'open("rules/c.md", "w")' } },
      { text: 'See `⟦rules/b.md⟧`.', files: ['notes.txt'], texts: { 'notes.txt': 'rules/b.md' } },
    ],
  },
  {
    id: 'made.build',
    says: 'a Makefile, package.json, Dockerfile or workflow of the repository names it',
    matches: ({ isNamedByBuild }) => isNamedByBuild(),
    fires: [
      { text: 'See `⟦rules/b.md⟧`.', texts: { '/repo/Makefile': 'all:\n\tcp a.md rules/b.md' } },
      { text: 'See `⟦rules/b.md⟧`.', texts: { '/repo/.github/workflows/a.yml': 'run: make > rules/b.md' } },
    ],
    silent: [
      { text: 'See `⟦rules/b.md⟧`.', texts: { '/repo/Makefile': 'all:\n\tcp a.md rules/c.md' } },
      { text: 'See `⟦rules/b.md⟧`.', texts: { '/repo/notes.md': 'rules/b.md' } },
    ],
  },
  {
    id: 'made.ignored',
    says: 'the repository ignores it with .gitignore',
    matches: ({ isGitIgnored }) => isGitIgnored(),
    fires: [{ text: 'See `⟦out/b.md⟧`.', texts: { '/repo/.gitignore': 'out/' } }],
    silent: [{ text: 'See `⟦rules/b.md⟧`.', texts: { '/repo/.gitignore': 'out/' } }],
  },
];
