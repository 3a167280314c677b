/** Hover section about a file: its path, its size, and its first lines. */
import {
  basename,
  defined,
  estimateTokens,
  extension,
  type FileSystem,
  formatCount,
  isMarkdown,
  own,
  type Range,
  type ResolveContext,
  relative,
  within,
} from '../../../skill/index.ts';
import { uriOf } from '../../workspace/uris.ts';
import { code, type Part, type Words } from './content.ts';

const MAX_LINES = 10;
const MAX_WIDTH = 160;
/** Maximum length of text that is counted and examined, in UTF-16 units. */
const MAX_COUNTED = 256 * 1024;
const MAX_FILES = 12;
const PICTURE_WIDTH = 320;
/** Maximum size of a picture, in bytes: a larger one would slow down the editor. */
const MAX_PICTURE = 8 * 1024 * 1024;
const PICTURES = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp', '.svg', '.bmp', '.ico']);
/** Files without readable text, which are not opened. */
const NO_TEXT =
  /^\.(?:pdf|docx?|xlsx?|pptx?|zip|gz|tgz|tar|7z|ttf|otf|woff2?|mp[34]|wav|mov|avi|webm|wasm|parquet|db|sqlite|exe|so|dylib|dll|pyc|class|jar)$/;

/** The client's support for hovers. */
export interface HoverSupport {
  readonly markdown: boolean;
  /** Its Markdown supports a width for pictures. */
  readonly widths: boolean;
  /** It already shows the meanings of frontmatter fields that VS Code knows. */
  readonly meanings?: boolean;
}

export interface ShownFile {
  readonly path: string;
  /** The part that a fragment targets. */
  readonly from?: Range;
  /** The client shows the picture itself. */
  readonly withoutPicture?: boolean;
}

/** Describes a file. The target of a symbolic link outside of the skill or repository is not opened. */
export function describeFile(file: ShownFile, context: ResolveContext, support: HoverSupport): readonly Part[] {
  const { path } = file;
  const { fs } = context;
  const where = placeOf(path, context);
  if (isOutside(path, context)) {
    return [words(code(where), ' is a symbolic link that leaves the skill; its content is not shown.')];
  }
  const size = fs.size?.(path);
  const kind = extension(path);
  if (PICTURES.has(kind)) {
    const tooLarge = size !== undefined && size > MAX_PICTURE;
    const shows = !tooLarge && file.withoutPicture !== true && within(context.skill.root, path) !== undefined;
    const picture: Part = defined({
      kind: 'picture',
      uri: uriOf(path),
      width: support.widths ? PICTURE_WIDTH : undefined,
    });
    return [words(code(where), ...inParentheses([sizeInWords(size)])), ...(shows ? [picture] : [])];
  }
  if (NO_TEXT.test(kind)) return [words(code(where), ...inParentheses([sizeInWords(size), 'no text']))];
  return describeText(file, where, size, fs);
}

function describeText(
  { path, from }: ShownFile,
  where: string,
  size: number | undefined,
  fs: FileSystem,
): readonly Part[] {
  const read = fs.read(path);
  if (read.kind !== 'text') {
    const why =
      read.kind === 'too-large'
        ? 'too large to be read as text'
        : read.kind === 'binary'
          ? 'no text'
          : 'cannot be opened';
    const bytes = read.kind === 'too-large' ? read.size : size;
    return [words(code(where), ...inParentheses([sizeInWords(bytes), why]))];
  }
  const { text } = read;
  if (text === '') return [words(code(where), ' (empty)')];
  const counted = text.slice(0, MAX_COUNTED);
  const tokens = estimateTokens(counted);
  const cost = `${text.length > counted.length ? 'more than' : 'about'} ${formatCount(tokens, 'token')}`;
  const head = words(code(where), ...inParentheses([sizeInWords(size ?? Buffer.byteLength(text)), cost]));
  const usage = isMarkdown(path) ? undefined : usageOf(counted.slice(0, 8_000));
  const start = from?.start ?? (isMarkdown(path) ? bodyOf(counted) : 0);
  const lines = firstLines(text.slice(start, start + MAX_LINES * MAX_WIDTH * 4));
  return [
    head,
    ...(usage === undefined ? [] : [words('Usage: ', code(usage))]),
    ...(lines.length === 0 ? [] : [{ kind: 'lines', lines, language: languageOf(path) } as const]),
  ];
}

