/** The meaning of the tool calls of real clients: skills loaded, files read, commands run. */

import { isAbsolute, join, normalize } from 'node:path/posix';
import { own, slashedPath, tildePath } from '../../skill/index.ts';
import { lookupsIn } from '../clients/command-lookups.ts';
import type { Lookup } from '../clients/loaded-skills.ts';
import { onlyReads } from '../clients/reading-commands.ts';
import { simpleCommands } from '../clients/shell-words.ts';
import { READ_TOOLS, SHELL_TOOLS, SKILL_TOOLS } from '../protocol/client-tool-names.ts';
import type { Json } from '../protocol/events.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../text/values.ts';
import { bashCommand } from './bash-command.ts';

/** A skill or file that a call requests. Paths are absolute, with `/`. */
export type ToolUse =
  | { readonly kind: 'skill'; readonly name: string }
  | ({
      readonly kind: 'resource' | 'script' | 'search';
      readonly path: string;
      /** A pattern for the names or paths that are searched for below `path`. */
      readonly pattern?: string;
      readonly by: 'read' | 'shell';
      /** The directory of a command that a relative path was resolved against; absent for other tools. */
      readonly from?: string;
    } & Pick<
      Lookup,
      'asked' | 'glob' | 'isConditional' | 'isFirst' | 'condition' | 'isOnly' | 'isPrinted' | 'isSilent' | 'fallback'
    >);

/** A request for a file or a folder. */
export type FileUse = Exclude<ToolUse, { readonly kind: 'skill' }>;

/** ADK's tools for skills that change nothing; `load_skill` is above. A toolset may prefix their names. */
const ADK_TOOLS = /(?:^|_)(?:load_skill|load_skill_resource|list_skills)$/;
const LIST_TOOLS = /^(?:ls|list|list_dir|list_directory)$/;
const SEARCH_TOOLS = /^(?:glob|find|find_files|file_search|grep|grep_search|search_file_content|rg)$/;
/** A tool whose only argument is a program that calls other tools. */
const CODE_TOOL = 'exec';

/** Maximum length of a command or program that is analyzed, in characters. */
const MAX_COMMAND = 20_000;
/** The home folder of a session's machine, which is unknown. */
export const HOME = '/~';

