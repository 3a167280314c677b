/** Replaces the line of a path with a sentence of `paraphrase-table.ts`, and adds sentences that only look like one. */
import { createHash } from 'node:crypto';
import { extension } from '../../skill/index.ts';
import { lineAt, type Mutation } from './mutation.ts';
import { LOOK_ALIKES, PARAPHRASES, type Paraphrases, type Wording } from './paraphrase-table.ts';
import { isObviousPath, withName } from './prose.ts';
import type { Random } from './random.ts';
import { type MutableSkill, type Site, wordsOf } from './sites.ts';

/** The half of the wordings that the rules may be developed on, and the half that only measures. */
export type WordingHalf = 'developed on' | 'kept apart';

/** Returns the half of a sentence, by its hash. */
export const wordingHalf = (sentence: string): WordingHalf =>
  (createHash('sha256').update(sentence).digest()[0] ?? 0) % 2 === 0 ? 'developed on' : 'kept apart';

/** Forms of a name in a sentence; most authors write it in lower case. */
const NAME_FORMS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name,
  (name) => name,
  (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  (name) => name.replaceAll(' ', '-'),
];

const purposeOf = (file: string): keyof Paraphrases => {
  const end = extension(file);
  if (/^\.(?:py|sh|js|mjs|cjs|ts|rb|ps1|bash)$/.test(end)) return 'script';
  return /^(?:assets|templates?)\//.test(file) || !/^\.(?:md|txt|mdx)$/.test(end) ? 'asset' : 'document';
};

/**
 * Returns mutations of a site that `isOnlyNaming`, for each operator one with a wording of this half: the words must be
 * found.
 */
export function paraphrases(site: Site, skill: MutableSkill, half: WordingHalf, random: Random): readonly Mutation[] {
  const text = skill.documents.get(site.file) ?? '';
  return Object.entries(PARAPHRASES).flatMap(([operator, table]) => {
    const all = table[purposeOf(site.target)].filter((one) => wordingHalf(one.join('\t')) === half);
    const wordings = all
      .map((one) => named(one, site, random))
      .filter(([, words]) => !isObviousPath(words, site.target));
    const wording = random.pick(wordings);
    if (wording === undefined) return [];
    const [sentence, words] = wording;
    const [head = '', tail = ''] = sentence.split('@');
    const start = text.lastIndexOf('\n', site.start - 1) + 1;
    const end = text.indexOf('\n', site.start);
    const mark = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(text.slice(start, site.start))?.[0] ?? '';
    // A block of its own cannot be the text of an item.
    const isBlock = /^(?:[|#>]|- |\d\. )/.test(sentence);
    const before = text.slice(0, start) + (isBlock ? '\n' : mark) + head;
    const put = head === '' ? words.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : words;
    const mutated = before + put + tail + (isBlock ? '\n' : '') + (end < 0 ? '' : text.slice(end));
    const range = { start: before.length, end: before.length + put.length };
    return [
      {
        operator,
        kind: 'prose',
        form: sentence,
        skill: skill.root,
        texts: new Map([[site.file, mutated]]),
        removed: [],
        expected: { file: site.file, range, target: put, line: lineAt(mutated, range.start), right: site.target },
        shown: `${head}${put}${tail} {was ${site.path}}`,
      },
    ];
  });
}

const named = ([sentence, words]: Wording, site: Site, random: Random): Wording => {
  const form = random.pick(NAME_FORMS) ?? String;
  const name = wordsOf(site.path);
  return [sentence, withName(words, site.target).replace(name, form(name))];
};

/** Returns the same sites with sentences that ask for no guess, for each kind one of this half. */
export function paraphraseLookAlikes(
  site: Site,
  skill: MutableSkill,
  half: WordingHalf,
  random: Random,
): readonly Mutation[] {
  const text = skill.documents.get(site.file) ?? '';
  return Object.entries(LOOK_ALIKES).flatMap(([operator, all]) => {
    const template = random.pick(all.filter((one) => wordingHalf(one) === half));
    if (template === undefined) return [];
    const sentence = withName(template, site.target);
    const start = text.lastIndexOf('\n', site.start - 1) + 1;
    const end = text.indexOf('\n', site.start);
    const mutated = `${text.slice(0, start)}\n${sentence}\n${end < 0 ? '' : text.slice(end)}`;
    return [
      {
        operator,
        kind: 'prose silent',
        form: template,
        skill: skill.root,
        texts: new Map([[site.file, mutated]]),
        removed: [],
        shown: `${sentence} {was ${site.path}}`,
      },
    ];
  });
}
