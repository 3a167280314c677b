/** Clues that apply to any mention: its position, and the wording of its line and its heading. */
import { isAboutWritingSkills, mentionsManifestOften } from '../clues/evidence.ts';
import { isForCopying } from '../files/audience.ts';
import { within } from '../files/paths.ts';
import { mentionClue as clue, type MentionClue, withFiles } from './mention-clue.ts';
import type { MentionSituation } from './mention-situation.ts';

/** Returns true if the document is a template or to be copied, so its text is about the target project. */
export const isTemplate = ({ document, skill }: MentionSituation): boolean =>
  isForCopying(within(skill.root, document.path) ?? '');

/** Clues for all mentions. */
export const GENERAL_CLUES: readonly MentionClue[] = [
  clue(
    'in.skill-md',
    'it is in SKILL.md',
    ({ isManifest }) => isManifest,
    ['See ⟦the user guide⟧.'],
    [{ text: 'See ⟦the user guide⟧.', in: 'references/a.md' }],
  ),
  clue(
    'in.template',
    'its document is a template or an example',
    isTemplate,
    [{ text: 'See ⟦the user guide⟧.', in: 'templates/a.md' }],
    [{ text: 'See ⟦the user guide⟧.', in: 'references/a.md' }, 'See ⟦the user guide⟧.'],
  ),
  clue(
    'in.about-skills',
    'the text is about writing skills',
    ({ document, skill }) => isAboutWritingSkills(skill, document) || mentionsManifestOften(document),
    [{ text: 'See ⟦the user guide⟧.', description: 'Helps to create a new skill.' }],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'said.told',
    'a verb right before it refers the model to it',
    ({ before }) =>
      /\b(?:see|read|load|consult|open|check|follow|refer to|review|study|run|execute|use|using|copy|from|in)[ \t]+(?:the[ \t]+)?[*_`[(]*$/i.test(
        before,
      ),
    ['Read ⟦the user guide⟧ first.', withFiles('Read the file in `⟦themes/⟧`.', 'themes/a.md')],
    ['The end of ⟦the user guide⟧ is near.'],
  ),
  clue(
    'said.read',
    'the line tells the model to read something',
    ({ before }) => /\b(?:see|read|load|consult|refer to|open|review|study)\b[^.!?|]*$/i.test(before),
    ['Before that, read all of ⟦the user guide⟧.'],
    ['Copy ⟦the user guide⟧.'],
  ),
  clue(
    'said.makes',
    'the line is about creating or storing something',
    ({ before }) =>
      /\b(?:create|write|generate|save|add|place|put|output|produce|include|update|store|emit|append|move|migrated?)s?\b[^.!?|]*$/i.test(
        before,
      ),
    ['Save it next to ⟦the user guide⟧.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'said.negated',
    'the line is negative, or says that it is optional',
    ({ before, after }) =>
      /\b(?:not|never|without|instead of|no|optional(?:ly)?|may|avoid|don(?:'|’)t)\b[^.!?|]*$/i.test(before) ||
      /^[^.!?]{0,60}\b(?:optional|not (?:a )?require)/i.test(after),
    ['Continue without reading ⟦the user guide⟧.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'said.found-by-pattern',
    'the text says how to find it',
    ({ before, after, next }) => /\b(?:glob|ls|find|list|rg|grep)\b|\*\.\w|\/\*\*/.test(`${before} ${after} ${next}`),
    ['Read ⟦the user guide⟧: find it with `ls references`.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'said.describes',
    'the line begins with the path of another file and describes that file',
    ({ before }) =>
      /^(?:[-*+]|\d+[.)]|\|)?[ \t]*[*_]*[[`][^`\]]+\.\w+[`\]][^:|–—-]{0,80}[:|–—-][ \t]/.test(before.trimStart()),
    ['- `references/a.md`: steps, and what is in ⟦the user guide⟧'],
    ['See ⟦the user guide⟧.', '- ⟦the user guide⟧: see it'],
  ),
  clue(
    'said.cell',
    'it is in a table',
    ({ before }) => /^[ \t]*\|/.test(before),
    ['| a | b |\n|---|---|\n| x | see ⟦the user guide⟧ |'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'heading.of-files',
    'the heading above is about files to read or run',
    ({ heading }) =>
      /\b(?:references?|resources?|documentation|docs|files?|scripts?|templates?|assets?|examples?|bundled|see also|further|reading|tools?|details?)\b/i.test(
        heading,
      ),
    ['# Resources\n\n- see ⟦the user guide⟧'],
    ['# Steps\n\n- see ⟦the user guide⟧'],
  ),
  clue(
    'heading.of-output',
    'the heading above is about output or structure',
    ({ heading }) =>
      /\b(?:outputs?|structure|layout|directory|deliverables?|changelog|history|notes?|migration|architecture|sources?)\b/i.test(
        heading,
      ),
    ['# Output structure\n\n- see ⟦the user guide⟧'],
    ['# Steps\n\n- see ⟦the user guide⟧'],
  ),
];
