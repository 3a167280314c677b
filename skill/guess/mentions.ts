/** Finds prose that names a bundled file without its path: "see the user guide", "the provided template". */

import type { Mention, Reference } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';
import { defined } from '../text/defined.ts';
import { firstIndexFrom, lineAround } from '../text/lines.ts';
import { specificWords } from '../text/words.ts';
import { guessPaths } from './guess-paths.ts';
import { FAINT_NOUN, isFaint, NOUN, nounOf, PLAIN_NOUN, SURE_NOUN } from './nouns.ts';
import { namedInOtherLanguages } from './other-languages.ts';
import { promisesIn } from './promises.ts';

const ANY_NOUN = new RegExp(`\\b${anyOf([NOUN, FAINT_NOUN])}\\b`, 'i');
const DETERMINERS = ['the', 'this skill', 'our', 'its', 'matching', 'relevant', 'appropriate', 'corresponding'];
const PROVIDED = ['provided', 'included', 'bundled', 'supplied'];
const DETERMINER = `${anyOf([...DETERMINERS, ...PROVIDED])}(?:(?:'|’)s)?`;
const FUNCTION_WORDS = ['the', 'this', 'for', 'of', 'in', 'from', 'with', 'is', 'are', 'was', 'has', 'that', 'which'];
/** "Check" as a verb, not in "the form check script". */
const CHECKS = `check(?![ \\t]+${anyOf(['scripts?', 'tools?', 'programs?', 'helpers?', 'lists?', 'guides?'])}\\b)`;
const CLAUSE_WORDS = ['when', 'if', 'then', 'see', 'read', 'use(?! cases?\\b)', 'run', CHECKS, 'follow'];
const SHORT_WORDS = ['an?', 'into', 'onto', 'by', 'as', 'at', 'on'];
/** A word of the phrase, which none of these can be. */
const WORD = `(?!${anyOf([...FUNCTION_WORDS, ...CLAUSE_WORDS])}\\b|${anyOf(SHORT_WORDS)}[ \\t])[\\p{L}\\p{N}'’"“”*_/-]+[ \\t]+`;
/** Words between a noun and its subject: "the guide on", "the file that covers". */
const SUBJECT_OF = '(?:on|for|about|to|of|covering|that (?:covers|explains|describes|lists|does|has))';
const NO_NOUNS = [
  'and',
  'or',
  'to',
  'must',
  'can',
  'may',
  'will',
  'should',
  'also',
  'only',
  'first',
  'now',
  'again',
  'here',
];
/** A word between two nouns of one name, neither a verb nor an adverb: "the template architecture template". */
const NOUN_WORD = `(?!${anyOf(NO_NOUNS)}\\b|[\\p{L}-]+(?:ly|ed|[^s]s)[ \\t])${WORD}`;
/**
 * `the billing rules guide`, `this skill's validator`: up to six words before a sure noun, up to four before a plain
 * one, and at least one before a faint one, unless its subject follows.
 */
