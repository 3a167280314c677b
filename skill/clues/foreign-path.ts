/** Clues in the path itself, and in what the skill ships, that a path which leads nowhere is not the skill's. */
import { basename, extension } from '../files/paths.ts';
import type { Skill } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { lineAround } from '../text/lines.ts';
import { isAnyScript } from './any-project.ts';
import type { Settling } from './clue.ts';
import { isSlip } from './evidence.ts';
import type { Missing } from './missing.ts';
import { isOwnPath, SOURCE } from './own-path.ts';
import { isListedWithProject } from './surroundings.ts';

/** What clients read in any folder of a project. */
const CLIENT_FILE = /\/(?:agents|claude|gemini)\.md$/i;
/** A name with a date is of something that was made on a day. */
const DATE = /(?:^|[^\d])20\d\d[-_]?[01]\d[-_]?[0-3]\d(?:[^\d]|$)/;
/** Folders that hold what the user adds. */
const USERS_FOLDER = /^(.*?(?:^|\/)(?:users?|personal|private|local|custom))\//i;

/** `x/SKILL.md`, `../x/scripts/y.py`: a path into a skill beside this one. */
export const leadsToSkill = (path: string): boolean =>
  /^(?:\.\.\/)*(?:[\w-]+\/)+SKILL\.md$/.test(path) ||
  /^(?:\.\.\/)+(?:[\w-]+\/)+(?:references|scripts|assets)\//.test(path);

/** Whether a bundled file has the name that a path ends in. */
export const hasName = (path: string, { bundle }: Pick<Skill, 'bundle'>): boolean =>
  [...bundle.files].some((file) => basename(file) === basename(path));

/** Whether a bundled file has this very path but for its extension. */
const lacksOnlyExtension = (path: string, { bundle }: Skill): boolean =>
  [...bundle.files].some((file) => file.startsWith(`${path}.`) && !file.slice(path.length + 1).includes('/'));

