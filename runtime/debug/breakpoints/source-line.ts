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

/**
 * Resolves a line of a file to the calls that it corresponds to. In SKILL.md, the frontmatter corresponds to loading the skill; a
 * line with references or mentions for reading or running those files. Any line of a bundled file that is not Markdown, and
 * the first of one that is, corresponds to reading or running that file.
 * @param line from 1
 */
export function resolveLine(file: string, line: number): ResolvedLine {
  const found = readSkillFile(file);
  if (found === undefined)
    return { unverified: 'Set breakpoints in SKILL.md or in a file of a skill: this file belongs to no skill.' };
  const { name: skill, document, path, root } = found;
  const target = { file: resolve(file).split(sep).join('/'), skill, root };
  const isManifest = path.toLowerCase() === 'skill.md';
  if (document === undefined) return { ...target, line: 1, loads: false, paths: [path] };
  const { frontmatter, text } = document;
  const lastOfFrontmatter = frontmatter.kind === 'none' ? 0 : lineAt(text, frontmatter.range.end);
  if (isManifest && line <= lastOfFrontmatter) return { ...target, line, loads: true, paths: [] };
  const paths = pathsOn(line, found);
  if (paths.length > 0) return { ...target, line, loads: false, paths };
  if (!isManifest && line === 1) return { ...target, line, loads: false, paths: [path] };
  return {
    unverified: 'Choose the frontmatter or a line that names a file of the skill: this line leads a model to none.',
  };
}

function pathsOn(line: number, { document, path: own }: SkillFileText): readonly string[] {
  if (document === undefined) return [];
  const { text } = document;
  const folder = own.split('/').slice(0, -1).join('/');
  const isOn = ({ range }: { readonly range: { readonly start: number; readonly end: number } }): boolean =>
    lineAt(text, range.start) <= line && line <= lineAt(text, range.end);
  const referenced = document.references.filter(isOn).flatMap(({ path, base }) => {
    const fromSkill = normalize(path);
    // A path is relative to the document's folder or to the skill's.
    return base.kind === 'document' && folder !== '' ? [fromSkill, normalize(`${folder}/${path}`)] : [fromSkill];
  });
  return [...new Set([...referenced, ...document.mentions.filter(isOn).flatMap(({ guesses }) => guesses)])];
}

/** Returns the line of an offset, from 1. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}
