/**
 * Unlabeled rows to learn mentions from: words next to a path that resolves, with the path masked, name a bundled
 * file; words of the same shape that resolve to nothing nearly always do not.
 */
import {
  type FileSystem,
  isClearlyMeant,
  type Mention,
  mentionFeatures,
  predictMiss,
  type Range,
  readDocument,
  readDocuments,
  type Skill,
  type SkillDocument,
  similarFiles,
} from '../../skill/index.ts';
import { isOwnSkill, readRepository } from '../corpus/repository.ts';
import { hashOf, shuffled } from './bundles.ts';
import type { Row } from './rows.ts';

/** Limits, so that no author dominates and no giant takes all the time. */
const MAX_FILES = 300;
const MAX_TEXT = 60_000;
const MAX_DOCUMENTS = 4;
const MAX_MENTIONS = 40;
const MAX_MEANT = 8;

/** Returns rows of at most `maxSkills` skills of the repository at `root`. */
export function mentionRowsOf(root: string, maxSkills: number): readonly Row[] {
  const { skills, fs } = readRepository(root, (all) => shuffled(all.filter(isOwnSkill), root).slice(0, maxSkills));
  return skills.filter(({ bundle }) => bundle.files.size <= MAX_FILES).flatMap((skill) => rowsOfSkill(skill, fs));
}

function rowsOfSkill(skill: Skill, fs: FileSystem): readonly Row[] {
  const documents = [skill.manifest, ...readDocuments(fs, skill).slice(0, MAX_DOCUMENTS)];
  return documents
    .filter(({ text }) => text.length < MAX_TEXT)
    .flatMap((document) => [...rowsOfDescriptions(document, skill), ...rowsOfFolderNames(document, skill)]);
}

/** Returns rows for words that name a thing, in the document with its paths masked. */
function rowsOfDescriptions(document: SkillDocument, skill: Skill): readonly Row[] {
  const { text, wordRanges } = maskPaths(document, skill);
  if (wordRanges.length === 0) return [];
  const read = readDocument(document.path, text);
  // In a masked SKILL.md, nothing names the files.
  const seen = document === skill.manifest ? { ...skill, manifest: { ...skill.manifest, ...read } } : skill;
  const named = document.references.filter(({ path }) => path.includes('.'));
  return read.mentions
    .filter(({ what }) => what === 'document' || what === 'script' || what === 'template')
    .sort((a, b) => hashOf(a.text + a.range.start) - hashOf(b.text + b.range.start))
    .slice(0, MAX_MENTIONS)
    .flatMap((mention): readonly Row[] => {
      const label = wordRanges.some((range) => range.start <= mention.range.end && mention.range.start <= range.end)
        ? 1
        : 0;
      // The same words again without a path: ambiguous.
      if (label === 0 && named.some(({ path }) => isClearlyMeant(mention, path))) return [];
      return [rowOf(label, mention, seen, seen === skill ? document : seen.manifest)];
    });
}

/** Returns rows for names under a folder: existing ones, and missing ones. */
function rowsOfFolderNames(document: SkillDocument, skill: Skill): readonly Row[] {
  const { files } = skill.bundle;
  return document.mentions
    .filter(({ what }) => what === 'name')
    .slice(0, MAX_MENTIONS)
    .map((mention) => {
      const path = `${mention.folder}/${mention.text}`;
      const rest = new Set([...files].filter((file) => file !== path));
      return rowOf(files.has(path) ? 1 : 0, mention, { ...skill, bundle: { ...skill.bundle, files: rest } }, document);
    });
}

function rowOf(label: 0 | 1, mention: Mention, skill: Skill, document: SkillDocument): Row {
  const verdict = predictMiss(mention, skill, document);
  // A mention that names in the text suppress is judged by the files that these words may mean.
  const meant = verdict.kind === 'silent' ? similarFiles(mention, skill).slice(0, MAX_MEANT) : verdict.meant;
  return { label, features: mentionFeatures(mention, skill, document, meant) };
}

/** The text between words and the path that is given for them. */
const JOIN = /(?:[ \t]+(?:in|at|from|under|of))?[ \t]*[([—–-]*[ \t]*[`*]*$/;

/**
 * Returns the text without the paths of bundled files in its prose, and the positions of the words that they belonged
 * to.
 */
function maskPaths(
  document: SkillDocument,
  skill: Skill,
): { readonly text: string; readonly wordRanges: readonly Range[] } {
  const { text, references } = document;
  const wordRanges: Range[] = [];
  let out = '';
  let from = 0;
  for (const { path, form, range } of references) {
    if (range.start < from || !skill.bundle.files.has(path.replace(/^\.\//, ''))) continue;
    if (form === 'link') {
      const open = text.lastIndexOf('[', range.start);
      const close = text.indexOf(')', range.end);
      const label = /^\[([^[\]\n]+)\]\($/.exec(text.slice(open, range.start))?.[1];
      // A label that is itself the path carries no information.
      if (label === undefined || open < from || close < 0 || /[./`]/.test(label)) continue;
      out += text.slice(from, open);
      wordRanges.push({ start: out.length, end: out.length + label.length });
      out += label;
      from = close + 1;
    } else if (form === 'code' && text[range.start - 1] === '`' && text[range.end] === '`') {
      const head = text.slice(from, range.start - 1);
      const cut = head.replace(JOIN, '');
      if (cut === head || !/[\p{L}*_]$/u.test(cut)) continue;
      out += cut;
      wordRanges.push({ start: out.length - 1, end: out.length });
      from = range.end + 1;
      if (head.slice(cut.length).includes('(') && text[from] === ')') from++;
    }
  }
  return { text: out + text.slice(from), wordRanges };
}