/** Returns everything that a call requests. `directory` is the session's working directory. */
export function toolUses(tool: string, args: Json, directory: string): readonly ToolUse[] {
  const name = toolName(tool);
  const fields = fieldsOf(args);
  if (SKILL_TOOLS.test(name)) {
    const skill = textOf(fields.skill) ?? textOf(fields.name) ?? textOf(fields.skill_name) ?? textOf(fields.command);
    return skill === undefined ? [] : [{ kind: 'skill', name: skill.replace(/^\//, '') }];
  }
  const path = pathIn(fields);
  const at = absolutePath(path ?? '.', directory);
  if (READ_TOOLS.test(name)) return path === undefined ? [] : [{ kind: 'resource', path: at, asked: path, by: 'read' }];
  if (LIST_TOOLS.test(name)) return path === undefined ? [] : [{ kind: 'search', path: at, by: 'read' }];
  if (SEARCH_TOOLS.test(name)) {
    if (name.includes('grep') || name === 'search_file_content' || name === 'rg')
      return path === undefined ? [] : [{ kind: 'resource', path: at, by: 'read' }];
    return [
      {
        kind: 'search',
        path: at,
        pattern: slashedPath(textOf(fields.pattern) ?? textOf(fields.query) ?? ''),
        by: 'read',
      },
    ];
  }
  return commandsOf(name, args, directory).flatMap(shellUses);
}

/** Returns the command lines of a call of a tool for commands, each with its working directory; none for other tools. */
export function shellCommands(tool: string, args: Json, directory: string): readonly Command[] {
  return commandsOf(toolName(tool), args, directory).filter(({ command }) => command.length <= MAX_COMMAND);
}

/** True if a call is known to change nothing. */
export function isReadOnly(tool: string, args: Json, directory: string): boolean {
  const name = toolName(tool);
  if (ADK_TOOLS.test(name)) return true;
  if (SKILL_TOOLS.test(name) || READ_TOOLS.test(name) || LIST_TOOLS.test(name) || SEARCH_TOOLS.test(name)) return true;
  const commands = commandsOf(name, args, directory);
  return commands.length > 0 && commands.every(({ command }) => onlyReads(portable(command)));
}

/** Resolves a path of a session, which can be of another operating system. */
export function absolutePath(path: string, directory: string): string {
  const [, address] = /^file:\/\/(?:localhost(?=\/))?(.*)$/is.exec(path) ?? [];
  const plain = tildePath(slashedPath(address === undefined ? path : decoded(address)));
  if (plain === '~' || plain.startsWith('~/')) return normalize(HOME + plain.slice(1));
  return normalize(isAbsolute(plain) ? plain : join(directory, plain));
}

/** Returns the path in an address; unchanged if its encoding is broken. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function pathIn(fields: Fields): string | undefined {
  for (const name of ['file_path', 'filePath', 'path', 'absolute_path', 'dir_path', 'directory', 'target_file']) {
    const path = textOf(own(fields, name));
    if (path !== undefined && path !== '') return path;
  }
  return undefined;
}

interface Command {
  readonly command: string;
  readonly directory: string;
}

function commandOf(fields: Fields, directory: string): Command {
  const given = fields.command ?? fields.cmd;
  const words = listOf(given).filter((word) => typeof word === 'string');
  // `["bash", "-lc", "cat a.md"]`
  const command = textOf(given) ?? (/^-\w*c$/.test(words.at(-2) ?? '') ? (words.at(-1) ?? '') : words.join(' '));
  const folder = textOf(fields.workdir) ?? textOf(fields.cwd);
  return { command, directory: folder === undefined ? directory : absolutePath(folder, directory) };
}

function toolName(tool: string): string {
  return tool.toLowerCase().replace(/^(?:functions\.|container\.)/, '');
}

function commandsOf(name: string, args: Json, directory: string): readonly Command[] {
  if (name === CODE_TOOL && typeof args === 'string') return commandsIn(args, directory);
  return SHELL_TOOLS.test(name) || name === CODE_TOOL ? [commandOf(fieldsOf(args), directory)] : [];
}

/** Finds the commands in a program such as `await tools.shell_command({command: "cat a.md", workdir: "/w"})`. */
function commandsIn(program: string, directory: string): readonly Command[] {
  const found: Command[] = [];
  for (const [, object = ''] of program
    .slice(0, MAX_COMMAND)
    .matchAll(/\b(?:shell_command|exec_command|shell)\(\s*\{(.{0,8000}?)\}\s*\)/gs)) {
    const command = literalAfter(/\b(?:command|cmd)["']?\s*:\s*/, object);
    const folder = literalAfter(/\b(?:workdir|cwd)["']?\s*:\s*/, object);
    if (command !== undefined)
      found.push({ command, directory: folder === undefined ? directory : absolutePath(folder, directory) });
  }
  return found;
}

function literalAfter(name: RegExp, text: string): string | undefined {
  const match = name.exec(text);
  if (match === null) return undefined;
  const rest = text.slice(match.index + match[0].length);
  const [literal] = /^"(?:[^"\\]|\\.)*"|^'(?:[^'\\]|\\.)*'|^`(?:[^`\\]|\\.)*`/s.exec(rest) ?? [];
  if (literal === undefined) return undefined;
  return literal
    .slice(1, -1)
    .replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char));
}

function shellUses({ command, directory }: Command): readonly ToolUse[] {
  if (command === '' || command.length > MAX_COMMAND) return [];
  return lookupsIn(portable(command), directory, HOME, (from, path) => absolutePath(path, from)).map((lookup) => ({
    ...lookup,
    by: 'shell' as const,
  }));
}

/** Returns the command in `bash -lc '…'`, whose quotes can be of several kinds. */
export function unwrapShell(command: string): string {
  if (!/^\s*(?:\S*\/)?(?:bash|sh|zsh)\s+-\w*c\s/.test(command)) return command;
  const [only, ...others] = simpleCommands(command);
  const word = others.length === 0 ? only?.words[2] : undefined;
  if (word?.isUnknown === false) return word.text;
  // A substitution in double quotes is part of the command.
  const [, quote = '', inner] = /^\s*(?:\S*\/)?(?:bash|sh|zsh)\s+-\w*c\s+(['"])(.*)\1\s*$/s.exec(command) ?? [];
  if (inner === undefined) return command;
  return quote === "'" ? inner.replaceAll(`'"'"'`, "'") : inner.replace(/\\(["\\$`])/g, '$1');
}

/** Returns a command line of any shell as one of bash. */
const portable = (command: string): string => bashCommand(unwrapShell(command));
