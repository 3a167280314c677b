/** Clues to any mention: where it stands, and what its line and its heading say. */
import { isAboutSkills, teaches } from '../clues/evidence.ts';
import { isCopied } from '../files/audience.ts';
import { within } from '../files/paths.ts';
import { mentionClue as clue, type MentionClue, withFiles } from './mention-clue.ts';
import type { MentionSituation } from './mention-situation.ts';

/** Whether its document is filled in or copied out: what stands in it is for the place that it is copied to. */
export const isTemplate = ({ document, skill }: MentionSituation): boolean =>
  isCopied(within(skill.root, document.path) ?? '');

/** What holds for every mention. */
export const ANY_MENTION: readonly MentionClue[] = [
  clue(
    'in.skill-md',
    'it stands in SKILL.md',
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
    ({ document, skill }) => teaches(skill, document) || isAboutSkills(document),
    [{ text: 'See ⟦the user guide⟧.', description: 'Helps to create a new skill.' }],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'said.told',
    'a verb just before it sends the model there',
    ({ before }) =>
      /\b(?:see|read|load|consult|open|check|follow|refer to|review|study|run|execute|use|using|copy|from|in)[ \t]+(?:the[ \t]+)?[*_`[(]*$/i.test(
        before,
      ),
    ['Read ⟦the user guide⟧ first.', withFiles('Read the file in `⟦themes/⟧`.', 'themes/a.md')],
    ['The end of ⟦the user guide⟧ is near.'],
  ),
  clue(
    'said.read',
    'the line tells the model to read',
    ({ before }) => /\b(?:see|read|load|consult|refer to|open|review|study)\b[^.!?|]*$/i.test(before),
    ['Before that, read all of ⟦the user guide⟧.'],
    ['Copy ⟦the user guide⟧.'],
  ),
  clue(
    'said.makes',
    'the line tells what is made, put or kept somewhere',
    ({ before }) =>
      /\b(?:create|write|generate|save|add|place|put|output|produce|include|update|store|emit|append|move|migrated?)s?\b[^.!?|]*$/i.test(
        before,
      ),
    ['Save it beside ⟦the user guide⟧.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'said.negated',
    'the line says not to, or that it is optional',
    ({ before, after }) =>
      /\b(?:not|never|without|instead of|no|optional(?:ly)?|may|avoid|don(?:'|’)t)\b[^.!?|]*$/i.test(before) ||
      /^[^.!?]{0,60}\b(?:optional|not (?:a )?require)/i.test(after),
    ['Go on without reading ⟦the user guide⟧.'],
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
    'the line describes another file, whose path it begins with',
    ({ before }) =>
      /^(?:[-*+]|\d+[.)]|\|)?[ \t]*[*_]*[[`][^`\]]+\.\w+[`\]][^:|–—-]{0,80}[:|–—-][ \t]/.test(before.trimStart()),
    ['- `references/a.md`: steps, and what is in ⟦the user guide⟧'],
    ['See ⟦the user guide⟧.', '- ⟦the user guide⟧: see it'],
  ),
  clue(
    'said.cell',
    'it stands in a table',
    ({ before }) => /^[ \t]*\|/.test(before),
    ['| a | b |\n|---|---|\n| x | see ⟦the user guide⟧ |'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'heading.of-files',
    'the heading above is about files to read or to run',
    ({ heading }) =>
      /\b(?:references?|resources?|documentation|docs|files?|scripts?|templates?|assets?|examples?|bundled|see also|further|reading|tools?|details?)\b/i.test(
        heading,
      ),
    ['# Resources\n\n- see ⟦the user guide⟧'],
    ['# Steps\n\n- see ⟦the user guide⟧'],
  ),
  clue(
    'heading.of-output',
    'the heading above is about what is made or how it is laid out',
    ({ heading }) =>
      /\b(?:outputs?|structure|layout|directory|deliverables?|changelog|history|notes?|migration|architecture|sources?)\b/i.test(
        heading,
      ),
    ['# Output structure\n\n- see ⟦the user guide⟧'],
    ['# Steps\n\n- see ⟦the user guide⟧'],
  ),
];
