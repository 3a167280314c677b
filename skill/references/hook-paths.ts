/** Finds the paths in the hooks of the frontmatter: commands that a client runs. */

import { splitFrontmatter } from '../markdown/frontmatter-lines.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import { commandTokens } from './commands.ts';
import { parseTarget } from './target.ts';

/** The key of a command, in a map of several lines or of one. */
const COMMAND_KEY = /(?:^|[\s{,])["']?command["']?:[ \t]+(?=\S)/g;
const MAX_COMMANDS = 100;

const cache = new WeakMap<SkillDocument, readonly Reference[]>();

/** Returns the paths in the commands of a document's `hooks`, in order; none if its frontmatter is not valid. */
export function hookPaths(document: SkillDocument): readonly Reference[] {
  const known = cache.get(document) ?? readHookPaths(document);
  cache.set(document, known);
  return known;
}

function readHookPaths(document: SkillDocument): readonly Reference[] {
  const { text } = document;
  const lines = splitFrontmatter(text);
  // Most documents have no hooks, and their frontmatter need not be parsed for this.
  if (lines.kind !== 'closed' || !/^["']?hooks["']?:/m.test(text.slice(lines.inner, lines.end))) return [];
  const { frontmatter } = document;
  if (frontmatter.kind !== 'valid') return [];
  const hooks = frontmatter.fields.find(({ key }) => key === 'hooks');
  if (hooks === undefined) return [];
  const { start, end } = hooks.valueRange;
  const value = text.slice(start, end);
  return [...value.matchAll(COMMAND_KEY)].slice(0, MAX_COMMANDS).flatMap((match) => {
    const at = match.index + match[0].length;
    return pathsIn(commandAt(value, at), start + at);
  });
}

/** Returns the text of a command at an offset of the YAML of hooks, with its quotes as blanks. */
function commandAt(yaml: string, at: number): string {
  const [line = ''] = yaml.slice(at).split('\n', 1);
  const quote = line[0];
  if (quote === '"' || quote === "'") {
    const end = line.search(quote === '"' ? /(?<=[^\\])"(?!.*[^\\]")/ : /'(?!.*')/);
    const inner = end > 0 ? line.slice(1, end) : line.slice(1);
    // The quotes of the shell are escaped in those of YAML. Each becomes one, and a blank outside of it.
    return ` ${inner.replace(/(^|\s)\\"/g, '$1 "').replaceAll('\\"', '" ')}`;
  }
  if (!/^[|>]/.test(line)) return line;
  const before = yaml.slice(0, at);
  const column = (/[ \t]*(?:-[ \t]+)?/.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? '').length;
  const mark = /^[|>][+-]?\d?/.exec(line)?.[0].length ?? 1;
  let end = at + line.length;
  for (const next of yaml.slice(end + 1).split('\n')) {
    if (next.trim() !== '' && /^[ \t]*/.exec(next)?.[0].length === Math.min(column, next.search(/\S/))) break;
    end += 1 + next.length;
  }
  return ' '.repeat(mark) + yaml.slice(at + mark, end);
}

/** Returns the paths of a command of several lines that begins at `at`. */
function pathsIn(command: string, at: number): readonly Reference[] {
  const found: Reference[] = [];
  let lineAt = at;
  for (const line of command.split('\n')) {
    for (const { text, start, output } of commandTokens(line)) {
      if (!text.includes('/')) continue;
      const parts = parseTarget(text, lineAt + start, 'code-command');
      if (parts === undefined) continue;
      const excuse = parts.excuse ?? (output ? 'output' : undefined);
      found.push(defined<Reference>({ kind: 'reference', form: 'code-command', ...parts, excuse }));
    }
    lineAt += line.length + 1;
  }
  return found;
}
