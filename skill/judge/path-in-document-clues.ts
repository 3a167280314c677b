/** Clues about a path in relation to its document or skill. */

import type { Clue } from '../clues/clue.ts';
import { basename, dirname } from '../files/paths.ts';
import type { Situation } from './situation.ts';
import { pathInSkill } from './situation-tests.ts';

/** The extension of a web page rather than a bundled file. */
const SITE = /\.html?$/i;

export const PATH_IN_DOCUMENT_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'path.site',
    says: 'it is a page of a website',
    matches: ({ path }) => SITE.test(path),
    fires: ['See [it](⟦a/b.html⟧).'],
    silent: ['See [it](⟦a/b.md⟧).'],
  },
  {
    id: 'path.sibling',
    says: 'it is a link to a file next to its document, which is not SKILL.md',
    matches: ({ isManifest, isLink, path }) => !isManifest && isLink && !path.includes('/'),
    fires: [{ text: 'See [it](⟦b.md⟧).', in: 'guides/a.md' }],
    silent: [{ text: 'See [it](⟦c/b.md⟧).', in: 'guides/a.md' }],
  },
  {
    id: 'path.repeats-folder',
    says: 'it begins with the folder of its document',
    matches: (situation) =>
      !situation.isManifest &&
      situation.path.includes('/') &&
      basename(dirname(pathInSkill(situation))) === situation.first,
    fires: [{ text: 'See `⟦guides/b.md⟧`.', in: 'guides/a.md' }],
    silent: [{ text: 'See `⟦rules/b.md⟧`.', in: 'guides/a.md' }],
  },
  {
    id: 'path.own-name',
    says: 'it begins with skills/ or with the name of the skill',
    matches: ({ path, first, skill }) =>
      path.includes('/') && (first === 'skills' || first === skill.name || first === basename(skill.root)),
    fires: ['See `⟦billing/b.md⟧`.'],
    silent: ['See `⟦rules/b.md⟧`.'],
  },
  {
    id: 'path.other-image',
    says: 'it is a picture in a file other than SKILL.md',
    matches: ({ isManifest, path }) => !isManifest && /\.(?:png|jpe?g|gif|webp|svg)$/i.test(path),
    fires: [{ text: '![it](⟦b.png⟧)', in: 'guides/a.md' }],
    silent: [{ text: 'See [it](⟦b.md⟧).', in: 'guides/a.md' }],
  },
  {
    id: 'path.other-link',
    says: 'it is a link in a file other than SKILL.md',
    matches: ({ isManifest, isLink }) => !isManifest && isLink,
    fires: [{ text: 'See [it](⟦a/b.md⟧).', in: 'guides/a.md' }],
    silent: [{ text: 'See `⟦a/b.md⟧`.', in: 'guides/a.md' }],
  },
  {
    id: 'path.lone-script',
    says: 'it is a script in a folder that the skill does not have',
    matches: ({ path, first, skill }) =>
      /\.(?:py|sh|m?[jt]s)$/.test(path) && path.includes('/') && !skill.bundle.folders.has(first),
    fires: ['Run `⟦scripts/b.py⟧`.'],
    silent: [{ text: 'Run `⟦scripts/b.py⟧`.', files: ['scripts/a.py'] }],
  },
  {
    id: 'path.other-command',
    says: 'it is a command in a file other than SKILL.md',
    matches: ({ isManifest, isCommand }) => !isManifest && isCommand,
    fires: [{ text: '```bash\npython ⟦scripts/b.py⟧\n```', in: 'guides/a.md' }],
    silent: [{ text: 'See `⟦a/b.md⟧`.', in: 'guides/a.md' }],
  },
];
