/** The facts that clues about a mention use: the words around it, and the files that it may mean. */
import { basename, stem } from '../files/paths.ts';
import type { Mention, Skill, SkillDocument } from '../model/model.ts';
import { lineAround } from '../text/lines.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';

export interface MentionSituation {
  readonly mention: Mention;
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly isManifest: boolean;
  /** `folder` for folders, `name` for file names under a folder, `thing` for phrases that name a file. */
  readonly group: 'folder' | 'name' | 'thing';
  /** The text before and after the words on their line. */
  readonly before: string;
  readonly after: string;
  /** The next non-empty line. */
  readonly next: string;
  /** The text of the last heading above. */
  readonly heading: string;
  /** The bundled files that are probably meant. */
  readonly meant: readonly string[];
  /** True if the name of the first of them consists of exactly these words. */
  readonly isExact: boolean;
  /** The bundled files in the folder of the mention. */
  readonly inside: readonly string[];
}

/** Maximum length of the line considered on either side of the words, in UTF-16 units. */
const REACH = 400;

/** Collects the facts about one mention of `document`. `meant` lists the files that are probably meant. */
export function mentionSituation(
  mention: Mention,
  skill: Skill,
  document: SkillDocument,
  meant: readonly string[],
): MentionSituation {
  const { text } = document;
  const { range, what } = mention;
  const line = lineAround(text, range);
  const folder = mention.folder === undefined ? undefined : `${mention.folder}/`;
  const words = specificWords(mention.text);
  const name = specificWords(stem(basename(meant[0] ?? '')));
  return {
    mention,
    document,
    skill,
    isManifest: document.path === skill.manifest.path,
    group: what === 'folder' || what === 'name' ? what : 'thing',
    before: text.slice(Math.max(line.start, range.start - REACH), range.start),
    after: text.slice(range.end, Math.min(line.end, range.end + REACH)),
    next: /^\s*([^\n]*)/.exec(text.slice(line.end, line.end + REACH))?.[1] ?? '',
    heading: headingAbove(document, range.start),
    meant,
    isExact: words.length > 0 && overlap(words, name) === 1 && overlap(name, words) === 1,
    inside: folder === undefined ? [] : [...skill.bundle.files].filter((file) => file.startsWith(folder)),
  };
}

function headingAbove({ headings }: SkillDocument, at: number): string {
  return headings.findLast(({ range }) => range.start < at)?.text ?? '';
}

/** Returns true if a heading has all the words of the mention, and its section does not contain the mention. */
export function isOtherSection({ mention, document }: MentionSituation): boolean {
  const words = specificWords(mention.text);
  if (words.length === 0) return false;
  return document.headings.some(({ text, depth, range }, index) => {
    if (overlap(words, contentWords(text)) !== 1) return false;
    const next = document.headings.slice(index + 1).find((one) => one.depth <= depth);
    return mention.range.start < range.start || (next !== undefined && next.range.start < mention.range.start);
  });
}

/** Returns true if a heading of the document has all the words of the mention. */
export function isSection({ mention, document }: MentionSituation): boolean {
  const words = specificWords(mention.text);
  return words.length > 0 && document.headings.some(({ text }) => overlap(words, contentWords(text)) === 1);
}
