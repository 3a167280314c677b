/**
 * Clues in the entire text, independent of the position of the path: it is created, copied, on the machine, or shown in
 * full.
 */
import { basename } from '../files/paths.ts';
import type { Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { lineAround } from '../text/lines.ts';
import { occurrencesOf } from '../text/occurrences.ts';
import type { OwnershipClue } from './clue.ts';
import { isInsideCopiedFolder, placeOfCreation } from './created-files.ts';
import type { MissingPath } from './missing-path.ts';
import { fenceBelow } from './surroundings.ts';

/** Text before the second argument of a command that copies. */
const COPIES =
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 300 units
  /(?:^|[|;&(\n]\s*|[ \t])(?:cp|mv|install|rsync)[ \t]+(?:-\w+[ \t]+)*[^\s|;&]+[ \t]+(?:\\\r?\n[ \t]*)?[^\s|;&]*$/;

/** Returns the place where a command copies something to exactly this path, in any folder. */
function placeOfCopy(path: string, document: SkillDocument): number | undefined {
  const { text } = document;
  return occurrencesOf(path, document).find((at) => {
    const before = text.slice(Math.max(0, at - 300), at);
    return COPIES.test(before) && /^["'`]?(?:\s|$|[;&|)])/.test(text.slice(at + path.length, at + path.length + 2));
  });
}

/** "Save as `x.py`:", "Create `x.py`:", above a code block. */
const SAVED =
  /\b(?:save\b[^.!?`]{0,30}\b(?:as|to|in|under)|create)\s+(?:(?:an?|the|new|file|script)\s+){0,3}[*_(]*`?$/i;
/** Returns true if a line ends with a colon and is followed by a code block that does not name the file. */
function isAboveContent(text: string, end: number, after: string, path: string): boolean {
  if (!/^[`*_)]*[^.`]{0,60}:[*_`]*\s*$/.test(after)) return false;
  const content = fenceBelow(text, end);
  return content !== undefined && !content.includes(basename(path));
}

/** Returns the place where the path is the title of a code block that the user is to save under this name. */
function placeOfContent(path: string, document: SkillDocument): number | undefined {
  const { text } = document;
  return occurrencesOf(path, document).find((at) => {
    const line = lineAround(text, { start: at, end: at });
    const before = text.slice(line.start, at);
    const after = text.slice(at + path.length, line.end);
    if (SAVED.test(before)) return isAboveContent(text, line.end, after, path);
    return (
      /^[\s#*_`\d.)-]*$/.test(before) &&
      /^[`*_]*:[*_`]*\s*$/.test(after) &&
      /^\s*```[ \t]*[\w+-]+\n/.test(text.slice(line.end, line.end + 80)) &&
      !/^\s*```[ \t]*(?:bash|sh|shell|console|zsh)\b/.test(text.slice(line.end, line.end + 80))
    );
  });
}

/** Returns the place where the text contains the path at the end of an absolute one: `~/code/infra/scripts/x.py`. */
function placeOfAbsolute(path: string, document: SkillDocument): number | undefined {
  const { text } = document;
  return occurrencesOf(`/${path}`, document).find((at) => {
    const head = /(?:~|\$HOME|\/(?:home|Users|opt|usr|etc))(?:\/[\w.@-]+)+$/.exec(
      text.slice(Math.max(0, at - 200), at),
    )?.[0];
    // In a folder where a client keeps skills, the path is the skill's own.
    return head !== undefined && !/\/skills(?:\/|$)/.test(head);
  });
}

/** Returns the place where the text shows the first folder of a path inside another folder: `session_log/reference/`. */
function placeInOtherFolder(path: string, document: SkillDocument, { bundle }: Skill): number | undefined {
  const { text } = document;
  const [first = ''] = path.split('/');
  if (!path.includes('/') || first === '..' || SPEC_FOLDERS.has(first) || bundle.folders.has(first)) return undefined;
  return occurrencesOf(`/${first}/`, document).find((at) => {
    const head = /(?:^|[\s`"'(])([\w-]+)$/.exec(text.slice(Math.max(0, at - 80), at))?.[1];
    return head !== undefined && !bundle.folders.has(head) && text[at + first.length + 2] === '`';
  });
}

/** Clues that depend on the path and the entire text only, so they are evaluated once for all occurrences of a path. */
export const DOCUMENT_CLUES: readonly OwnershipClue<Pick<MissingPath, 'path' | 'document' | 'skill'>>[] = [
  {
    id: 'elsewhere.copied-to',
    says: 'a command in the text copies something there',
    matches: ({ path, document }) => placeOfCopy(path, document) !== undefined,
    at: ({ path, document }) => placeOfCopy(path, document),
    fires: [
      '```bash\ncp references/pricing.md \\\n   plans/<project>/scripts/mint.sh\n```\n\nThen run `bash ⟦scripts/mint.sh⟧`.',
    ],
    silent: ['```bash\ncp scripts/mint.sh plans/\n```\n\nThen run `bash ⟦scripts/mint.sh⟧`.'],
  },
  {
    id: 'elsewhere.made-here',
    says: 'a command in the text writes it, fetches it or tests for it',
    matches: ({ path, document }) => placeOfCreation(path, document) !== undefined,
    at: ({ path, document }) => placeOfCreation(path, document),
    fires: [
      "```bash\ncat > scripts/check.sh <<'EOF'\necho\nEOF\nchmod +x ⟦scripts/check.sh⟧\n```",
      '```bash\ncurl -fsSL https://x.org/a.yaml -o assets/openapi.yaml\n```\n\nThen read `⟦assets/openapi.yaml⟧`.',
      '```bash\ntouch scripts/deploy.sh && chmod +x ⟦scripts/deploy.sh⟧\n```',
      '```bash\ntest -f scripts/local.sh && bash ⟦scripts/local.sh⟧\n```',
    ],
    silent: ['```bash\npython ⟦scripts/a.py⟧ > out.txt\n```'],
  },
  {
    id: 'elsewhere.part-of-copied',
    says: 'it is in a bundled folder that the text says to copy',
    matches: ({ path, document, skill }) => isInsideCopiedFolder(path, document, skill),
    fires: [
      {
        text: 'Copy the files of `assets/skeleton/` to the service. There, run `⟦scripts/migrate.sh⟧`.',
        files: ['assets/skeleton/scripts/migrate.sh'],
      },
    ],
    silent: [{ text: 'Run `⟦scripts/migrate.sh⟧`.', files: ['assets/skeleton/scripts/migrate.sh'] }],
  },
  {
    id: 'elsewhere.on-machine',
    says: 'the text shows it at the end of an absolute path',
    matches: ({ path, document }) => placeOfAbsolute(path, document) !== undefined,
    at: ({ path, document }) => placeOfAbsolute(path, document),
    fires: ['It is `⟦scripts/box.nu⟧` (see `~/code/infra/scripts/box.nu`).'],
    silent: ['It is `⟦scripts/box.nu⟧` (see `~/.claude/skills/billing/scripts/box.nu`).'],
  },
  {
    id: 'elsewhere.in-folder-of-other',
    says: 'the text shows its folder inside another one',
    matches: ({ path, document, skill }) => placeInOtherFolder(path, document, skill) !== undefined,
    at: ({ path, document, skill }) => placeInOtherFolder(path, document, skill),
    fires: ['It writes `session_log/reference/`. Read `⟦reference/rules.md⟧` when you begin.'],
    silent: ['It writes `session_log/`. Read `⟦reference/rules.md⟧` when you begin.'],
  },
  {
    id: 'elsewhere.shown-in-full',
    says: 'the text shows its full content, to be written to it',
    matches: ({ path, document }) => placeOfContent(path, document) !== undefined,
    at: ({ path, document }) => placeOfContent(path, document),
    fires: [
      '**scripts/move.ts**:\n\n```typescript\nimport x from "y";\n```\n\n```bash\ntsx ⟦scripts/move.ts⟧\n```',
      'Save as `scripts/rate.sh`:\n\n```bash\nset -e\n```\n\n```bash\nbash ⟦scripts/rate.sh⟧\n```',
    ],
    silent: [
      '**scripts/move.ts**:\n\n```bash\ntsx ⟦scripts/move.ts⟧\n```',
      'Add a case to `scripts/move.ts`:\n\n```typescript\nx();\n```\n\n```bash\ntsx ⟦scripts/move.ts⟧\n```',
      'Create a rate with `scripts/rate.sh`:\n\n```bash\nbash ⟦scripts/rate.sh⟧\n```',
    ],
  },
];
