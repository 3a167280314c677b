/** Finds the paths inside a fenced block: in commands, in directory trees, and in other text. */

import type { Base, Excuse, ReferenceForm } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import { commandTokens, isOutputAfter } from './commands.ts';
import { type PathMatch, pathMatches, pathPattern } from './path-matches.ts';
import { hasPrefix } from './target.ts';
import { isTree, treePaths } from './trees.ts';
import { WorkingFolder } from './working-folder.ts';

export interface FencePath {
  readonly text: string;
  /** Offset into the fence's content. */
  readonly start: number;
  readonly form: ReferenceForm;
  /** The path, if `text` is only its last part. */
  readonly path?: string;
  readonly base?: Base;
  /** True if a client runs the command when it loads the skill. */
  readonly atLoading?: true;
  readonly excuse?: Excuse;
}

const SHELL_LANGUAGES: ReadonlySet<string> = new Set(
  'bash sh shell zsh console terminal powershell ps1 pwsh cmd bat shell-session fish'.split(' '),
);
/** Shells that write paths with backslashes. */
const WINDOWS_LANGUAGES: ReadonlySet<string> = new Set(['powershell', 'ps1', 'pwsh', 'cmd', 'bat']);
const COMMAND =
  /^\s*(?:\$ |> |# )?(?:sudo )?(?:python3?|uv run|uvx|node|npx|tsx|bun|deno|bash|sh|zsh|ruby|perl|source|\.|cat|chmod|pwsh|powershell|Rscript|julia|go run|php|cp|less|head|open|\.{0,2}\/?scripts?\/)/;
const PATH = pathPattern(
  String.raw`(?:(?:\$\{?\w+\}?|\{\w+\}|<[\w -]+>|~)\/|\.{1,2}\/)*[\w.@+{}<>*$SPACED-]+(?:\/[\w.@+{}<>*$LETTERS-]+)+\/?`,
);
/** Languages that are read by a person rather than by a machine. */
const PROSE_LANGUAGES: ReadonlySet<string> = new Set(['', 'text', 'txt', 'markdown', 'md', 'plaintext']);
/**
 * Drafts of documents. From the heading on, their paths belong to the document's topic, unless an instruction says to
 * read them.
 */
const DRAFT_LANGUAGES: ReadonlySet<string> = new Set(['markdown', 'md']);
const READ_INSTRUCTION =
  /\b(?:see|read|load|consult|open|follow|run|check|use|using|refer to|copy|from)\b[^.;]{0,60}$/i;
/** Languages in which a line of code is never mistaken for a command. */
const CODE_LANGUAGES: ReadonlySet<string> = new Set(['python', 'py', 'javascript', 'js', 'typescript', 'ts', 'r']);
const RUN = /^(?:[$>] )?(?:python3?|node|bash|sh|Rscript|uv run(?: python)?)\s+\S*scripts\//;
/** A command that takes the following lines as text, up to a line with this word; a shell would run them instead. */
const HEREDOC = /^(?!(?:.*[|;&(])?\s*(?:sudo\s+)?(?:ba|z)?sh\s[^|]*<<).*(?<!<)<<-?[ \t]*["']?(\w+)["']?/;
const COMMENT = /^\s*(?:#|\/\/|--|;|\*|\/\*|<!--|%)|(?:\s#\s|\s\/\/\s)/;

/** Finds the paths in fenced text that is not a command, skipping matches that begin in the middle of a path. */
export function* fenceTargets(text: string): Iterable<PathMatch> {
  for (const match of pathMatches(text, PATH)) if (!/[\w/:@\\$%~]/.test(text[match.start - 1] ?? ' ')) yield match;
}

/**
 * The reader of a line that is not a command: the model, a machine that runs it, or the file that a command writes it
 * to.
 */
type Reader = 'model' | 'machine' | 'file';

/** Lines of this length or longer are data. */
const MAX_LINE = 2000;

/** Finds the paths in the content of a fence, in reading order. */
export function fencePaths(content: string, language: string): readonly FencePath[] {
  const isDraft = DRAFT_LANGUAGES.has(language) && /^\s*(?:#{1,6}\s|---\s*\n)/.test(content);
  return isTree(content) ? pathsOfTree(content, isDraft) : pathsOfLines(content, language, isDraft);
}

/** Finds the entries of a directory tree, and paths in those of its lines that are not entries. */
function pathsOfTree(content: string, isDraft: boolean): readonly FencePath[] {
  const entries = treePaths(content);
  const paths = entries.map((entry): FencePath => ({ ...entry, form: 'tree' }));
  // The starts of the lines with an entry.
  const named = new Set(
    entries.flatMap((one) => (/[./]/.test(one.text) ? [content.lastIndexOf('\n', one.start - 1) + 1] : [])),
  );
  let at = 0;
  // For decision trees: "├─ not found → references/lookup.md".
  for (const line of content.split('\n')) {
    if (line.length < MAX_LINE && /\w\//.test(line) && !named.has(at)) addTargets(paths, line, at, 'model', isDraft);
    at += line.length + 1;
  }
  return paths.sort((a, b) => a.start - b.start);
}

/** Finds the paths in commands, code and prose. */
function pathsOfLines(content: string, language: string, isDraft: boolean): readonly FencePath[] {
  const atLoading = language.startsWith('!') || undefined;
  const shell = atLoading === true || SHELL_LANGUAGES.has(language);
  const prose = PROSE_LANGUAGES.has(language);
  const windows = WINDOWS_LANGUAGES.has(language);
  const paths: FencePath[] = [];
  /** The word that ends the current heredoc, if there is one. */
  let heredocEnd: string | undefined;
  const folder = new WorkingFolder();
  let at = 0;
  for (const line of content.split('\n')) {
    const isElsewhere = folder.read(line);
    const inHeredoc = heredocEnd !== undefined;
    if (inHeredoc && line.trim() === heredocEnd) heredocEnd = undefined;
    else if (!inHeredoc && shell) heredocEnd = HEREDOC.exec(line)?.[1];
    if (line.length < MAX_LINE && (/[\w}>.]\//.test(line) || (windows && /[\w}%]\\\w/.test(line)))) {
      if (inHeredoc) addTargets(paths, line, at, 'file', isDraft);
      else if (shell || (prose && COMMAND.test(line)) || (CODE_LANGUAGES.has(language) && RUN.test(line)))
        addCommand(paths, line, at, isDraft, isElsewhere, atLoading);
      else addTargets(paths, line, at, prose ? 'model' : readerOf(line), isDraft);
    }
    at += line.length + 1;
  }
  return paths;
}

/** Code of the user's project names the project's files; its comments address the model. */
const readerOf = (line: string): Reader => (COMMENT.exec(line)?.index === 0 ? 'model' : 'machine');

/**
 * Adds the paths of a command line and of its trailing comment. `isElsewhere` is true at an offset if a command there
 * runs in another folder.
 */
function addCommand(
  paths: FencePath[],
  line: string,
  at: number,
  isDraft: boolean,
  isElsewhere: (at: number) => boolean,
  atLoading: true | undefined,
): void {
  const comment = /(?:^|\s)#(?!!)/.exec(line);
  for (const { text, start, output } of commandTokens(comment ? line.slice(0, comment.index) : line)) {
    if (!/[/\\]/.test(text)) continue;
    const excuse = output ? 'output' : isElsewhere(start) && !hasPrefix(text) ? 'user-file' : undefined;
    paths.push(defined({ text, start: at + start, form: 'fence-command', atLoading, excuse }));
  }
  if (comment) addTargets(paths, line.slice(comment.index), at + comment.index, 'model', isDraft);
}

/** Adds the paths of a line, or of its part starting at `at`, that is not a command. */
function addTargets(paths: FencePath[], line: string, at: number, reader: Reader, isDraft: boolean): void {
  for (const match of fenceTargets(line)) {
    const excuse = excuseOf(line, match, reader, isDraft);
    paths.push(defined({ text: match.text, start: at + match.start, form: 'fence', excuse: excuse || undefined }));
  }
}

function excuseOf(
  line: string,
  { text: path, start }: PathMatch,
  reader: Reader,
  isDraft: boolean,
): Excuse | undefined {
  const end = start + path.length;
  // An attribute of a page to be written.
  if (/\b(?:src|href)\s*=\s*["']?$/i.test(line.slice(Math.max(0, start - 20), start))) return 'template';
  // `x.py:15` shows the output of a tool or the format of a report.
  if (reader === 'file' || /^:\d/.test(line.slice(end, end + 2))) return 'template';
  const before = line.slice(0, start);
  if (isDraft && !READ_INSTRUCTION.test(before)) return 'template';
  if (reader === 'model') return undefined;
  if (!path.includes('references/')) return 'template';
  return isOutputAfter(before) ? 'output' : undefined;
}
