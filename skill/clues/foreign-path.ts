/** Clues in the path itself, and in the files that the skill bundles, that a missing path is not the skill's own. */
import { basename, extension } from '../files/paths.ts';
import type { Skill } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import { lineAround } from '../text/lines.ts';
import { mayBelongToAnyProject } from './any-project.ts';
import type { OwnershipClue } from './clue.ts';
import { isTypo } from './evidence.ts';
import type { MissingPath } from './missing-path.ts';
import { isOwnPath, SOURCE } from './own-path.ts';
import { isListedWithProject } from './surroundings.ts';

/** Files that clients read in any folder of a project. */
const CLIENT_FILE = /\/(?:agents|claude|gemini)\.md$/i;
/** A date in a name, which marks something created on that day. */
const DATE = /(?:^|[^\d])20\d\d[-_]?[01]\d[-_]?[0-3]\d(?:[^\d]|$)/;
/** Folders for files that the user adds. */
const USERS_FOLDER = /^(.*?(?:^|\/)(?:users?|personal|private|local|custom))\//i;

/** Returns true for a path into a neighboring skill: `x/SKILL.md`, `../x/scripts/y.py`. */
export const pointsToOtherSkill = (path: string): boolean =>
  /^(?:\.\.\/)*(?:[\w-]+\/)+SKILL\.md$/.test(path) ||
  /^(?:\.\.\/)+(?:[\w-]+\/)+(?:references|scripts|assets)\//.test(path);

/** Returns true if a bundled file has the same file name. */
export const hasNamesake = (path: string, { bundle }: Pick<Skill, 'bundle'>): boolean =>
  [...bundle.files].some((file) => basename(file) === basename(path));

/** Returns true if a bundled file has the same path plus an extension. */
const lacksOnlyExtension = (path: string, { bundle }: Skill): boolean =>
  [...bundle.files].some((file) => file.startsWith(`${path}.`) && !file.slice(path.length + 1).includes('/'));

