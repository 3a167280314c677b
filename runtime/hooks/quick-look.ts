/** A first look at a call that loads nothing: nearly all calls ask for files that exist, or for none. */
import { type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { own } from '../../skill/index.ts';
import { EDIT_TOOLS, READ_TOOLS, SHELL_TOOLS, SKILL_TOOLS } from '../protocol/client-tool-names.ts';
import { fieldsOf, textOf } from '../text/values.ts';
import type { ToolEvent } from './hook-event.ts';

/** The purpose of a call, as far as its name and arguments say so. */
export type QuickLook =
  /** It asks for no file. */
  | { readonly kind: 'nothing' }
  /** It writes these files with a tool for files. */
  | { readonly kind: 'edit'; readonly paths: readonly string[] }
  /** It loads a skill by its name. */
  | { readonly kind: 'skill'; readonly name: string }
  /** All paths that it can ask for exist. */
  | { readonly kind: 'found'; readonly paths: readonly string[] }
  /** A path that it may ask for does not exist. */
  | { readonly kind: 'missing' };

/** Tools that search for files by their names. */
const SEARCH_TOOLS = /^(?:glob|find|find_files|file_search)$/;
const PATHS = ['file_path', 'filePath', 'path', 'absolute_path', 'target_file'];
/** Programs that read or run a file; a command without one, and without a program that has a path, is left alone. */
const READING =
  /(?:^|[\s;&|(`'"/])(?:cat|bat|head|tail|less|more|nl|wc|strings|xxd|sed|awk|grep|egrep|fgrep|rg|jq|yq|cp|find|fd|python[\d.]*|node|bash|sh|zsh|ruby|perl|deno|bun|php|Rscript|tsx|uv|source|\.|Get-Content|gc|type)\s|(?:^|[\s;&|(])[~.\w-]{0,40}\//i;
/** Words that can be paths of files. */
const WORD = /"[^"\n]*"|'[^'\n]*'|[^\s"'|&;<>()]+/g;
/** Maximum number of folders between a file and its SKILL.md. */
const MAX_LEVELS = 6;
/** The files of a patch. */
const PATCHED = /^\*\*\* (?:Add|Update) File: (.{1,500})$/gm;
/** Maximum length of a patch that is looked at, in characters. */
const MAX_PATCH = 200_000;
/** Maximum length of a command that is looked at, in characters, and number of its words that are looked up. */
const MAX_COMMAND = 20_000;
const MAX_WORDS = 64;

/** Looks at a call. */
export function quickLook({ tool, args, directory }: ToolEvent): QuickLook {
  const fields = fieldsOf(args);
  const toolName = tool.toLowerCase();
  if (SKILL_TOOLS.test(toolName)) {
    const name = textOf(fields.skill) ?? textOf(fields.name) ?? textOf(fields.skill_name) ?? textOf(fields.command);
    return name === undefined || name === '' ? { kind: 'nothing' } : { kind: 'skill', name: name.replace(/^\//, '') };
  }
  if (EDIT_TOOLS.test(toolName)) return { kind: 'edit', paths: editedPaths(args, directory) };
  // `toolUses` decides what they ask for.
  if (![READ_TOOLS, SEARCH_TOOLS, SHELL_TOOLS].some((tools) => tools.test(toolName))) return { kind: 'nothing' };
  // A search has no path that must exist.
  if (textOf(fields.pattern) !== undefined) return { kind: 'missing' };
  const paths = PATHS.flatMap((name) => {
    const path = textOf(own(fields, name));
    return path === undefined || path === '' ? [] : [path];
  });
  const given = fields.command ?? fields.cmd;
  const command = Array.isArray(given) ? given.join(' ') : textOf(given);
  if (command !== undefined) {
    if (command.length > MAX_COMMAND || !READING.test(command)) return { kind: 'nothing' };
    for (const [word] of command.matchAll(WORD)) {
      const path = word.replace(/^["']|["']$/g, '');
      if (/[\\/]|\.\w+$/.test(path) && !/^-|[*?`{}]|:\/\//.test(path)) paths.push(path);
      if (paths.length > MAX_WORDS) return { kind: 'missing' };
    }
  }
  if (paths.length === 0) return { kind: 'nothing' };
  const found = paths.map((path) => fullPath(path, directory));
  return found.every(exists) ? { kind: 'found', paths: found } : { kind: 'missing' };
}

/** Returns the files that a call of such a tool writes, absolute. */
function editedPaths(args: unknown, directory: string): readonly string[] {
  const fields = fieldsOf(args);
  const named = PATHS.flatMap((name) => textOf(own(fields, name)) ?? []);
  const patch =
    textOf(args) ??
    textOf(fields.command) ??
    textOf(fields.input) ??
    textOf(fields.patch) ??
    textOf(fields.patchText) ??
    '';
  const patched = [...patch.slice(0, MAX_PATCH).matchAll(PATCHED)].map(([, path = '']) => path.trim());
  return [...new Set([...named, ...patched].map((path) => fullPath(path, directory)))].slice(0, MAX_WORDS);
}

function fullPath(path: string, directory: string): string {
  const plain = path.replace(/^file:\/\//, '');
  const expanded = /^(?:~|\$\{?HOME\}?)(?=[\\/])/.exec(plain);
  if (expanded !== null) return join(homedir(), plain.slice(expanded[0].length));
  return isAbsolute(plain) ? plain : resolve(directory, plain);
}

/** Returns the folder of the skill that a file is in; undefined outside of one. */
export function skillAround(path: string): string | undefined {
  let folder = dirname(path);
  for (let level = 0; level < MAX_LEVELS && folder !== dirname(folder); level++, folder = dirname(folder))
    if (statOf(join(folder, 'SKILL.md'))?.isFile() === true) return folder;
  return undefined;
}

const exists = (path: string): boolean => statOf(path) !== undefined;

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
