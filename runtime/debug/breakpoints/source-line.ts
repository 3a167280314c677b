import { resolve, sep } from 'node:path';
import { normalize } from '../../../skill/index.ts';
import { readSkillFile, type SkillFileText } from './skill-documents.ts';

/** The calls that a line of a skill's file corresponds to. */
export interface LineTarget {
  /** Absolute path of the file, with `/`. */
  readonly file: string;
  /** The line that the breakpoint is placed on, from 1. */
  readonly line: number;
  readonly skill: string;
  /** Absolute path of the skill's folder. */
  readonly root: string;
  /** True if the line corresponds to loading the skill. */
  readonly loads: boolean;
  /** Paths of files, relative to the skill, that the line sends a model to. */
  readonly paths: readonly string[];
}

/** The target of a line, or why it has none. */
export type ResolvedLine = LineTarget | { readonly unverified: string };

const NO_SKILL = 'Set breakpoints in SKILL.md or in a file of a skill: this file belongs to no skill.';
const NO_FILE = 'Choose the frontmatter or a line that names a file of the skill: this line leads a model to none.';

/** The paths that a range of lines sends a model to. */
interface Mention {
  readonly from: number;
  readonly to: number;
  readonly paths: readonly string[];
}

/**
 * Reads a file, and returns a function that resolves its lines, from 1, to the calls that they correspond to. In SKILL.md, the
 * frontmatter corresponds to loading the skill; a line with references or mentions to reading or running those files. Any line of
 * a bundled file that is not Markdown, and the first of one that is, corresponds to reading or running that file.
 */
export function readLines(file: string): (line: number) => ResolvedLine {
  const found = readSkillFile(file);
  if (found === undefined) return () => ({ unverified: NO_SKILL });
  const { name: skill, document, path, root } = found;
  const target = { file: resolve(file).split(sep).join('/'), skill, root };
  const isManifest = path.toLowerCase() === 'skill.md';
  if (document === undefined) return () => ({ ...target, line: 1, loads: false, paths: [path] });
  const { frontmatter, text } = document;
  const lineAt = lineCounter(text);
  const lastOfFrontmatter = frontmatter.kind === 'none' ? 0 : lineAt(frontmatter.range.end);
  const mentions = mentionsIn(found, lineAt);
  return (line) => {
    if (isManifest && 1 <= line && line <= lastOfFrontmatter) return { ...target, line, loads: true, paths: [] };
    const paths = mentions.filter(({ from, to }) => from <= line && line <= to).flatMap((mention) => mention.paths);
    if (paths.length > 0) return { ...target, line, loads: false, paths: [...new Set(paths)] };
    if (!isManifest && line === 1) return { ...target, line, loads: false, paths: [path] };
    return { unverified: NO_FILE };
  };
}

function mentionsIn({ document, path: own }: SkillFileText, lineAt: (offset: number) => number): readonly Mention[] {
  const folder = own.split('/').slice(0, -1).join('/');
  const mentionOf = (range: { readonly start: number; readonly end: number }, paths: readonly string[]): Mention => ({
    from: lineAt(range.start),
    to: lineAt(range.end),
    paths,
  });
  const referenced = document?.references.map(({ range, path, base }) => {
    const fromSkill = normalize(path);
    // A path is relative to the document's folder or to the skill's.
    const isInFolder = base.kind === 'document' && folder !== '';
    return mentionOf(range, isInFolder ? [fromSkill, normalize(`${folder}/${path}`)] : [fromSkill]);
  });
  return [...(referenced ?? []), ...(document?.mentions.map(({ range, guesses }) => mentionOf(range, guesses)) ?? [])];
}

/** Returns a function that returns the line of an offset in a text, from 1. */
function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: { length } }) => index + length);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
