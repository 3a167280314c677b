/** Clues about a path in relation to its document or skill. */
import { basename, dirname } from '../files/paths.ts';
import { type Clue, clue, inDocument, inSkill } from './clue.ts';
import { pathInSkill } from './situation-tests.ts';

/** The extension of a web page rather than a bundled file. */
const SITE = /\.html?$/i;

export const PATH_IN_DOCUMENT_CLUES: readonly Clue[] = [
  clue(
    'path.site',
    'it is a page of a website',
    ({ path }) => SITE.test(path),
    [inSkill('See [it](⟦a/b.html⟧).')],
    [inSkill('See [it](⟦a/b.md⟧).')],
  ),
  clue(
    'path.sibling',
    'it is a link to a file next to its document, which is not SKILL.md',
    ({ isManifest, isLink, path }) => !isManifest && isLink && !path.includes('/'),
    [inDocument('guides/a.md', 'See [it](⟦b.md⟧).')],
    [inDocument('guides/a.md', 'See [it](⟦c/b.md⟧).')],
  ),
  clue(
    'path.repeats-folder',
    'it begins with the folder of its document',
    (situation) =>
      !situation.isManifest &&
      situation.path.includes('/') &&
      basename(dirname(pathInSkill(situation))) === situation.first,
    [inDocument('guides/a.md', 'See `⟦guides/b.md⟧`.')],
    [inDocument('guides/a.md', 'See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.own-name',
    'it begins with skills/ or with the name of the skill',
    ({ path, first, skill }) =>
      path.includes('/') && (first === 'skills' || first === skill.name || first === basename(skill.root)),
    [inSkill('See `⟦billing/b.md⟧`.')],
    [inSkill('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.other-image',
    'it is a picture in a file other than SKILL.md',
    ({ isManifest, path }) => !isManifest && /\.(?:png|jpe?g|gif|webp|svg)$/i.test(path),
    [inDocument('guides/a.md', '![it](⟦b.png⟧)')],
    [inDocument('guides/a.md', 'See [it](⟦b.md⟧).')],
  ),
  clue(
    'path.other-link',
    'it is a link in a file other than SKILL.md',
    ({ isManifest, isLink }) => !isManifest && isLink,
    [inDocument('guides/a.md', 'See [it](⟦a/b.md⟧).')],
    [inDocument('guides/a.md', 'See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.lone-script',
    'it is a script in a folder that the skill does not have',
    ({ path, first, skill }) =>
      /\.(?:py|sh|m?[jt]s)$/.test(path) && path.includes('/') && !skill.bundle.folders.has(first),
    [inSkill('Run `⟦scripts/b.py⟧`.')],
    [inSkill('Run `⟦scripts/b.py⟧`.', 'scripts/a.py')],
  ),
  clue(
    'path.other-command',
    'it is a command in a file other than SKILL.md',
    ({ isManifest, isCommand }) => !isManifest && isCommand,
    [inDocument('guides/a.md', '```bash\npython ⟦scripts/b.py⟧\n```')],
    [inDocument('guides/a.md', 'See `⟦a/b.md⟧`.')],
  ),
];