const PHRASE = new RegExp(
  `\\b${DETERMINER}[ \\t]+${anyOf([
    `(?:${WORD}){0,6}?${SURE_NOUN}`,
    `(?:(?!(?:and|or|to)\\b)${WORD}){0,4}?${anyOf([
      PLAIN_NOUN,
      `${FAINT_NOUN}(?:(?=[ \\t]+${SUBJECT_OF}[ \\t])|(?<!\\b${DETERMINER}[ \\t]+${FAINT_NOUN}))`,
    ])}`,
  ])}(?:["”*_]*[ \\t]+(?:${NOUN_WORD}){0,2}${NOUN})*\\b(?![/-])`,
  'giu',
);
const READING = ['see', 'read', 'consult', 'follow', 'check', 'open', 'load', 'review', 'refer to'];
const RUNNING = ['use', 'using', 'run', 'running', 'execute', 'invoke', 'call', 'apply', 'copy'];
const CHOOSING = ['start (?:from|with)', 'fill(?: in| out)?', 'pick', 'choose', 'select', 'look (?:at|in|up)', 'study'];
const ADAPTING = ['find', 'adapt', 'customi[sz]e', 'reference', 'per', 'according to', 'details? in'];
const GOING = ['(?:point|send) \\w+ to', '(?:go|turn|switch) to'];
const LIES = ['lives?', 'lies?', 'found', 'available', 'documented', 'described', 'explained', 'covered', 'given'];
const LISTED = ['listed', 'collected', 'is', 'are'];
const INSTRUCTIONS = [...READING, ...RUNNING, ...CHOOSING, ...ADAPTING, ...GOING, `${anyOf([...LIES, ...LISTED])} in`];
const INSTRUCTION = new RegExp(`\\b${anyOf(INSTRUCTIONS)}\\b[^.!?;\\n]{0,60}$`, 'i');
const OPENING = ['see', 'read', 'reading', 'consult', 'load', 'open', 'check', 'follow', 'refer to', 'study'];
/** An instruction to open this particular file, which is sufficient even with a plain noun. */
const DIRECT = new RegExp(
  `\\b${anyOf([...OPENING, 'start (?:from|with)', 'copy', 'run', 'execute'])}[ \\t]+[*_]*$`,
  'i',
);
/** A list item that describes the content of something: "- Running an evaluation with …". */
const TOPIC = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+[*_]*(?!Using\b|According\b)[A-Z]\w+ing\b[^:;,]*$/;
const DETERMINING = ['the', 'this', 'that', 'a', 'an', 'your', 'any', 'each', 'all'];
const CLAUSE_STARTS = ['how', 'what', 'which', 'step', 'before', 'when', 'while', 'if', 'first', 'now', 'then'];
const LINKING = ['to', 'and', 'or', 'in', 'at', 'with', 'for', 'from', 'by', 'as', 'is', 'are', 'it'];
const NO_SUBJECT = [...DETERMINING, ...CLAUSE_STARTS, ...LINKING, 'until', 'unless', 'after'];
const SUBJECT_WORD = `(?!${anyOf(NO_SUBJECT)}\\b)[\\p{L}\\p{N}_-]+(?:[ \\t]+|(?=[^\\p{L}\\p{N}_-]|$))`;
/** The subject of a guide: "the guide on `tax rates`", up to the next conjunction. */
const ABOUT = new RegExp(`^[ \\t]+${SUBJECT_OF}[ \\t]+((?:${SUBJECT_WORD}){1,5})`, 'iu');
/** A list, a table or a label that points to files. */
const POINTING = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+[*_]*$|\|[ \t]*[*_]*$|:[*_]*[ \t]+[*_]*$|\([*_]*$/;
const PROMISES = [
  "this skill(?:'|’)s",
  '(?:provided|included|bundled|supplied|shipped)(?! (?:by|below|above))',
  '(?:comes|ships) with',
  'skill (?:includes|contains|provides|bundles|has)',
];
const PROMISED = new RegExp(`\\b${anyOf(PROMISES)}\\b`, 'i');
const SAME_TEXT = ['below', 'above', 'following', '(?:previous|next|this|same) (?:section|step)'];
const OF_OTHERS = ["user(?:'|’)s", 'your', 'their', "project(?:'|’)s", 'official', 'upstream', 'online', 'external'];
const SKILL_DOCUMENTATION = "skill(?:'|’)?s? (?:docs|documentation)";
/** Wording for something in the same text, or owned by someone else. */
const ELSEWHERE = new RegExp(`\\b${anyOf([...SAME_TEXT, ...OF_OTHERS, SKILL_DOCUMENTATION])}\\b`, 'i');
const NEARBY = ['below', 'above', 'here', 'in (?:this|the) (?:section|document|file)', 'section\\b'];
const FROM = ['from (?:step|section)', 'at https?:', '\\(https?:'];
const HERE = new RegExp(`^[*_]*:[*_]*\\s*$|^\\s*${anyOf([...NEARBY, ...FROM])}`, 'i');
/** "For the full matrix …, see `…`": the path follows, possibly on the next line. */
const FOR = /(?:^|[.!?:|>*-][ \t]+)[*_]*For[ \t]+$/i;
const GIVEN = /^[^.!?\n]{0,80},[ \t]+(?:see|read|consult|refer to|check|open|load)[ \t]*(?:\n[ \t>]*|[ \t])[*_(]*[[`]/;
const PLAIN = new RegExp(`\\b(?:${PLAIN_NOUN}|documentation|docs)$`, 'i');

const LAST_NOUN = new RegExp(`\\b${anyOf([NOUN, FAINT_NOUN])}$`, 'i');

/** Finds the mentions in a block of prose at `offset` in its section. `references` are those of the section. */
export function findMentions(prose: string, offset: number, references: readonly Reference[]): readonly Mention[] {
  const foreign = namedInOtherLanguages(prose).map(({ what, start, text, name }) =>
    mentionByName(what, offset + start, text, name),
  );
  if (!ANY_NOUN.test(prose)) return foreign;
  const mentions: Mention[] = [...promisesIn(prose, offset), ...foreign];
  for (const match of prose.matchAll(PHRASE)) {
    const start = match.index;
    const { text, end } = withSubject(prose, start, match[0]);
    const before = prose.slice(Math.max(0, start - 120), start).replace(/^[\s\S]*\n/, '');
    const after = prose.slice(end, end + 40);
    // "The icons skill, whose bundled helper …" is about a file of that skill.
    if (/\bwhose[ \t]+[*_]*$/i.test(before)) continue;
    if (ELSEWHERE.test(text) || HERE.test(after) || /[`/\w]$/.test(before) || /^(?:[/\w-]|\]\[)/.test(after)) continue;
    if (FOR.test(before) && GIVEN.test(prose.slice(end, end + 120))) continue;
    const what = nounOf(match[0]);
    const guesses = guessPaths(what, text);
    if (guesses.length === 0) continue;
    const promised = PROMISED.test(text) || PROMISED.test(before);
    const isInstructed =
      TOPIC.test(before) || isFaint(match[0])
        ? false
        : promised
          ? INSTRUCTION.test(before)
          : POINTING.test(before) ||
            DIRECT.test(before) ||
            (INSTRUCTION.test(before) && !PLAIN.test(match[0]) && !/\bapi\b/i.test(text));
    mentions.push(
      defined({
        kind: 'mention',
        what,
        range: { start: offset + start, end: offset + end },
        text,
        guesses,
        passing:
          isInstructed && !hasPathOnLine(prose, { start, end }, offset, references) ? undefined : (true as const),
        promised: promised ? (true as const) : undefined,
      }),
    );
  }
  return mentions;
}

