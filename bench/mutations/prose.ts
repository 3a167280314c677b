/**
 * Replaces paths with words. The wordings were written before `skill/guess/mentions.ts` and must not be fitted to it.
 */
import { basename, extension } from '../../skill/index.ts';
import { lineAt, lineText, type Mutation } from './mutation.ts';
import type { Random } from './random.ts';
import { type MutableSkill, type Site, wordsOf } from './sites.ts';

/** A sentence with `@` as the placeholder for `words`, in which `#` is the placeholder for the file's name in words. */
interface Wording {
  readonly sentence: string;
  readonly words: string;
}

const DOCUMENT: readonly Wording[] = [
  { sentence: 'See @ for the details.', words: 'the # guide' },
  { sentence: 'Read @ before you start.', words: 'the # guide' },
  { sentence: 'Read @ first.', words: 'the # reference' },
  { sentence: 'Consult @ when in doubt.', words: 'the # documentation' },
  { sentence: 'For more, refer to @.', words: 'the # document' },
  { sentence: 'Follow @ step by step.', words: 'the guide on #' },
  { sentence: 'Load @ now.', words: 'the # file' },
  { sentence: 'Check @ before answering.', words: 'the # notes' },
  { sentence: 'Open @ and apply what it says.', words: 'the # reference file' },
  { sentence: 'The rules are in @; read it.', words: 'the bundled # guide' },
  { sentence: 'Always start by reading @.', words: 'the reference on #' },
];
const SCRIPT: readonly Wording[] = [
  { sentence: 'Run @ on the input.', words: 'the # script' },
  { sentence: 'Use @ for this step.', words: 'the bundled # script' },
  { sentence: 'Execute @ and read its output.', words: 'the # script' },
  { sentence: 'Then call @.', words: 'the # helper script' },
  { sentence: 'Start @ to begin.', words: 'the script for #' },
];
const ASSET: readonly Wording[] = [
  { sentence: 'Copy @ and fill it in.', words: 'the # template' },
  { sentence: 'Start from @.', words: 'the provided # template' },
  { sentence: 'Use @ as it is.', words: 'the bundled # file' },
  { sentence: 'Base your answer on @.', words: 'the # template' },
];

const wordingsFor = (file: string): readonly Wording[] => {
  const end = extension(file);
  if (/^\.(?:py|sh|js|mjs|cjs|ts|rb|ps1|bash)$/.test(end)) return SCRIPT;
  return /^(?:assets|templates?)\//.test(file) ? ASSET : /^\.(?:md|txt|mdx)$/.test(end) ? DOCUMENT : ASSET;
};

/** Returns true if only this site names its file, in a line of prose in SKILL.md. */
export function isOnlyNaming(site: Site, skill: MutableSkill): boolean {
  const text = skill.documents.get(site.file) ?? '';
  const name = basename(site.path);
  if (!site.isManifest || !site.path.includes('/') || !['link', 'code', 'bare'].includes(site.form)) return false;
  if (/^\s*\|/.test(lineText(text, site.start)) || wordsOf(name).length < 4) return false;
  const line = lineText(text, site.start);
  // The line is replaced, so references to other files in it would be lost.
  if ([...skill.files].some((file) => file !== site.target && line.includes(basename(file)))) return false;
  // The line may contain the name again, as the text of its own link.
  return (
    text.split(name).length === line.split(name).length && line.split('/').length <= site.path.split('/').length + 6
  );
}

/**
 * Replaces the line of the site with a sentence that describes the file in words. The second mutation also gives the
 * path within nine lines, so it must not be reported.
 */
export function prose(site: Site, skill: MutableSkill, random: Random): readonly Mutation[] {
  const text = skill.documents.get(site.file) ?? '';
  // From "the common patterns file" a model guesses `references/common_patterns.md`, which is correct.
  const wordings = wordingsFor(site.target).map(({ sentence, words }) => {
    return { sentence, words: withName(words, site.target), form: words.replace('# ', '').replace(' #', '') };
  });
  const wording = random.pick(wordings.filter((one) => !isObviousPath(one.words, site.target)));
  if (!wording) return [];
  const { words, form } = wording;
  const [head = '', tail = ''] = wording.sentence.split('@');
  const start = text.lastIndexOf('\n', site.start - 1) + 1;
  const end = text.indexOf('\n', site.start);
  const after = end < 0 ? '' : text.slice(end);
  const mark = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(text.slice(start, site.start))?.[0] ?? '';
  const before = `${text.slice(0, start)}${mark}${head}`;
  const mutated = `${before}${words}${tail}${after}`;
  const range = { start: before.length, end: before.length + words.length };
  const base = { form, skill: skill.root, removed: [] };
  const shown = `${head}${words}${tail} {was ${site.path}}`;
  const expected = { file: site.file, range, target: words, line: lineAt(mutated, range.start), right: site.target };
  const broken: Mutation = {
    ...base,
    operator: 'link to prose',
    kind: 'prose',
    texts: new Map([[site.file, mutated]]),
    expected,
    shown,
  };
  const paired = withPathNear(mutated, range.end, site.target, random);
  const silent: Mutation = {
    ...base,
    operator: 'prose, path near',
    kind: 'prose silent',
    texts: new Map([[site.file, paired.text]]),
    shown: `${shown} {${paired.how}}`,
  };
  return [broken, silent];
}

/** Inserts the file's name: `api-reference.md` is "the api reference", not "the api reference reference". */
export const withName = (words: string, file: string): string =>
  words.replace('#', wordsOf(file)).replace(/\b(\w+)(?: files?)? \1\b/, '$1');

/** Returns true if the most obvious path for the words is the file. */
export function isObviousPath(words: string, file: string): boolean {
  const name = words.replace(/^the (?:bundled |provided )?| file$/g, '').replaceAll(' ', '_');
  const script = name.replace(/_script$/, '');
  return [`references/${name}.md`, `scripts/${script}.py`, `scripts/${script}.sh`].includes(file);
}

/** Inserts the path on the same line, near it, or in a list up to nine lines below. */
function withPathNear(text: string, at: number, path: string, random: Random): { text: string; how: string } {
  const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
  const put = (offset: number, words: string): string => text.slice(0, offset) + words + text.slice(offset);
  const ways: readonly (() => { text: string; how: string })[] = [
    () => ({ text: put(at, ` (\`${path}\`)`), how: 'same line' }),
    () => ({ text: put(end, ` It is [here](${path}).`), how: 'same line, a link' }),
    () => ({ text: put(end, `\n\nFile: \`${path}\`\n`), how: 'two lines below' }),
    () => ({ text: put(end, `\n\nIt covers most cases.\n\nFiles:\n\n- \`${path}\`\n`), how: 'in a list below' }),
    () => {
      const start = text.lastIndexOf('\n', at) + 1;
      const isItem = /^\s*(?:[-*+]|\d+[.)])\s/.test(text.slice(start, at));
      return isItem
        ? { text: put(end, ` Path: \`${path}\`.`), how: 'same item' }
        : { text: put(start, `Path: \`${path}\`\n\n`), how: 'two lines above' };
    },
  ];
  return (random.pick(ways) ?? ways[0])?.() ?? { text, how: '' };
}
