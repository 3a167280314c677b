/** Clues that apply to any mention: its position, and the wording of its line and its heading. */

import type { Clue } from '../clues/clue.ts';
import { isAboutWritingSkills, mentionsManifestOften } from '../clues/evidence.ts';
import { isForCopying } from '../files/audience.ts';
import { within } from '../files/paths.ts';
import { anyOf } from '../text/any-of.ts';
import type { MentionSituation } from './mention-situation.ts';

/** Returns true if the document is a template or to be copied, so its text is about the target project. */
export const isTemplate = ({ document, skill }: MentionSituation): boolean =>
  isForCopying(within(skill.root, document.path) ?? '');

const READS = ['see', 'read', 'load', 'consult', 'open', 'check', 'follow', 'refer to', 'review', 'study'];
const USES = ['run', 'execute', 'use', 'using', 'copy', 'from', 'in'];
/** A verb or preposition right before the words. */
const TOLD = new RegExp(`\\b${anyOf([...READS, ...USES])}[ \\t]+(?:the[ \\t]+)?[*_\`[(]*$`, 'i');
const WRITES = ['create', 'write', 'generate', 'save', 'add', 'place', 'put', 'output', 'produce', 'include'];
const CHANGES = ['update', 'store', 'emit', 'append', 'move', 'migrated?'];
const MAKES = new RegExp(`\\b${anyOf([...WRITES, ...CHANGES])}s?\\b[^.!?|]*$`, 'i');
const FILES = ['references?', 'resources?', 'documentation', 'docs', 'files?', 'scripts?', 'templates?', 'assets?'];
const MORE = ['examples?', 'bundled', 'see also', 'further', 'reading', 'tools?', 'details?'];
/** A heading above files to read or run. */
const OF_FILES = new RegExp(`\\b${anyOf([...FILES, ...MORE])}\\b`, 'i');
const RESULTS = ['outputs?', 'structure', 'layout', 'directory', 'deliverables?', 'changelog', 'history', 'notes?'];
/** A heading about output or structure. */
const OF_OUTPUT = new RegExp(`\\b${anyOf([...RESULTS, 'migration', 'architecture', 'sources?'])}\\b`, 'i');

/** Returns true if a line begins with the path of a file and then describes it. */
export const describesOtherFile = (before: string): boolean =>
  /^(?:[-*+]|\d+[.)]|\|)?[ \t]*[*_]*[[`][^`\]]+\.\w+[`\]][^:|–—-]{0,80}[:|–—-][ \t]/.test(before.trimStart());

/** Clues for all mentions. */
export const GENERAL_CLUES: readonly Clue<MentionSituation>[] = [
  {
    id: 'in.skill-md',
    says: 'it is in SKILL.md',
    matches: ({ isManifest }) => isManifest,
    fires: ['See ⟦the user guide⟧.'],
    silent: [{ text: 'See ⟦the user guide⟧.', in: 'references/a.md' }],
  },
  {
    id: 'in.template',
    says: 'its document is a template or an example',
    matches: isTemplate,
    fires: [{ text: 'See ⟦the user guide⟧.', in: 'templates/a.md' }],
    silent: [{ text: 'See ⟦the user guide⟧.', in: 'references/a.md' }, 'See ⟦the user guide⟧.'],
  },
  {
    id: 'in.about-skills',
    says: 'the text is about writing skills',
    matches: ({ document, skill }) => isAboutWritingSkills(skill, document) || mentionsManifestOften(document),
    fires: [{ text: 'See ⟦the user guide⟧.', description: 'Helps to create a new skill.' }],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'said.told',
    says: 'a verb right before it refers the model to it',
    matches: ({ before }) => TOLD.test(before),
    fires: ['Read ⟦the user guide⟧ first.', { text: 'Read the file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
    silent: ['The end of ⟦the user guide⟧ is near.'],
  },
  {
    id: 'said.read',
    says: 'the line tells the model to read something',
    matches: ({ before }) => /\b(?:see|read|load|consult|refer to|open|review|study)\b[^.!?|]*$/i.test(before),
    fires: ['Before that, read all of ⟦the user guide⟧.'],
    silent: ['Copy ⟦the user guide⟧.'],
  },
  {
    id: 'said.makes',
    says: 'the line is about creating or storing something',
    matches: ({ before }) => MAKES.test(before),
    fires: ['Save it next to ⟦the user guide⟧.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'said.negated',
    says: 'the line is negative, or says that it is optional',
    matches: ({ before, after }) =>
      /\b(?:not|never|without|instead of|no|optional(?:ly)?|may|avoid|don(?:'|’)t)\b[^.!?|]*$/i.test(before) ||
      /^[^.!?]{0,60}\b(?:optional|not (?:a )?require)/i.test(after),
    fires: ['Continue without reading ⟦the user guide⟧.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'said.found-by-pattern',
    says: 'the text says how to find it',
    matches: ({ before, after, next }) =>
      /\b(?:glob|ls|find|list|rg|grep)\b|\*\.\w|\/\*\*/.test(`${before} ${after} ${next}`),
    fires: ['Read ⟦the user guide⟧: find it with `ls references`.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'said.describes',
    says: 'the line begins with the path of another file and describes that file',
    matches: ({ before }) => describesOtherFile(before),
    fires: ['- `references/a.md`: steps, and what is in ⟦the user guide⟧'],
    silent: ['See ⟦the user guide⟧.', '- ⟦the user guide⟧: see it'],
  },
  {
    id: 'said.cell',
    says: 'it is in a table',
    matches: ({ before }) => /^[ \t]*\|/.test(before),
    fires: ['| a | b |\n|---|---|\n| x | see ⟦the user guide⟧ |'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'heading.of-files',
    says: 'the heading above is about files to read or run',
    matches: ({ heading }) => OF_FILES.test(heading),
    fires: ['# Resources\n\n- see ⟦the user guide⟧'],
    silent: ['# Steps\n\n- see ⟦the user guide⟧'],
  },
  {
    id: 'heading.of-output',
    says: 'the heading above is about output or structure',
    matches: ({ heading }) => OF_OUTPUT.test(heading),
    fires: ['# Output structure\n\n- see ⟦the user guide⟧'],
    silent: ['# Steps\n\n- see ⟦the user guide⟧'],
  },
];
