/** Files that belong to a project or a user by their kind: secrets, and what the named commands of a project run. */

import { basename } from '../files/paths.ts';
import { anyOf } from '../text/any-of.ts';
import { lineAround } from '../text/lines.ts';
import type { OwnershipClue } from './clue.ts';
import type { MissingPath } from './missing-path.ts';

const SECRETS = [
  'client[-_]secrets?',
  'credentials?',
  'secrets?',
  'service[-_]?account',
  'api[-_]?keys?',
  'passwords?',
];
/** A file that is never committed, by its name or its folder. */
const SECRET = new RegExp(
  `(?:^|\\/)${anyOf(['credentials?', '\\.?secrets?'])}\\/[^/]+\\.(?:json|ya?ml|env|txt|pem|key|toml|ini)$|` +
    `(?:^|\\/)${anyOf(SECRETS)}\\.(?:json|ya?ml|env|txt|pem|key|toml|ini)$|\\.(?:pem|key|p12|pfx)$`,
  'i',
);

/** A command that runs what a project calls by a name, up to what it runs: "`npm run build` runs `node …`". */
const TASK =
  /`(npm|pnpm|yarn|bun|make|just|task|rake|composer|mise)\s+[^`\n]{1,60}`[*_]*\s+(?:(?:just\s+)?(?:runs?|calls?|executes?|invokes?|wraps?)|→|->|=>|\((?:which\s+)?(?:runs?|calls?))\s+[*_"'(]*`?(?:(?:node|bash|sh|python3?|npx tsx|tsx)\s+)?(?:\.\/)?$/;
/** The files in which these commands have their names. */
const TASK_FILES = /^(?:package\.json|makefile|justfile|taskfile\.ya?ml|rakefile|composer\.json|mise\.toml)$/i;

/** Returns true for what a named command of a project runs, if the skill defines no such commands. */
function isRunByTask({ isLink, shipsFolder, reference: { range }, document: { text }, skill }: MissingPath): boolean {
  if (isLink || shipsFolder) return false;
  const before = text.slice(Math.max(lineAround(text, range).start, range.start - 200), range.start);
  return TASK.test(before) && ![...skill.bundle.files].some((file) => TASK_FILES.test(basename(file)));
}

export const PROJECT_FILES: readonly OwnershipClue<MissingPath>[] = [
  {
    id: 'foreign.secret',
    says: 'its name is that of a secret, which is never committed',
    matches: ({ path, isLink, skill }) =>
      !isLink && SECRET.test(path) && ![...skill.bundle.files].some((file) => SECRET.test(file)),
    fires: [
      'It reads the token from `⟦references/credentials/client.json⟧`.',
      'Ask whether `⟦assets/client_secret.json⟧` is from this year.',
      '```bash\npython sync.py --key ⟦assets/signing.pem⟧\n```',
      'The login is in `⟦scripts/api_keys.env⟧`.',
      'Read `⟦references/secrets.yaml⟧` if it asks for a password.',
      'Check `⟦assets/service-account.json⟧` before each run.',
    ],
    silent: [
      'Read `⟦references/credentials.md⟧` first.',
      'Colors are in `⟦assets/tokens.json⟧`.',
      'Run `⟦scripts/secrets.py⟧` last.',
      'See [keys](⟦assets/api-keys.json⟧).',
      'Copy `⟦assets/env.example⟧` there.',
      { text: 'It needs `⟦assets/credentials.json⟧`.', files: ['assets/secrets.json'] },
    ],
  },
  {
    id: 'foreign.run-by-task',
    says: 'a named command of a project runs it, and the skill defines no such commands',
    matches: isRunByTask,
    fires: [
      '`npm run new:page <Name>` runs `node ⟦scripts/newPage.js⟧`, which makes four files.',
      '`make release` calls `⟦scripts/release.sh⟧` with the tag.',
      'Use `pnpm build` (runs `⟦scripts/build.mjs⟧`).',
      '`just seed` → `python ⟦scripts/seed.py⟧`',
      '- `yarn docs:check` executes `./⟦scripts/links.ts⟧`',
      '`task lint` just wraps `bash ⟦scripts/lint.sh⟧`.',
    ],
    silent: [
      'Run `npm test`, then `⟦scripts/newPage.js⟧`.',
      '`git push` runs `⟦scripts/hook.sh⟧`.',
      { text: '`make release` calls `⟦scripts/release.sh⟧`.', files: ['Makefile'] },
      { text: '`make release` calls `⟦scripts/release.sh⟧`.', files: ['scripts/list.sh'] },
      '`npm run build` runs once. Read `⟦scripts/README.md⟧`.',
      'Before `make release`, run `⟦scripts/check.sh⟧`.',
    ],
  },
];
