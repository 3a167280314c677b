/** Clues about phrases that name a file: "the user guide", "the provided template". */

import type { Clue } from '../clues/clue.ts';
import { stem } from '../files/paths.ts';
import { anyOf } from '../text/any-of.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';
import { isSection, type MentionSituation } from './mention-situation.ts';
import { endsInNounOf } from './nouns.ts';

const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|sh|rb|go|rs|ps1|java)$/i;
const PATH = /[`(][^`\s()]*[\w-]\.\w{1,5}[`)#]|[`(][\w.-]+\/[^`\s()]*[`)]/;
const isThing = ({ group }: MentionSituation): boolean => group === 'thing';

const READS = ['see', 'read(?:ing)?', 'load', 'consult', 'open', 'check', 'follow', 'refer to', 'review', 'study'];
const USES = ['run', 'execute', 'use', 'call', 'copy', 'start(?: from| with)?'];
const LEADS = ['(?:point|send|refer) \\w+ to', '(?:go|turn|switch) to'];
const INSTRUCTION = new RegExp(`\\b${anyOf([...READS, ...USES, ...LEADS])}[ \\t]+[*_]*$`, 'i');
const GUIDE = endsInNounOf('guide');
const RULE = endsInNounOf('rules');
const PART = /^(?:'|’)s\b|^[ \t]+(?:automatically|already|is|are|does|will|has|must|can)\b/;
const MENTIONED_BEFORE = /^\w+ (?:same|full|entire|local|current|new|above)\b/i;

/** Returns true if a verb right before the phrase refers to one file by its name, so it is not a figure of speech. */
export const isDirectInstruction = (situation: MentionSituation): boolean =>
  isThing(situation) &&
  situation.meant.length === 1 &&
  identifiesFile(situation) &&
  INSTRUCTION.test(situation.before) &&
  !PART.test(situation.after) &&
  !MENTIONED_BEFORE.test(situation.mention.text) &&
  !PATH.test(situation.after);

/** Returns true if the phrase is the entire name of a file, or has at least two words that identify it. */
function identifiesFile({ mention, meant: [file = ''], isExact }: MentionSituation): boolean {
  const words = specificWords(mention.text);
  const name = contentWords(stem(file));
  if (words.length === 0)
    return specificWords(stem(file)).length === 0 && overlap(name, contentWords(mention.text)) === 1;
  return isExact || (words.length > 1 && overlap(words, name) === 1);
}

/** Returns true if the content itself follows: "Use the setup script:" and a fence. */
export const hasContentBelow = ({ group, after, next }: MentionSituation): boolean =>
  group === 'thing' && /:[*_]*\s*$/.test(after) && /^(?:```|~~~)/.test(next);

/** Clues for phrases that name a file. */
export const PHRASE_CLUES: readonly Clue<MentionSituation>[] = [
  {
    id: 'thing.document',
    says: 'it names a document',
    matches: ({ mention }) => mention.what === 'document',
    fires: ['See ⟦the user guide⟧.'],
    silent: ['Run ⟦the setup script⟧.'],
  },
  {
    id: 'thing.template',
    says: 'it names a template',
    matches: ({ mention }) => mention.what === 'template',
    fires: ['Use ⟦the report template⟧.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'thing.script',
    says: 'it names a script',
    matches: ({ mention }) => mention.what === 'script',
    fires: ['Run ⟦the setup script⟧.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'thing.provided',
    says: 'the text says that the skill provides it',
    matches: (situation) => isThing(situation) && situation.mention.promised === true,
    fires: ['Use ⟦the provided template⟧.'],
    silent: ['Use ⟦the report template⟧.'],
  },
  {
    id: 'thing.guide',
    says: 'its noun means a text to read: a guide, a checklist, a reference',
    matches: (situation) => isThing(situation) && GUIDE.test(situation.mention.text),
    fires: ['See ⟦the user guide⟧.'],
    silent: ['Read ⟦the rounding notes⟧.'],
  },
  {
    id: 'thing.rules',
    says: 'its noun rarely means a file: rules, a matrix, files, notes',
    matches: (situation) => isThing(situation) && RULE.test(situation.mention.text),
    fires: ['Read ⟦the rounding notes⟧.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'thing.same',
    says: 'it refers to something named before: "the same …", "the full …"',
    matches: (situation) => isThing(situation) && MENTIONED_BEFORE.test(situation.mention.text),
    fires: ['Use ⟦the same report template⟧.'],
    silent: ['Use ⟦the report template⟧.'],
  },
  {
    id: 'thing.bare',
    says: 'it consists of the noun only',
    matches: (situation) => isThing(situation) && situation.mention.text.split(/\s+/).length <= 2,
    fires: ['Read ⟦the guide⟧.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'thing.part-of',
    says: 'a part or a property of it follows',
    matches: (situation) => isThing(situation) && PART.test(situation.after),
    fires: ['Follow ⟦the style guide⟧’s grid.', 'See ⟦the style guide⟧ is read.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'thing.section',
    says: 'a heading of the text has this name',
    matches: (situation) => isThing(situation) && isSection(situation),
    fires: ['See ⟦the easing guide⟧.\n\n# Easing guide\n\nSlow.'],
    silent: ['See ⟦the user guide⟧.\n\n# Steps'],
  },
  {
    id: 'thing.follows',
    says: 'its content follows in a fence',
    matches: hasContentBelow,
    fires: ['Use ⟦the progress template⟧ to keep it:\n\n```\nx\n```'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'thing.path-behind',
    says: 'a path follows on the same or the next line',
    matches: (situation) => isThing(situation) && PATH.test(`${situation.after} ${situation.next}`),
    fires: ['Hold it against ⟦the version matrix⟧ in Rule 13 of `standard.md`.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'thing.path-before',
    says: 'a path precedes it on the line',
    matches: (situation) => isThing(situation) && PATH.test(situation.before),
    fires: ['By `a/b.md` and ⟦the user guide⟧.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'thing.first',
    says: 'it begins a sentence',
    matches: (situation) => isThing(situation) && /(?:^[\s>*+-]*|[.!?]\s+[*_]*)$/.test(situation.before),
    fires: ['⟦The setup script⟧ tries again.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'thing.emphasised',
    says: 'it is emphasized or quoted',
    matches: (situation) => isThing(situation) && /[*_"“[]$/.test(situation.before),
    fires: ['See **⟦the user guide⟧**.'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'meant.one',
    says: 'exactly one bundled file matches these words',
    matches: (situation) => isThing(situation) && situation.meant.length === 1,
    fires: [{ text: 'For the tone, see ⟦the user guide⟧.', files: ['references/guide.md'] }],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'meant.exact',
    says: 'a file name consists of exactly these words',
    matches: (situation) => isThing(situation) && situation.isExact,
    fires: [{ text: 'Read ⟦the rounding notes⟧ first.', files: ['references/rounding.md'] }],
    silent: [{ text: 'See ⟦the shortcuts reference⟧.', files: ['references/eventhouse-shortcuts-reference.md'] }],
  },
  {
    id: 'meant.references',
    says: 'the file is directly in references/, scripts/ or assets/',
    matches: (situation) =>
      isThing(situation) && /^(?:references|scripts|assets)\/[^/]+$/.test(situation.meant[0] ?? ''),
    fires: [{ text: 'For the tone, see ⟦the user guide⟧.', files: ['references/guide.md'] }],
    silent: [{ text: 'For the tone, see ⟦the user guide⟧.', files: ['references/deep/guide.md'] }],
  },
  {
    id: 'meant.deep',
    says: 'the file is nested three or more folders deep',
    matches: (situation) => isThing(situation) && (situation.meant[0]?.split('/').length ?? 0) > 3,
    fires: [{ text: 'For the tone, see ⟦the user guide⟧.', files: ['references/very/deep/guide.md'] }],
    silent: [{ text: 'For the tone, see ⟦the user guide⟧.', files: ['references/guide.md'] }],
  },
  {
    id: 'meant.code',
    says: 'the file is source code rather than a script to run',
    matches: (situation) =>
      isThing(situation) && CODE_FILE.test(situation.meant[0] ?? '') && !/^scripts\//.test(situation.meant[0] ?? ''),
    fires: [{ text: 'Run ⟦the app generator⟧.', files: ['assets/tools/app/generator.ts'] }],
    silent: [{ text: 'For the tone, see ⟦the user guide⟧.', files: ['references/guide.md'] }],
  },
];