/** Whether a folder is neither what a line begins with nor where one is sent or something lies: "covers `assets/` as well". */
function isInPassing({ reference: { range }, document: { text } }: Missing): boolean {
  const before = text.slice(lineAround(text, range).start, range.start);
  return (
    // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,000 units
    !/^[\s#>*|\-+\d.)`_[]*(?:the\s+)?[*_"'([]*`?$/i.test(before) &&
    !/(?:\b(?:in|from|see|under|into|inside|within|of|to|at|read|load|use|using|check|open|via|browse|with|has|have|contains?|includes?)|[|:→])\s+(?:(?:the|its|this skill(?:'|’)s|our)\s+)?[*_"'([]*`?$/i.test(
      before,
    )
  );
}

const isClientFile = ({ isLink, path }: Missing): boolean => !isLink && CLIENT_FILE.test(path);

export const FOREIGN_PATHS: readonly Settling<Missing>[] = [
  {
    id: 'foreign.source-linked',
    looksAt: 'name',
    says: 'it is the source code of another project',
    speaks: ({ isLink, path, first, shipsFolder }) =>
      isLink && SOURCE.test(path) && !SPEC_FOLDERS.has(first) && !shipsFolder && !path.startsWith('../'),
    fires: ['See [client.go](⟦sdk/client.go⟧).'],
    silent: ['See [client.go](⟦scripts/client.go⟧).', { text: 'See [c](⟦sdk/client.go⟧).', files: ['sdk/server.go'] }],
  },
  {
    id: 'foreign.page',
    looksAt: 'name',
    says: 'a link without an extension leads to a page of a site',
    speaks: ({ isLink, isFolder, path, first, shipsFolder }) =>
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
    looksAt: 'name',
    says: 'it is neither a folder nor a file with an extension',
    speaks: ({ isLink, isFolder, isCommand, path, skill }) =>
      !isLink && !isFolder && extension(path) === '' && !(isCommand && lacksOnlyExtension(path, skill)),
    fires: ['Choose the assets/vault or ⟦scripts/macros⟧.', 'Run `python ⟦scripts/macros⟧ in.pdf`.'],
    silent: [
      'Choose the ⟦scripts/macros.py⟧.',
      { text: 'Run `python ⟦scripts/macros⟧ in.pdf`.', files: ['scripts/macros.py'] },
    ],
  },
  {
    id: 'own.client-file-slip',
    looksAt: 'bundle',
    says: 'the skill has almost this file for clients',
    keeps: true,
    speaks: (missing) => isClientFile(missing) && isSlip(missing.reference, missing.document, missing.skill),
    fires: [{ text: 'Read `⟦refrences/CLAUDE.md⟧`.', files: ['references/CLAUDE.md'] }],
    silent: ['Read `⟦references/CLAUDE.md⟧`.'],
  },
  {
    id: 'foreign.client-file',
    looksAt: 'name',
    says: 'clients look for such a file in any folder of a project',
    speaks: isClientFile,
    fires: ['One reads `AGENTS.md` and `⟦scripts/AGENTS.md⟧`.'],
    silent: ['One reads `⟦scripts/rules.md⟧`.'],
  },
  {
    id: 'foreign.folder-in-passing',
    looksAt: 'before',
    says: 'a folder that the skill lacks is spoken of in passing',
    speaks: (missing) =>
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
    looksAt: 'line',
    says: 'any project may have such a script, and nothing says that it is the skill’s',
    speaks: ({ isLink, first, isFolder, shipsFolder, reference, document, skill }) =>
      !isLink && first === 'scripts' && !isFolder && !shipsFolder && isAnyScript(reference, document, skill),
    fires: ['## Signals\n\n- `⟦scripts/release.sh⟧` – or the like'],
    silent: [
      '## Scripts\n\n- `⟦scripts/release.sh⟧` – releases',
      '## Workflow\n\nThis skill ships `⟦scripts/a.py⟧`.',
      '## Workflow\n\n2. `⟦scripts/a.py⟧` turns them into CSV',
    ],
  },
  {
    id: 'foreign.unknown-folder',
    looksAt: 'bundle',
    says: 'the skill has no such folder, and skills seldom do',
    speaks: (missing) =>
      missing.path.includes('/') &&
      !missing.isLink &&
      !SPEC_FOLDERS.has(missing.first) &&
      !missing.shipsFolder &&
      !leadsToSkill(missing.path) &&
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
    looksAt: 'name',
    says: 'its folder holds what the user adds',
    speaks: ({ path, skill }) => {
      const own = USERS_FOLDER.exec(path)?.[1];
      return own !== undefined && !skill.bundle.folders.has(own);
    },
    fires: ['Read `⟦references/user/style.md⟧` before.'],
    silent: ['Read `⟦references/users.md⟧` before.'],
  },
  {
    id: 'foreign.dated',
    looksAt: 'name',
    says: 'a date in its name says that it was made on a day',
    speaks: ({ path, skill }) =>
      DATE.test(basename(path)) && ![...skill.bundle.files].some((file) => DATE.test(basename(file))),
    fires: ['Plan: [p](⟦references/20251204-tax.md⟧).', 'See `⟦references/2025-12-04-log.md⟧`.'],
    silent: ['See `⟦references/2025-log.md⟧`.'],
  },
  {
    id: 'foreign.listed-with-project',
    looksAt: 'line',
    says: 'it is listed in one breath with files of a project',
    speaks: ({ isLink, shipsFolder, reference, document, skill }) =>
      !isLink && !shipsFolder && isListedWithProject(document.text, reference.range, skill.bundle),
    fires: ['It has `mkdocs.yml` + `⟦scripts/build.py⟧`.', '- `package.json`\n- `⟦scripts/deploy.sh⟧`'],
    silent: ['Files: `references/a.md`, `⟦scripts/build.py⟧`'],
  },
];
