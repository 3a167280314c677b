/** Clues that a file name without a folder, which no bundled file has, is the skill's own nevertheless. */

import { isForOthers } from '../files/audience.ts';
import { BUNDLE_FOLDERS } from '../references/target.ts';
import { lineAround } from '../text/lines.ts';
import type { Clue } from './clue.ts';
import { isAboutWritingSkills, isCommonName } from './evidence.ts';
import { isFolderNamed, isListedAsFile } from './listing.ts';
import type { MissingPath } from './missing-path.ts';

/** Names in capitals, as used by clients and projects in their root folder: `CLAUDE.md`, `DESIGN.md`. */
const OF_PROJECTS = /^[A-Z][A-Z0-9_-]*\.\w+$/;
const LISTED = '(?:\\s+(?:the\\s+)?(?:sub-?modules|files|guides|references|documents))?';
const NAMES_BEFORE = '(?:[*`]*[\\w-]+\\.mdx?[*`]*(?:,|,?\\s+and|,?\\s+or)\\s+)*';
/** "See submodules: a.md, b.md", "see `a.md` and `b.md`", up to the name in question. */
const SEE = new RegExp(`(?:^|[\\s(*_])(?:see(?: also)?|consult|refer to)${LISTED}:?\\s+${NAMES_BEFORE}[*_(]*\`?$`, 'i');
/** "… from this skill's directory". */
const IN_SKILL =
  /^[`*_]*\s+(?:in|from)\s+(?:this|the)\s+skill(?:(?:'|’)s)?\s+(?:own\s+)?(?:director(?:y|ies)|folder|root)\b/i;
const OPENS = /\b(?:see|read|load|consult|open|follow)\s+[*_(]*`?$/i;
/** Words that say that the name is an example or belongs to someone else. */
const NOT_OWN = /["“”]|\b(?:examples?|e\.g\.|project(?:'|’)s|user(?:'|’)s|your|output)\b|\bskill\b(?!(?:'|’)s)/i;
/** Introduces a list of files to create. */
const LIST_TO_CREATE = /\b(?:create|write|generate|produce|save|output)s?\b[^.\n]{0,80}:\s*$/im;

/** Returns true if a name may be a document of the skill and is not a common file name. */
function mayBeOwn({ isManifest, path, reference: { form }, skill, document }: MissingPath): boolean {
  return (
    isManifest &&
    (form === 'code' || form === 'bare') &&
    /^[\w-]+\.mdx?$/i.test(path) &&
    !OF_PROJECTS.test(path) &&
    !isCommonName(path) &&
    !isForOthers(path) &&
    !isAboutWritingSkills(skill, document)
  );
}

/** Returns true if the text contains the name with a folder before it, or names the folder of the list. */
function hasKnownFolder({ document: { text }, reference: { range }, path }: MissingPath): boolean {
  if (text.includes(`/${path}`)) return true;
  return [...BUNDLE_FOLDERS].some((folder) => isFolderNamed(text, range, folder));
}

/** Returns the line of a path without the path. */
function lineOf({ document: { text }, reference: { range } }: MissingPath) {
  const { start, end } = lineAround(text, range);
  return { before: text.slice(start, range.start), after: text.slice(range.end, end), start };
}

export const OWN_NAMES: readonly Clue<MissingPath>[] = [
  {
    id: 'own.listed-name',
    says: 'SKILL.md lists it among the files to read',
    matches: (missing) => {
      const { text } = missing.document;
      const { range } = missing.reference;
      if (!mayBeOwn(missing) || !isListedAsFile(text, range) || hasKnownFolder(missing)) return false;
      const { start, after } = lineOf(missing);
      // "`rates.md` in the archive" is a remark about the file.
      if (/^[`*_]*[ \t]+\w/.test(after)) return false;
      const section = text.slice(Math.max(0, start - 1_000), start);
      return !LIST_TO_CREATE.test(section.slice(section.lastIndexOf('\n#') + 1));
    },
    fires: [
      '## Reference Files\n\n- `⟦ref-01-rates.md⟧` -- rates',
      '### References\n\n- **⟦rates.md⟧** - rates\n- **fees.md** - fees',
    ],
    silent: [
      '## Reference Files\n\n- `⟦CLAUDE.md⟧` -- rules',
      '## Steps\n\n- `⟦rates.md⟧` -- rates',
      '## References\n\nSee the rates in `⟦rates.md⟧`.',
      '## References\n\nIn `references/`:\n\n- `⟦rates.md⟧`',
      '## References\n\nCreate these:\n\n- `⟦rates.md⟧`',
      '## References\n\n- ⟦rates.md⟧ in the archive of last year',
      '## Supporting Files\n\nUse small letters:\n- `⟦rates.md⟧`',
      { text: '## References\n\n- `⟦rates.md⟧`', in: 'references/a.md' },
      { text: '## References\n\n- `⟦rates.md⟧`', description: 'Create new skills.' },
    ],
  },
  {
    id: 'own.see-name',
    says: 'SKILL.md refers the reader to this document',
    matches: (missing) => {
      const { before, after } = lineOf(missing);
      return mayBeOwn(missing) && SEE.test(before) && !NOT_OWN.test(before + after) && !hasKnownFolder(missing);
    },
    fires: [
      'See submodules: rates.md, ⟦fees.md⟧',
      'For refunds, see `⟦refund-rules.md⟧`.',
      'Call it again (see ⟦requirements-of-calls.md⟧) before.',
    ],
    silent: [
      'Read `⟦plan.md⟧` first.',
      'See the `taxes` skill (⟦rates.md⟧).',
      'Write "see also: `⟦orders.md⟧`".',
      'See your `⟦orders.md⟧`.',
      'See `⟦rates.md⟧`. It is at `docs/rates.md`.',
      'See `⟦README.md⟧`.',
    ],
  },
  {
    id: 'own.in-skill-folder',
    says: "the text says that it is in the skill's folder",
    matches: (missing) => {
      const { before, after } = lineOf(missing);
      return mayBeOwn(missing) && OPENS.test(before) && IN_SKILL.test(after);
    },
    fires: ['When slow, load `⟦speed.md⟧` from this skill’s directory.'],
    silent: ['When slow, load `⟦speed.md⟧` from the directory.', 'Save `⟦speed.md⟧` in this skill’s directory.'],
  },
];

/** "see `guide.md`", "read the `taxes` skill's `guide.md`". */
const OPENS_OTHERS =
  /\b(?:see|read|load|consult|open|follow|refer to)\s+(?:the\s+)?(?:\**`?[a-z][\w-]*`?\**\s+skill(?:'|’)s\s+)?[*_("]*`?$/i;

/** Clues that the text attributes a name to another skill. */
export const OTHER_SKILL_NAMES: readonly Clue<MissingPath>[] = [
  {
    id: 'others.told-name',
    says: 'the text refers the model to a document of another skill',
    matches: (missing) => {
      const { path, reference } = missing;
      const { before } = lineOf(missing);
      return (
        (reference.form === 'code' || reference.form === 'bare') &&
        /^[\w-]+\.mdx?$/i.test(path) &&
        !isCommonName(path) &&
        !OF_PROJECTS.test(path) &&
        OPENS_OTHERS.test(before)
      );
    },
    fires: ['See `⟦guide.md⟧` of the `taxes` skill.', "Read the `taxes` skill's `⟦guide.md⟧`."],
    silent: ['The `taxes` skill writes `⟦guide.md⟧`.', "Run the `taxes` skill's `⟦collect.py⟧`."],
  },
];

/** Returns true if the text refers the model to this document of another skill. */
export const isAttributedToOtherSkill = (missing: MissingPath): boolean =>
  OTHER_SKILL_NAMES.some(({ matches }) => matches(missing));

/** Returns true if a file name without a folder, which no bundled file has, is the skill's own nevertheless. */
export const isOwnFileName = (missing: MissingPath): boolean =>
  !missing.path.includes('/') && OWN_NAMES.some(({ matches }) => matches(missing));
