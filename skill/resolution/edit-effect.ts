/** The part of a document that an edit may affect. */
import { mayHaveDrafts } from '../clues/elsewhere.ts';
import { isAboutWritingSkills, mentionsManifestOften } from '../clues/evidence.ts';
import type { Skill, SkillDocument } from '../model/model.ts';
import { editBetween, type PreviousVersion } from '../text/edit.ts';

/** Maximum distance of text that a result depends on, in UTF-16 units. */
export const FAR = 5_000;

/** The extent of a change: results near it, those and all below it, or all. */
export type Effect = 'near' | 'below' | 'all';

/**
 * Returns what an edit may change: what is near it; also everything below it, if fences begin or end elsewhere; or all
 * results, through the document's topic.
 */
export function effectOf(document: SkillDocument, { document: old, edit }: PreviousVersion, skill: Skill): Effect {
  const lines = [linesAround(old.text, edit.start, edit.end), linesAround(document.text, edit.start, edit.newEnd)];
  const isManifest = document.path === skill.manifest.path;
  if (!isManifest && (edit.start < document.bodyStart + FAR || lines.some((text) => /^##/m.test(text)))) return 'all';
  const isSameTopic =
    mentionsManifestOften(old) === mentionsManifestOften(document) &&
    old.headings[0]?.text === document.headings[0]?.text &&
    hasScripts(old) === hasScripts(document);
  if (!isSameTopic) return 'all';
  const mayNest = mayHaveDrafts(old) || mayHaveDrafts(document);
  const [fencesBefore, fences] = lines.map((text) => fenceMarks(text, mayNest));
  if (fencesBefore === fences) return 'near';
  return mayNest ? 'all' : 'below';
}

/** Returns true if a line that an edit changed has, or had, the mark of a fence. */
export function editsFence(before: string, text: string): boolean {
  const { start, end, newEnd } = editBetween(before, text);
  return [linesAround(before, start, end), linesAround(text, start, newEnd)].some((lines) => ANY_MARK.test(lines));
}

/** Returns true if a skill is about the same as before, as far as clues are concerned. */
export const hasSameFacts = (before: Skill, skill: Skill): boolean =>
  before.name === skill.name && isAboutWritingSkills(before) === isAboutWritingSkills(skill);

const ANY_MARK = /```|~~~/;

/** The start of a line that may start or end a fence. */
const FENCE_MARK = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?:`{3,}|~{3,})/;

/**
 * Returns the lines of a text that start or end a fence, without what does not matter for its extent: which language they
 * name. Where fences may be nested in Markdown, it matters whether they name one.
 */
function fenceMarks(text: string, mayNest: boolean): string {
  if (!ANY_MARK.test(text)) return '';
  const marked = text.split(/\r?\n/).filter((line) => ANY_MARK.test(line));
  return marked
    .map((line) => {
      const [mark = ''] = FENCE_MARK.exec(line) ?? [];
      const rest = line.slice(mark.length);
      if (mark === '' || rest.includes('`') || (mayNest && /^[ \t]*(?:markdown|mdx?)\b/i.test(rest))) return line;
      return mayNest && /^[ \t]*[\w+-]/.test(rest) ? `${mark}x` : mark;
    })
    .join('\n');
}

const hasScripts = ({ headings }: SkillDocument): boolean => headings.some(({ text }) => /scripts\//i.test(text));

const linesAround = (text: string, start: number, end: number): string => {
  const newline = text.indexOf('\n', end);
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, newline < 0 ? text.length : newline);
};