/** Returns a mention for words in another language, which make no model of ours search. */
const mentionByName = (what: Mention['what'], start: number, text: string, name: string): Mention => ({
  kind: 'mention',
  what,
  range: { start, end: start + text.length },
  text,
  name,
  // As for English words, the noun is part of the first guesses.
  guesses: guessPaths(what, `${name} ${what === 'document' ? 'guide' : what}`),
  passing: true,
});

/** Adds the subject to a phrase that consists of a noun only ("the guide"); returns any other phrase unchanged. */
function withSubject(prose: string, start: number, phrase: string): { readonly text: string; readonly end: number } {
  const end = start + phrase.length;
  const isNounOnly = specificWords(phrase).length === 0 || specificWords(phrase.replace(LAST_NOUN, '')).length === 0;
  const subject = !isNounOnly ? null : ABOUT.exec(prose.slice(end, end + 120));
  const text = phrase + (subject?.[0].trimEnd() ?? '');
  return { text, end: start + text.length };
}

/** Returns true if the line of a mention also contains a path, which a model would use instead of guessing. */
function hasPathOnLine(
  prose: string,
  range: Mention['range'],
  offset: number,
  references: readonly Reference[],
): boolean {
  const line = lineAround(prose, range);
  for (let index = firstIndexFrom(references, line.start + offset); ; index++) {
    const reference = references[index];
    if (!reference || reference.range.start > line.end + offset) return false;
    if (reference.path.includes('.')) return true;
  }
}