/** Text before the first word of a command, or before a script that a shell gets. */
const COMMAND_START =
  /(?:^|[;&|(`]|&&|\|\||\bchmod\s+\S{1,6})\s*(?:[$>]\s+)?(?:sudo\s+)?(?:(?:bash|sh|zsh|source|exec|time)\s+)?(?:\.\/)?$/;
const RUN_INSTRUCTION = /\b(?:run|execute|invoke|call|start|launch)\s+(?:the\s+script\s+)?[*_"'(]*`?(?:\.\/)?$/i;

/** Returns true for a file without an extension that is run from `scripts/`, where the skill has scripts. */
function isRunScript({
  path,
  first,
  shipsFolder,
  isCommand,
  reference: { range, form },
  document: { text },
}: MissingPath) {
  if (first !== 'scripts' || !shipsFolder || path.endsWith('/')) return false;
  const before = text.slice(Math.max(lineAround(text, range).start, range.start - 200), range.start);
  return isCommand ? COMMAND_START.test(before) : form === 'code' && RUN_INSTRUCTION.test(before);
}

const PREPOSITIONS = ['in', 'from', 'see', 'under', 'into', 'inside', 'within', 'of', 'to', 'at'];
const OPENING = ['read', 'load', 'use', 'using', 'check', 'open', 'via', 'browse', 'with', 'has', 'have'];
const HOLDING = ['contains?', 'includes?'];
/** A verb or preposition right before a folder. */
const LEADS_TO_FOLDER = new RegExp(
  `(?:\\b${anyOf([...PREPOSITIONS, ...OPENING, ...HOLDING])}|[|:→])\\s+` +
    "(?:(?:the|its|this skill(?:'|’)s|our)\\s+)?[*_\"'([]*`?$",
  'i',
);

/**
 * Returns true if a folder is mentioned without leading a line or following a verb or preposition: "covers `assets/` as
 * well".
 */
function isInPassing({ reference: { range }, document: { text } }: MissingPath): boolean {
  const before = text.slice(lineAround(text, range).start, range.start);
  return (
    // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,000 units
    !/^[\s#>*|\-+\d.)`_[]*(?:the\s+)?[*_"'([]*`?$/i.test(before) && !LEADS_TO_FOLDER.test(before)
  );
}

const isClientFile = ({ isLink, path }: MissingPath): boolean => !isLink && CLIENT_FILE.test(path);

export const FOREIGN_PATHS: readonly OwnershipClue<MissingPath>[] = [
  {
    id: 'foreign.source-linked',
    says: 'it is the source code of another project',
    matches: ({ isLink, path, first, shipsFolder }) =>
      isLink && SOURCE.test(path) && !SPEC_FOLDERS.has(first) && !shipsFolder && !path.startsWith('../'),
    fires: ['See [client.go](⟦sdk/client.go⟧).'],
    silent: ['See [client.go](⟦scripts/client.go⟧).', { text: 'See [c](⟦sdk/client.go⟧).', files: ['sdk/server.go'] }],
  },
  {
    id: 'foreign.page',
    says: 'a link without an extension points to a page of a website',
    matches: ({ isLink, isFolder, path, first, shipsFolder }) =>
      isLink &&
      !isFolder &&
      extension(path) === '' &&
      !path.startsWith('../') &&
      !SPEC_FOLDERS.has(first) &&
      !shipsFolder,
    fires: ['See the [Runbook](⟦wiki/runbook⟧).'],
    silent: ['See the [Runbook](⟦references/runbook⟧).'],
  },
  {
    id: 'foreign.no-extension',
    says: 'it is neither a folder nor a file with an extension',
    matches: (missing) => {
      const { isLink, isFolder, isCommand, path, skill } = missing;
      if (isLink || isFolder || extension(path) !== '') return false;
      return !isRunScript(missing) && !(isCommand && lacksOnlyExtension(path, skill));
    },
    fires: ['Choose the assets/vault or ⟦scripts/macros⟧.', 'Run `python ⟦scripts/macros⟧ in.pdf`.'],
    silent: [
      'Choose the ⟦scripts/macros.py⟧.',
      { text: 'Run `python ⟦scripts/macros⟧ in.pdf`.', files: ['scripts/macros.py'] },
      { text: 'Run `⟦scripts/macros⟧` last.', files: ['scripts/list.sh'] },
      { text: '```bash\n⟦scripts/macros⟧ --all\n```', files: ['scripts/list.sh'] },
    ],
  },
  {
    id: 'own.client-file-slip',
    says: 'the skill has almost this client file',
    isOwn: true,
    matches: (missing) => isClientFile(missing) && isTypo(missing.reference, missing.document, missing.skill),
    fires: [{ text: 'Read `⟦refrences/CLAUDE.md⟧`.', files: ['references/CLAUDE.md'] }],
    silent: ['Read `⟦references/CLAUDE.md⟧`.'],
  },
  {
    id: 'foreign.client-file',
    says: 'clients read such a file in any folder of a project',
    matches: isClientFile,
    fires: ['One reads `AGENTS.md` and `⟦scripts/AGENTS.md⟧`.'],
    silent: ['One reads `⟦scripts/rules.md⟧`.'],
  },
  {
    id: 'foreign.folder-in-passing',
    says: 'it is a folder that the skill does not have, mentioned in passing',
    matches: (missing) =>
      !missing.isLink &&
      missing.isFolder &&
      missing.first === missing.path.slice(0, -1) &&
      !missing.shipsFolder &&
      isInPassing(missing),
    fires: ['Reload covers `.heex` templates and `⟦assets/⟧` reliably.'],
    silent: ['### ⟦assets/⟧', 'The `⟦assets/⟧` folder has it.', 'Take it from `⟦assets/⟧`.'],
  },
  {
    id: 'foreign.any-script',
    says: 'any project may have such a script, and nothing says that it belongs to the skill',
    matches: ({ isLink, first, isFolder, shipsFolder, reference, document, skill }) =>
      !isLink && first === 'scripts' && !isFolder && !shipsFolder && mayBelongToAnyProject(reference, document, skill),
    fires: ['## Signals\n\n- `⟦scripts/release.sh⟧` – or the like'],
    silent: [
      '## Scripts\n\n- `⟦scripts/release.sh⟧` – releases',
      '## Workflow\n\nThis skill ships `⟦scripts/a.py⟧`.',
      '## Workflow\n\n2. `⟦scripts/a.py⟧` turns them into CSV',
    ],
  },
  {
    id: 'foreign.unknown-folder',
    says: 'the skill has no such folder, and few skills do',
    matches: (missing) =>
      missing.path.includes('/') &&
      !missing.isLink &&
      !SPEC_FOLDERS.has(missing.first) &&
      !missing.shipsFolder &&
      !pointsToOtherSkill(missing.path) &&
      !isOwnPath(missing),
    fires: ['Edit `⟦src/index.ts⟧` first.'],
    silent: [
      'Read `⟦references/index.md⟧` first.',
      { text: 'See `⟦docs/pricing.md⟧`.', files: ['references/pricing.md'] },
      'Read `⟦templates/bill.md⟧`.',
    ],
  },
  {
    id: 'foreign.users-folder',
    says: 'its folder is for files that the user adds',
    matches: ({ path, skill }) => {
      const own = USERS_FOLDER.exec(path)?.[1];
      return own !== undefined && !skill.bundle.folders.has(own);
    },
    fires: ['Read `⟦references/user/style.md⟧` before.'],
    silent: ['Read `⟦references/users.md⟧` before.'],
  },
  {
    id: 'foreign.dated',
    says: 'its name contains a date',
    matches: ({ path, skill }) =>
      DATE.test(basename(path)) && ![...skill.bundle.files].some((file) => DATE.test(basename(file))),
    fires: ['Plan: [p](⟦references/20251204-tax.md⟧).', 'See `⟦references/2025-12-04-log.md⟧`.'],
    silent: ['See `⟦references/2025-log.md⟧`.'],
  },
  {
    id: 'foreign.listed-with-project',
    says: 'it is listed together with files of a project',
    matches: ({ isLink, shipsFolder, reference, document, skill }) =>
      !isLink && !shipsFolder && isListedWithProject(document.text, reference.range, skill.bundle),
    fires: ['It has `mkdocs.yml` + `⟦scripts/build.py⟧`.', '- `package.json`\n- `⟦scripts/deploy.sh⟧`'],
    silent: ['Files: `references/a.md`, `⟦scripts/build.py⟧`'],
  },
];