/** Describes a folder: its number of files, and the first of them. */
export function describeFolder(path: string, context: ResolveContext): readonly Part[] {
  const where = `${placeOf(path, context)}/`;
  if (isOutside(path, context))
    return [words(code(where), ' is a symbolic link that leaves the skill; its content is not shown.')];
  const inner = within(context.skill.root, path);
  const files =
    inner === undefined
      ? context.fs.list(path).flatMap(({ name, kind }) => (kind === 'file' ? [name] : [`${name}/`]))
      : [...context.skill.bundle.files].flatMap(
          (file) => within(inner === '' ? '.' : inner, file) ?? (inner === '' ? [file] : []),
        );
  const shown = [...files].sort().slice(0, MAX_FILES);
  const more = files.length - shown.length;
  return [
    words(code(where), ...inParentheses([formatCount(files.length, 'file')])),
    ...(shown.length === 0 ? [] : [{ kind: 'list', items: shown.map((file) => [code(file)]) } as const]),
    ...(more > 0 ? [words(`and ${number(more)} more`)] : []),
  ];
}

/** Returns a path relative to the skill; outside of it, relative to the repository or workspace. */
export function placeOf(path: string, { skill, repositoryRoot, workspaceRoot }: ResolveContext): string {
  const inner = within(skill.root, path);
  if (inner !== undefined) return inner === '' ? basename(path) : inner;
  const root = [repositoryRoot, workspaceRoot].find((one) => one !== undefined && within(one, path) !== undefined);
  return root === undefined ? relative(skill.root, path) : relative(root, path);
}

/** Returns true if the real path is outside of its skill, or without one, outside of the repository or workspace. */
function isOutside(path: string, { fs, skill, skills, repositoryRoot, workspaceRoot }: ResolveContext): boolean {
  let owner = within(skill.root, path) === undefined ? undefined : skill.root;
  for (
    let folder = path;
    owner === undefined && folder.includes('/') && folder !== '';
    folder = folder.slice(0, folder.lastIndexOf('/'))
  )
    owner = skills.at(folder)?.root;
  const boundary = owner ?? repositoryRoot ?? workspaceRoot;
  const [real, realBoundary] = [fs.realPath(path), boundary === undefined ? undefined : fs.realPath(boundary)];
  return real === undefined || realBoundary === undefined || within(realBoundary, real) === undefined;
}

/** Returns the usage line of a script: the text after "usage:", or else the next line. */
export function usageOf(head: string): string | undefined {
  const lines = head.split(/\r\n|[\r\n]/);
  for (const [index, line] of lines.entries()) {
    const at = line.toLowerCase().indexOf('usage:');
    // Preceded only by comment or string characters, or by the command that prints it.
    if (at < 0 || !/^(?:[\s#/*;"'(-]|echo|printf?)*$/.test(line.slice(0, at).slice(-40))) continue;
    const own = line.slice(at + 'usage:'.length).trim();
    const usage = own === '' ? (lines[index + 1] ?? '').replace(/^[\s#/*;-]+/, '') : own;
    const end = usage.search(/["'\\)]{1,8}$/);
    const shown = (end < 0 ? usage : usage.slice(0, end)).slice(0, MAX_WIDTH).trim();
    if (shown !== '') return shown;
  }
  return undefined;
}

/** Returns the offset after the frontmatter. */
const bodyOf = (text: string): number =>
  /^\uFEFF?---[ \t]*\r?\n[\s\S]{0,20000}?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[0].length ?? 0;

function firstLines(text: string): readonly string[] {
  const lines = text
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .split(/\r\n|[\r\n]/)
    .slice(0, MAX_LINES);
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((line) => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH)}…` : line));
}

const LANGUAGES: Readonly<Record<string, string>> = {
  md: 'markdown',
  mdx: 'markdown',
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  ts: 'typescript',
  sh: 'shellscript',
  yml: 'yaml',
  rb: 'ruby',
  ps1: 'powershell',
};
const languageOf = (path: string): string => {
  const ending = extension(path).slice(1);
  return own(LANGUAGES, ending) ?? ending;
};

function sizeInWords(bytes: number | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toPrecision(bytes < 10_000 ? 2 : 3)} kB`
    : `${(bytes / 1_000_000).toPrecision(3)} MB`;
}

const inParentheses = (all: readonly (string | undefined)[]): Words => {
  const known = all.filter((one) => one !== undefined);
  return known.length === 0 ? [] : [` (${known.join(', ')})`];
};

const number = (value: number): string => value.toLocaleString('en');
export const words = (...all: Words): Part => ({ kind: 'words', words: all });
