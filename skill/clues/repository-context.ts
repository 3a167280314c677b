/** Wording that places a path in another repository, or calls it one of the scripts or files of the project. */

import { anyOf } from '../text/any-of.ts';
import type { ExcusingClue } from './clue.ts';
import type { PathContext } from './path-context.ts';
import { FROM_ROOT, mayBeUserFile, PREPOSITIONS, RUNS } from './user-file-context.ts';

/** "In the engine repo", "of the upstream repository", "in `acme/infra`'s monorepo". */
const OTHERS_REPOSITORY_AFTER = new RegExp(
  `^[\`*_)"']*,?\\s*(?!${FROM_ROOT})${anyOf(PREPOSITIONS)}\\s+(?:the|its|their|another|an?|that)\\s+` +
    `(?!(?:skills?|plugins?|marketplace|same|this|current)\\b)(?:[\`"]?[\\w@./-]+[\`"]?(?:(?:'|’)s)?\\s+){0,2}` +
    '(?:mono-?)?repo(?:sitory)?\\b(?!\\s+root)',
  'i',
);
const POSSESSIVES = ['project', '(?:mono-?)?repo(?:sitory)?', 'codebase', 'app(?:lication)?', 'workspace', 'user'];
const HELPERS = ['script', 'command', 'tool', 'helper', 'hook', 'task', 'check', 'linter', 'runner', 'wrapper', 'file'];
const MORE_HELPERS = ['build', 'config', 'configuration', 'generator', 'installer', 'launcher', 'template'];
/** "The repo's own setup script for worktrees (`node …`", with the path in apposition. */
const APPOSED = new RegExp(
  `\\b${anyOf(POSSESSIVES)}(?:'|’)s\\s+(?:own\\s+)?(?:[\\w-]+\\s+){0,3}${anyOf([...HELPERS, ...MORE_HELPERS])}s?\\b` +
    '[^.!?;:|`()]{0,60}(?:\\(|—|–|\\s-)\\s*[*_"\']*`?(?:(?:node|bash|sh|python3?|npx tsx|uv run)\\s+)?(?:\\./)?$',
  'i',
);

export const OTHER_REPOSITORIES: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'users.in-other-repository',
    says: 'the words after it place it in another repository',
    excuse: 'user-file',
    matches: (context) =>
      mayBeUserFile(context) && !RUNS.test(context.before) && OTHERS_REPOSITORY_AFTER.test(context.trail),
    fires: [
      'All operators: see `⟦docs/guide/operators.md⟧` in the engine repo.',
      'The schema is `⟦references/schema.json⟧` of the upstream repository.',
      'Look at `⟦scripts/release.sh⟧` in the `acme/infra` repo for the order.',
      'It follows `⟦references/style.md⟧` from the\ndesign-system monorepo.',
      'See `⟦references/limits.md⟧` in another mono-repo.',
      'More: ⟦docs/setup/hosts.md⟧ within the platform team’s repository.',
    ],
    silent: [
      'Read `⟦references/limits.md⟧` in the skill’s repository.',
      'Run `⟦scripts/release.sh⟧` in the acme repo.',
      'Read `⟦references/limits.md⟧` for the repo.',
      'Read `⟦references/git.md⟧` from the repo root.',
      'Read `⟦references/git.md⟧`.\n\nIn the engine repo there is more.',
      'Read `⟦references/git.md⟧`. In the engine repo there is more.',
    ],
  },
  {
    id: 'users.apposition',
    says: 'it is in apposition to a script or file of the project',
    excuse: 'user-file',
    matches: (context) => mayBeUserFile(context) && APPOSED.test(context.lead),
    fires: [
      'First run the repo’s own setup script for new clones (`node ⟦scripts/prepare.mjs⟧`, else `npm ci`).',
      "Start the app's dev server launcher (`⟦scripts/dev.sh⟧`).",
      'Use the project’s build script — `bash ⟦scripts/build.sh⟧` — for that.',
      "The monorepo's lint configuration (`⟦assets/lint.json⟧`) decides.",
      'Ask before you change the user’s deployment hook for tags (⟦scripts/hook.sh⟧).',
      "The codebase's code generator (`./⟦scripts/gen.ts⟧`) writes the types.",
    ],
    silent: [
      'Run the setup script (`node ⟦scripts/prepare.mjs⟧`).',
      'Read the project’s name, then the guide (`⟦references/guide.md⟧`).',
      'Match the repo’s style. Run the check script (`⟦scripts/check.py⟧`).',
      'This skill checks the app’s config file (`⟦scripts/check.py⟧`).',
      'The project’s goals (`⟦references/goals.md⟧`)',
      "Compare it with the user's file: `⟦scripts/diff.py⟧`.",
    ],
  },
];
