/** The searches of a simulated model for a file that it did not find: it lists the folder, then uses glob and find. */

import type { ClientBehavior, ExtraParameter } from '../../../skill/index.ts';
import { own } from '../../../skill/index.ts';
import type { Call } from './simulated-action.ts';
import { wordsOf } from './simulated-file-requests.ts';
import type { PastCall } from './simulated-memory.ts';

/** Returns the calls that look for a path, in order. `folder` is the skill's, if the client shows it. */
export function searchesFor(client: ClientBehavior, path: string, folder: string | undefined): readonly Call[] {
  const { shell, fileTools } = client;
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const below = slash < 0 ? '.' : path.slice(0, slash);
  const glob = fileTools.find((tool) => tool.kind === 'glob');
  const run = (command: string): Call =>
    toolCall(shell.tool, { [shell.command]: command, ...requiredArguments(shell.extra, 'Find it') });
  return [
    listCall(client, folder === undefined ? below : below === '.' ? folder : `${folder}/${below}`),
    ...(glob === undefined ? [] : [toolCall(glob.tool, { [glob.pattern]: `**/${name}` })]),
    run(`find . -name ${name}`),
    run(`find ~ -name ${name}`),
  ];
}

function listCall({ shell, fileTools }: ClientBehavior, folder: string): Call {
  const list = fileTools.find((tool) => tool.kind === 'list');
  return list === undefined
    ? toolCall(shell.tool, { [shell.command]: `ls ${folder}`, ...requiredArguments(shell.extra, 'List it') })
    : toolCall(list.tool, { [list.path]: folder, ...requiredArguments(list.extra, 'List it') });
}

/** Returns values for the parameters that a tool requires besides its path or command. */
export function requiredArguments(
  extra: readonly ExtraParameter[],
  text: string,
): Readonly<Record<string, string | boolean>> {
  const required = extra.filter((one) => one.required === true);
  return Object.fromEntries(required.map(({ name, type }) => [name, type === 'boolean' ? false : text]));
}

export function toolCall(tool: string, args: Readonly<Record<string, unknown>>): Call {
  return { kind: 'call', tool, args };
}

/** True for a call of `searchesFor`. */
export function isSearch(client: ClientBehavior, made: PastCall): boolean {
  const command = String(own(made.args, client.shell.command));
  return /^find /.test(command) || listedFolder(client, made) !== undefined || kindOf(client, made) === 'glob';
}

/** Returns the path in a search result that the model assumes to be the one that it looked for. */
export function selectPath(client: ClientBehavior, made: PastCall, path: string): string | undefined {
  const folder = listedFolder(client, made);
  if (folder === undefined)
    return made.text.split('\n').find((line) => /^[./]/.test(line) && line.endsWith(`/${path}`));
  const name = path.slice(path.lastIndexOf('/') + 1);
  const names = made.text.split(/[^\w.-]+/).filter((one) => /\.\w{1,8}$/.test(one));
  const found = names.includes(name) ? name : names.find((one) => isAlike(one, name));
  return found === undefined ? undefined : folder === '.' ? found : `${folder}/${found}`;
}

/** True if a listed name shares a word with the one that the model looked for and has the same extension. */
function isAlike(listed: string, name: string): boolean {
  const [stem, extension] = split(listed);
  const [other, its] = split(name);
  const words = new Set(wordsOf(other));
  return extension === its && wordsOf(stem).some((word) => words.has(word));
}

function split(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

function listedFolder(client: ClientBehavior, { tool, args }: PastCall): string | undefined {
  const list = client.fileTools.find((one) => one.kind === 'list');
  const folder =
    list?.tool === tool ? own(args, list.path) : /^ls (.+)$/.exec(String(own(args, client.shell.command)))?.[1];
  return typeof folder === 'string' ? folder : undefined;
}

function kindOf({ fileTools }: ClientBehavior, { tool }: PastCall): string | undefined {
  return fileTools.find((one) => one.tool === tool)?.kind;
}
