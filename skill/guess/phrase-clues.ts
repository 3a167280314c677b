/** Clues about phrases that name a file: "the user guide", "the provided template". */

import { stem } from '../files/paths.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';
import { mentionClue as clue, type MentionClue, withFiles } from './mention-clue.ts';
import { isSection, type MentionSituation } from './mention-situation.ts';

const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|sh|rb|go|rs|ps1|java)$/i;
const PATH = /[`(][^`\s()]*[\w-]\.\w{1,5}[`)#]|[`(][\w.-]+\/[^`\s()]*[`)]/;
const isThing = ({ group }: MentionSituation): boolean => group === 'thing';

const INSTRUCTION =
  /\b(?:see|read(?:ing)?|load|consult|open|check|follow|refer to|review|study|run|execute|use|call|copy|start(?: from| with)?|(?:point|send|refer) \w+ to|(?:go|turn|switch) to)[ \t]+[*_]*$/i;
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
export const PHRASE_CLUES: readonly MentionClue[] = [
  clue(
    'thing.document',
    'it names a document',
    ({ mention }) => mention.what === 'document',
    ['See ⟦the user guide⟧.'],
    ['Run ⟦the setup script⟧.'],
  ),
  clue(
    'thing.template',
    'it names a template',
    ({ mention }) => mention.what === 'template',
    ['Use ⟦the report template⟧.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'thing.script',
    'it names a script',
    ({ mention }) => mention.what === 'script',
    ['Run ⟦the setup script⟧.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'thing.provided',
    'the text says that the skill provides it',
    (situation) => isThing(situation) && situation.mention.promised === true,
    ['Use ⟦the provided template⟧.'],
    ['Use ⟦the report template⟧.'],
  ),
  clue(
    'thing.guide',
    'its noun means a text to read: a guide, a checklist, a reference',
    (situation) =>
      isThing(situation) &&
      /\b(?:guides?|manuals?|handbooks?|playbooks?|runbooks?|checklists?|references?|tutorials?|cheat ?sheets?)$/i.test(
        situation.mention.text,
      ),
    ['See ⟦the user guide⟧.'],
    ['Read ⟦the rounding notes⟧.'],
  ),
  clue(
    'thing.rules',
    'its noun rarely means a file: rules, a matrix, files, notes',
    (situation) =>
      isThing(situation) &&
      /\b(?:rules|matrix|files?|notes|patterns?|standards?|conventions?|polic(?:y|ies)|guidelines?|spec(?:ification)?s?|documents?)$/i.test(
        situation.mention.text,
      ),
    ['Read ⟦the rounding notes⟧.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'thing.same',
    'it refers to something named before: "the same …", "the full …"',
    (situation) => isThing(situation) && MENTIONED_BEFORE.test(situation.mention.text),
    ['Use ⟦the same report template⟧.'],
    ['Use ⟦the report template⟧.'],
  ),
  clue(
    'thing.bare',
    'it consists of the noun only',
    (situation) => isThing(situation) && situation.mention.text.split(/\s+/).length <= 2,
    ['Read ⟦the guide⟧.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'thing.part-of',
    'a part or a property of it follows',
    (situation) => isThing(situation) && PART.test(situation.after),
    ['Follow ⟦the style guide⟧’s grid.', 'See ⟦the style guide⟧ is read.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'thing.section',
    'a heading of the text has this name',
    (situation) => isThing(situation) && isSection(situation),
    ['See ⟦the easing guide⟧.\n\n# Easing guide\n\nSlow.'],
    ['See ⟦the user guide⟧.\n\n# Steps'],
  ),
  clue(
    'thing.follows',
    'its content follows in a fence',
    hasContentBelow,
    ['Use ⟦the progress template⟧ to keep it:\n\n```\nx\n```'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'thing.path-behind',
    'a path follows on the same or the next line',
    (situation) => isThing(situation) && PATH.test(`${situation.after} ${situation.next}`),
    ['Hold it against ⟦the version matrix⟧ in Rule 13 of `standard.md`.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'thing.path-before',
    'a path precedes it on the line',
    (situation) => isThing(situation) && PATH.test(situation.before),
    ['By `a/b.md` and ⟦the user guide⟧.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'thing.first',
    'it begins a sentence',
    (situation) => isThing(situation) && /(?:^[\s>*+-]*|[.!?]\s+[*_]*)$/.test(situation.before),
    ['⟦The setup script⟧ tries again.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'thing.emphasised',
    'it is emphasized or quoted',
    (situation) => isThing(situation) && /[*_"“[]$/.test(situation.before),
    ['See **⟦the user guide⟧**.'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'meant.one',
    'exactly one bundled file matches these words',
    (situation) => isThing(situation) && situation.meant.length === 1,
    [withFiles('For the tone, see ⟦the user guide⟧.', 'references/guide.md')],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'meant.exact',
    'a file name consists of exactly these words',
    (situation) => isThing(situation) && situation.isExact,
    [withFiles('Read ⟦the rounding notes⟧ first.', 'references/rounding.md')],
    [withFiles('See ⟦the shortcuts reference⟧.', 'references/eventhouse-shortcuts-reference.md')],
  ),
  clue(
    'meant.references',
    'the file is directly in references/, scripts/ or assets/',
    (situation) => isThing(situation) && /^(?:references|scripts|assets)\/[^/]+$/.test(situation.meant[0] ?? ''),
    [withFiles('For the tone, see ⟦the user guide⟧.', 'references/guide.md')],
    [withFiles('For the tone, see ⟦the user guide⟧.', 'references/deep/guide.md')],
  ),
  clue(
    'meant.deep',
    'the file is nested three or more folders deep',
    (situation) => isThing(situation) && (situation.meant[0]?.split('/').length ?? 0) > 3,
    [withFiles('For the tone, see ⟦the user guide⟧.', 'references/very/deep/guide.md')],
    [withFiles('For the tone, see ⟦the user guide⟧.', 'references/guide.md')],
  ),
  clue(
    'meant.code',
    'the file is source code rather than a script to run',
    (situation) =>
      isThing(situation) && CODE_FILE.test(situation.meant[0] ?? '') && !/^scripts\//.test(situation.meant[0] ?? ''),
    [withFiles('Run ⟦the app generator⟧.', 'assets/tools/app/generator.ts')],
    [withFiles('For the tone, see ⟦the user guide⟧.', 'references/guide.md')],
  ),
];
