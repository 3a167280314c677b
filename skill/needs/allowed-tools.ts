/** The entries of `allowed-tools`, and the commands that they cover: those that Claude Code runs without asking. */
import { matchesWildcards } from '../text/wildcards.ts';

/** An entry: a tool, with a pattern of its arguments in parentheses. */
export interface AllowedTool {
  readonly tool: string;
  readonly pattern?: string;
}

/** Maximum length of a field that is read, in UTF-16 units, and number of its entries. */
const MAX_LENGTH = 20_000;
const MAX_ENTRIES = 500;

/** Returns the entries of a field: a text with blanks or commas between them, or a list; undefined if it is neither, or too long. */
export function allowedTools(value: unknown): readonly AllowedTool[] | undefined {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!Array.isArray(value) && typeof value !== 'string') return undefined;
  let length = 0;
  for (const one of texts) length += typeof one === 'string' ? one.length : 0;
  if (length > MAX_LENGTH || texts.length > MAX_ENTRIES) return undefined;
  const entries = texts.flatMap((one) => (typeof one === 'string' ? entriesIn(one) : []));
  return entries.length > MAX_ENTRIES ? undefined : entries;
}

function entriesIn(text: string): readonly AllowedTool[] {
  const entries: AllowedTool[] = [];
  // In parentheses, a comma separates patterns.
  for (const match of text.matchAll(/([^\s,()]+)(?:\(([^()]*)\))?/g)) {
    const [, tool = '', inner] = match;
    if (inner === undefined) entries.push({ tool });
    else for (const pattern of inner.split(',')) entries.push({ tool, pattern: pattern.trim() });
  }
  return entries;
}

/** The tools that run a command in a shell. */
const SHELL_TOOL = 'Bash';

/**
 * True if an entry may cover a command: it allows every command, or some of its program. Whatever is not certain counts as
 * covered.
 */
export const mayCover = (entries: readonly AllowedTool[], words: readonly string[]): boolean =>
  entries.some(({ tool, pattern }) =>
    tool === SHELL_TOOL
      ? pattern === undefined || mayMatch(pattern, words)
      : /[*]/.test(tool) && !tool.startsWith('mcp__'),
  );

function mayMatch(pattern: string, words: readonly string[]): boolean {
  const [first = ''] = pattern.replace(/:\*$/, ' *').split(/\s+/);
  const [program = '', argument = ''] = words;
  if (pattern === '' || /^[*$~]/.test(first)) return true;
  // Alternatives are no syntax of Claude Code, but their author means them.
  const names = first.split('|').map((one) => one.replace(/:\*$/, ''));
  if (names.some((one) => matchesWildcards(one.split('*'), program) || lastOf(one) === lastOf(program))) return true;
  // A script may be run with or without its interpreter.
  return isScript(argument) && pattern.includes(lastOf(argument));
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const isScript = (word: string): boolean => /[/.]/.test(word);
