/** The files that a text tells a model to read or run, as an attentive model reads it. */
import { LRUCache } from 'lru-cache';
import { isBaseElsewhere, normalize, readDocument } from '../../../skill/index.ts';
import { type FileRequest, fileRequestsIn } from './simulated-file-requests.ts';

/** A file that a text names, or that its prose makes a model guess. */
export interface NamedFile extends FileRequest {
  /** The path with everything that the text writes before it: `<this-skill>/scripts/x`. */
  readonly written: string;
  readonly isGuessed: boolean;
}

const RUNS = /^scripts\/|\.(?:py|sh|js|mjs|rb|pl)$/;
/** The characters before a path that belong to it: a variable, a home, a made-up base. */
const BASE = /(?:<[\w -]{1,40}>|[$~{}\w./-]){0,120}$/;
/** A path into a folder of skills: `~/.claude/skills/brew/scripts/heat.py`. */
const IN_SKILLS =
  /(?:~\/|\$HOME\/|(?<![\w./}-])\/?)\.[\w-]{1,30}\/(?:[\w.-]{1,30}\/){0,2}?skills\/[\w.-]{1,80}(?:\/[\w.-]{1,80}){1,6}/g;

const cache = new LRUCache<string, readonly NamedFile[]>({ max: 8 });

/** Returns the files that a text names or makes a model guess, in reading order; examples and outputs are none. */
export function namedFilesIn(instructions: string): readonly NamedFile[] {
  const known = cache.get(instructions);
  if (known !== undefined) return known;
  const files = parse(instructions);
  cache.set(instructions, files);
  return files;
}

function parse(instructions: string): readonly NamedFile[] {
  // The line break keeps a thematic break on the first line from being parsed as frontmatter.
  const text = `\n${instructions}`;
  const found = new Map<string, NamedFile>();
  const add = (one: NamedFile): void => {
    if (!found.has(one.written)) found.set(one.written, one);
  };
  for (const { index, 0: path } of text.matchAll(IN_SKILLS)) add(namedFile(index, path, path));
  for (const { path, excuse, base, range } of readDocument('/SKILL.md', text).references) {
    if (excuse !== undefined || isBaseElsewhere(base) || path.endsWith('/')) continue;
    const before = BASE.exec(text.slice(Math.max(0, range.start - 120), range.start))?.[0] ?? '';
    const isFile = /\.\w{1,8}$/.test(path) || before.endsWith('>/');
    if (isFile && !/\.[\w-]+\/(?:.*\/)?skills\//.test(before + path))
      add(namedFile(range.start, normalize(path), before + text.slice(range.start, range.end)));
  }
  const guesses = fileRequestsIn(instructions).filter(({ paths, at }) => paths.length > 0 && !isAt(found, at));
  const guessed = guesses.map((one): NamedFile => ({ ...one, written: one.paths[0] ?? '', isGuessed: true }));
  return [...found.values(), ...guessed.filter(({ written }) => !found.has(written))].toSorted((a, b) => a.at - b.at);
}

const isAt = (found: ReadonlyMap<string, NamedFile>, at: number): boolean =>
  [...found.values()].some((one) => one.at === at);

function namedFile(at: number, path: string, written: string): NamedFile {
  const tool = RUNS.test(path) ? 'run_skill_script' : 'load_skill_resource';
  return { at, tool, paths: [path], written, isGuessed: false };
}
