/** What the clues to a mention look at: the words in their text, and the files that they may mean. */
import { basename, stem } from '../files/paths.ts';
import type { Mention, Skill, SkillDocument } from '../model/model.ts';
import { lineAround } from '../text/lines.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';

export interface MentionSituation {
  readonly mention: Mention;
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly isManifest: boolean;
  /** `folder` for folders, `name` for file names under a folder, `thing` for all words that name a thing. */
  readonly group: 'folder' | 'name' | 'thing';
  /** What stands before and behind the words in their line. */
  readonly before: string;
  readonly after: string;
  /** The next line that is not empty. */
  readonly next: string;
  /** The last heading above, without its marks. */
  readonly heading: string;
  /** The bundled files that are probably meant. */
  readonly meant: readonly string[];
  /** The first of them has all of these words and no others in its name. */
  readonly isExact: boolean;
  /** The bundled files in the folder that the words name or stand under. */
  readonly inside: readonly string[];
}

/** UTF-16 units of a line that are looked at on either side of the words. */
const REACH = 400;

/** Everything that the clues ask about one mention of `document`; `meant`: the files that are probably meant. */
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

/** Whether a heading of the document has all the words of the mention. */
export function isSection({ mention, document }: MentionSituation): boolean {
  const words = specificWords(mention.text);
  return words.length > 0 && document.headings.some(({ text }) => overlap(words, contentWords(text)) === 1);
}
