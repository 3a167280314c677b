/** Places at which a skill's text names a bundled file, found by searching for its path, without our parser. */
import { basename, dirname, extension, type FileSystem, join, readBundle, relative } from '../../skill/index.ts';
import { lineText } from './mutation.ts';

export type SiteForm = 'link' | 'code' | 'code command' | 'fence' | 'tree' | 'bare';

/** A path in a text that resolves to a bundled file. */
export interface Site {
  /** Absolute path of the document. */
  readonly file: string;
  readonly isManifest: boolean;
  readonly form: SiteForm;
  /** Range of the path without any prefix. */
  readonly start: number;
  readonly end: number;
  readonly path: string;
  /** The target, relative to the skill. */
  readonly target: string;
  /** The prefix of the path: `./`, `${CLAUDE_SKILL_DIR}/`. */
  readonly prefix: string;
  readonly from: 'root' | 'document' | 'both';
}

/** Returns the start of the path as a finding reports it, including a leading `./`. */
export const writtenFrom = (site: Site, start: number): number => start - (site.prefix === './' ? 2 : 0);

export interface MutableSkill {
  readonly root: string;
  readonly manifest: string;
  readonly files: ReadonlySet<string>;
  /** Text of each Markdown file, by absolute path. */
  readonly documents: ReadonlyMap<string, string>;
  readonly sites: readonly Site[];
}

const isPathCharacter = (letter: string | undefined): boolean => letter !== undefined && /[\w/.-]/.test(letter);
const PREFIX =
  /(?:\$\{[A-Z_]*SKILL[A-Z_]*\}|\$[A-Z_]*SKILL[A-Z_]*|\{base_?dir\}|\{skill_?(?:dir|path|root)\}|<skill-?(?:dir|path|root)>|\.)\/$/i;

/** Returns the skill with its sites, without nested skills. */
export function readMutable(fs: FileSystem, manifest: string): MutableSkill {
  const root = dirname(manifest);
  const { files } = readBundle(fs, root);
  const documents = new Map<string, string>();
  for (const file of files) {
    const path = join(root, file);
    if (extension(file) !== '.md') continue;
    const read = fs.read(path);
    if (read.kind === 'text') documents.set(path, read.text);
  }
  const sites = [...documents].flatMap(([file, text]) => sitesOf(file, text, root, files));
  return { root, manifest, files, documents, sites };
}

function sitesOf(file: string, text: string, root: string, files: ReadonlySet<string>): readonly Site[] {
  const sites: Site[] = [];
  const inFence = fences(text);
  const body = /^---\n[\s\S]*?\n---\n/.exec(text)?.[0].length ?? 0;
  for (const target of files) {
    if (join(root, target) === file || /(?:^|\/)skill\.md$/i.test(target)) continue;
    const fromRoot = target;
    const fromDocument = relative(dirname(file), join(root, target));
    for (const path of new Set([fromRoot, fromDocument])) {
      for (let at = text.indexOf(path, body); at >= 0; at = text.indexOf(path, at + path.length)) {
        const end = at + path.length;
        const before = text.slice(Math.max(0, at - 60), at);
        const prefix = PREFIX.exec(before)?.[0] ?? '';
        if (prefix === '' && isPathCharacter(text[at - 1])) continue;
        if (prefix !== '' && isPathCharacter(text[at - prefix.length - 1])) continue;
        if (isPathCharacter(text[end]) && !/^[.,](?:\s|$)/.test(text.slice(end, end + 2))) continue;
        const form = formOf(text, at - prefix.length, end, inFence);
        if (form === undefined || sites.some((site) => site.start < end && at < site.end)) continue;
        // A bare name, or a path relative to the document outside of a link, may mean something else.
        const isFlat = !path.includes('/');
        if (isFlat && form !== 'link') continue;
        if (path !== fromRoot && form !== 'link') continue;
        // The text of a link is not a path: its destination is.
        if (/\[`?(?:\.\/)?$/.test(before) && /^`?\]\(/.test(text.slice(end, end + 3))) continue;
        const from = path === fromRoot ? (path === fromDocument ? 'both' : 'root') : 'document';
        sites.push({
          file,
          isManifest: /\/skill\.md$/i.test(file),
          form,
          start: at,
          end,
          path,
          target: target,
          prefix,
          from,
        });
      }
    }
  }
  return sites.sort((a, b) => a.start - b.start);
}

function formOf(text: string, start: number, end: number, inFence: (at: number) => boolean): SiteForm | undefined {
  if (inFence(start)) return /[├└│]/.test(lineText(text, start)) ? 'tree' : 'fence';
  if (/\]\(<?$/.test(text.slice(Math.max(0, start - 3), start))) return 'link';
  if (text[start - 1] === '`' && text[end] === '`') return 'code';
  const line = lineText(text, start);
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const ticks = line.slice(0, column).split('`').length - 1;
  if (ticks % 2 === 1) return line.indexOf('`', column) >= 0 ? 'code command' : undefined;
  // Neither the text of a link nor a URL is a path.
  return /[[\w:]$/.test(text.slice(Math.max(0, start - 1), start)) || text[end] === ']' ? undefined : 'bare';
}

/** Returns a function that is true for offsets in a fenced block. */
function fences(text: string): (at: number) => boolean {
  const blocks: { start: number; end: number }[] = [];
  let open: { start: number; mark: string } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && open === undefined) open = { start: at, mark };
    else if (mark !== undefined && open !== undefined && mark.startsWith(open.mark) && line.trim() === mark) {
      blocks.push({ start: open.start, end: at + line.length });
      open = undefined;
    }
    at += line.length + 1;
  }
  if (open) blocks.push({ start: open.start, end: text.length });
  return (offset) => blocks.some((block) => block.start <= offset && offset < block.end);
}

/** Returns offsets for a new paragraph: empty lines outside fences, lists and tables. */
export function gaps(text: string): readonly number[] {
  const body = /^---\n[\s\S]*?\n---\n/.exec(text)?.[0].length ?? 0;
  const inFence = fences(text);
  const out: number[] = [];
  for (const match of text.slice(body).matchAll(/\n\n/g)) {
    const at = body + match.index + 1;
    const above = lineText(text, at - 1);
    if (!inFence(at) && !inFence(at - 1) && !/^\s*(?:[-*+|>]|\d+[.)]|#)|^\s/.test(above) && !/:\W*$/.test(above))
      out.push(at);
  }
  return out.length > 0 ? out : [text.length];
}

/** Returns the words of a file's name: `billing_rules-v2.md` is "billing rules v2". */
export const wordsOf = (path: string): string =>
  basename(path)
    .replace(/\.[^.]+$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_. ]+/g, ' ')
    .trim()
    .toLowerCase();
