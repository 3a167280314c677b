/** Wording that attributes a path to the user, the project, or someone else. */

import { SPEC_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import type { ExcusingClue } from './clue.ts';
import { isUsersInOtherLanguage } from './other-languages.ts';
import type { PathContext } from './path-context.ts';

/** Another repository, as OWNER/NAME: in the previous cell of a table row, or before the list. */
const OTHER_REPOSITORY = /\|\s*`[A-Za-z][\w-]*\/[A-Za-z][\w-]*`\s*\|[^|]*$/;
// eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,200 units
const OF_REPOSITORY = /^\s*`[A-Za-z][\w-]*\/[A-Za-z][\w-]*`[^`\n]*:[*_\s]*$/m;
/** A possessive of the user or of someone else, or a noun for their project. */
const OWNERS = [
  "user(?:'|’)s",
  "users(?:'|’)?(?! to\\b)",
  'your',
  'their',
  "project(?:'|’)?s",
  "repo(?:sitory)?(?:'|’)?s",
  'codebase',
  "(?:package|library|framework)(?:'|’)s",
  "application(?:'|’)?s",
  "app(?:'|’)s",
  "client(?:'|’)?s",
  "customer(?:'|’)?s",
];
const USERS = new RegExp(
  anyOf([
    `\\b${anyOf(OWNERS)}\\s+(?:own\\s+)?(?:[\\w-]+\\s+){0,2}[*_"'(]*\`?$`,
    '\\b(?:project|workspace|codebase)\\s+[*_"\']*`?$',
  ]),
  'i',
);
/** Words right before a place. */
export const PREPOSITIONS = ['in', 'of', 'from', 'inside', 'under', 'at', 'within', 'to'];
const WHOSE = ["user(?:'|’)?s?", 'your', 'their', 'target', 'host', 'consuming', 'current'];
const PROJECTS = ['project', '(?:mono-?)?repo(?:sitory)?', 'codebase', 'app(?:lication)?', 'workspace'];
const WORKING_FOLDER = 'working (?:directory|folder|tree)';
/** The folder that a command runs in, which is not that of a file. */
export const FROM_ROOT = 'from\\s+(?:the\\s+)?(?:project|repo(?:sitory)?|workspace)\\s+root';
const THEIR_PROJECT = `(?:the\\s+)?${anyOf(WHOSE)}?\\s*(?:own\\s+)?${anyOf([...PROJECTS, WORKING_FOLDER])}`;
const USERS_AFTER = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  `^[\`*_)"']*\\s*(?:\\w+\\s+){0,2}(?!${FROM_ROOT})${anyOf(PREPOSITIONS)}\\s+${THEIR_PROJECT}\\b`,
  'i',
);
/** Other paths between a path and the words that apply to all of them: "`a.sh` or **`b.sh`** in the project". */
const ALTERNATIVES = /^(?:[`*_)"']*\s*(?:,|\bor\b|\band\b|\/|, or|, and)\s*[*_("']*`[^`\s]{1,80}(?=`))+/i;
/** Exception: in "run … in the project", the words name the working directory. */
export const RUNS = /\b(?:run|running|execute|use|using)\s+[*_"'(]*`?$/i;
const SKILL_WORD = /\b(?:skill(?:'|’)?s?|bundled|this plugin)\b/i;
const HAS = ['has', 'contains', 'keeps', 'defines', 'needs', 'requires'];
const PROJECT_HAS = new RegExp(
  `\\b(?:repo(?:sitory)?|project|codebase|workspace)\\s+(?:already\\s+)?${anyOf(HAS)}\\b[^.!?]{0,80}$`,
  'i',
);
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
const OF_PROJECT = /^#{1,6}[ \t]+[^\n]*\b(?:in|for|of) (?:this|the|your) (?:repo(?:sitory)?|project|codebase)\b/i;
/** The line that introduces a list of the contents of something on the machine. */
const ON_MACHINE =
  /(?:^|[\s`(])(?:~|\/(?:home|Users|opt))\/[\w.@-][^\n]*\b(?:contains?|holds?|has|have|bundles?|includes?|ships?)\b/;
const INTRODUCES = /:[*_\s]*$/;
const IN_LIST = /^\s*(?:[-*+]|\d+[.)])\s/;
/** A location in code: "`…` `run()`". */
const CODE_AFTER = /^`\s+`[\w.]+\(\)`/;

/** Returns true if words may attribute the path to the user: prose that is not about the skill. */
export const mayBeUserFile = ({ isProse, lead }: PathContext): boolean => isProse && !SKILL_WORD.test(lead);

/**
 * Returns true if the words before a path attribute it to the user, which takes precedence over another skill's name.
 */
export const isAttributedToUser = (context: PathContext): boolean => mayBeUserFile(context) && USERS.test(context.lead);

const PACKAGES = ['package', 'library', 'SDK', 'module', 'gem', 'crate'];
const SHIPS = ['ships?', 'includes?', 'bundles?', 'provides?', 'contains?', 'comes?'];
/** "The package ships `…`", "the `foo` package comes with `…`". */
const PACKAGE_BEFORE = new RegExp(
  `\\b${anyOf(PACKAGES)}\\s+(?:also\\s+)?${anyOf(SHIPS)}(?:\\s+with)?\\s+[^.!?\`]{0,60}[*_"'(]*\`?$`,
  'i',
);
const SHIPPED = ['shipped\\s+', 'ships?\\s+', 'bundled\\s+', 'included\\s+', 'installed\\s+', 'comes?\\s+'];
const WHICH_IS = '(?:(?:that|which)\\s+)?(?:(?:is|are)\\s+)?';
const ITS_PACKAGE =
  '(?:the|its|each)\\s+(?:`?[\\w@/.-]+`?\\s+){0,2}(?<!\\b(?:skill|plugin)\\s)(?:package|library|SDK|gem|crate)';
/** "`…` ships with the package", "`…` in the npm package". */
const PACKAGE_AFTER = new RegExp(
  `^[\`*_)"']*,?\\s+${WHICH_IS}${anyOf(SHIPPED)}?(?:with|in|inside|by|of)\\s+${ITS_PACKAGE}\\b`,
  'i',
);

/** Clues that a path in code belongs to another repository, which take precedence over everything else. */
export const REPOSITORY_FILES: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'users.repository-in-cell',
    says: 'the cell before it names another repository',
    excuse: 'user-file',
    matches: ({ form, before }) => form === 'code' && OTHER_REPOSITORY.test(before),
    fires: ['| Public skill | `acme/skills` | `⟦skills/acme/SKILL.md⟧` |'],
    silent: ['| Public skill | acme | `⟦skills/acme/SKILL.md⟧` |'],
  },
  {
    id: 'users.repository-of-list',
    says: 'its list is introduced as files of another repository',
    excuse: 'user-file',
    matches: ({ form, prior }) => form === 'code' && OF_REPOSITORY.test(prior),
    fires: ['`acme/skills` on GitHub:\n\n- `⟦skills/acme/SKILL.md⟧`: the entry'],
    silent: ['All skills on GitHub:\n\n- `⟦skills/acme/SKILL.md⟧`: the entry'],
  },
];

export const USER_FILES: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'users.abroad',
    says: 'the words around it attribute it to the user, in a language other than English',
    excuse: 'user-file',
    matches: (context) => context.isProse && isUsersInOtherLanguage(context),
    fires: [
      'Ändere `⟦scripts/build.sh⟧` im Projekt des Benutzers.',
      'プロジェクトの`⟦scripts/build.sh⟧`を編集します。',
    ],
    silent: ['Ändere `⟦scripts/build.sh⟧` im Ordner.'],
  },
  {
    id: 'users.said-before',
    says: "the words before it call it the user's or the project's",
    excuse: 'user-file',
    matches: isAttributedToUser,
    fires: [
      'Run your `⟦scripts/deploy.sh⟧`.',
      'Load the fonts from project `⟦assets/fonts/⟧`.',
      'It holds the records (the target project’s\n`⟦references/log.json⟧`).',
    ],
    silent: [
      'For a project see `⟦assets/fonts.md⟧`.',
      'Read the tables of this skill’s\n`⟦references/log.json⟧`.',
      'Refer users to `⟦scripts/setup.py⟧`.',
    ],
  },
  {
    id: 'users.said-behind',
    says: "the words after it place it in the user's project",
    excuse: 'user-file',
    matches: (context) =>
      mayBeUserFile(context) &&
      USERS_AFTER.test(RUNS.test(context.before) ? context.trail : context.trail.replace(ALTERNATIVES, '')),
    fires: [
      'For every flag, see `⟦docs/flags.md⟧` in the\nmonorepo.',
      'Edit `⟦assets/hero.png⟧` in the user’s project.',
      '- **`⟦scripts/env.sh⟧`** or **`scripts/deploy.sh`** in the project: what to export',
    ],
    silent: [
      'Run `⟦scripts/check.py⟧` from the project root.',
      'Run `⟦scripts/a.sh⟧` and `scripts/b.sh` in the project.',
    ],
  },
  {
    id: 'users.package-has',
    says: 'the words before it say that a package ships it',
    excuse: 'user-file',
    matches: (context) => mayBeUserFile(context) && PACKAGE_BEFORE.test(context.before),
    fires: ['The npm package ships `⟦docs/upgrade.md⟧`.', 'Its library comes with a guide (`⟦references/api.md⟧`).'],
    silent: [
      'The package is small. Read `⟦references/api.md⟧`.',
      'The skill’s package includes `⟦references/api.md⟧`.',
    ],
  },
  {
    id: 'users.in-package',
    says: 'the words after it say that it is part of a package',
    excuse: 'user-file',
    matches: (context) => mayBeUserFile(context) && PACKAGE_AFTER.test(context.after),
    fires: [
      'Read `⟦references/upgrade.md⟧` shipped with the npm package.',
      'See `⟦references/api.md⟧` in the `rates-client` package.',
    ],
    silent: ['Read `⟦references/upgrade.md⟧` in the skill package.', 'Read `⟦references/api.md⟧` and the package.'],
  },
  {
    id: 'users.project-has',
    says: 'the words before it say that the project has it',
    excuse: 'user-file',
    matches: (context) => mayBeUserFile(context) && PROJECT_HAS.test(context.lead),
    fires: [
      'If the repository already has its own start-up script (`⟦scripts/start.sh⟧` etc.), call it.',
      'Each repo needs a `⟦scripts/bootstrap.sh⟧` that runs first.',
    ],
    silent: ['The skill has `⟦scripts/wrap.sh⟧`.'],
  },
  {
    id: 'users.place-in-code',
    says: 'a function follows it, so it is a location in other code',
    excuse: 'user-file',
    matches: (context) => mayBeUserFile(context) && CODE_AFTER.test(context.after),
    fires: ['Is the error caught? Reference: `⟦scripts/review.py⟧` `_emit_record()`.'],
    silent: ['Is the error caught? Reference: `⟦scripts/review.py⟧` for all.'],
  },
  {
    id: 'users.list-of-machine',
    says: 'its list is introduced as the contents of a folder on the machine',
    excuse: 'user-file',
    matches: (context) =>
      mayBeUserFile(context) &&
      IN_LIST.test(context.before) &&
      !SPEC_FOLDERS.has(context.path.split('/')[0] ?? '') &&
      INTRODUCES.test(context.introduction) &&
      ON_MACHINE.test(context.introduction),
    fires: ['The plugin at `~/code/old/` bundles:\n\n- A tool (`⟦src/cli.ts⟧`)'],
    silent: [
      'It bundles:\n\n- A tool (`⟦src/cli.ts⟧`)',
      'When configuring ~/.bashrc, read in this order:\n\n- Rates: `⟦references/a.md⟧`',
    ],
  },
  {
    id: 'users.heading-of-project',
    says: "its heading is about the user's repository",
    excuse: 'user-file',
    matches: (context) => mayBeUserFile(context) && OF_PROJECT.test(context.heading),
    fires: ['### Validation for this repository\n\n- Installer edits: `⟦scripts/inst.sh⟧`'],
    silent: ['### Validation\n\n- Installer edits: `⟦scripts/inst.sh⟧`'],
  },
];
