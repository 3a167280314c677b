/** Finds the files outside of skills that clients give to a model, by their places. */
import type { DirectoryEntry } from '../files/files.ts';
import { basename, dirname, join, within } from '../files/paths.ts';

/**
 * `project`: instructions about the repository, read at the start. `agent` and `command` may be written for other projects, in
 * which they are installed.
 */
export type InstructionKind = 'project' | 'agent' | 'command';

/** Read by clients in any folder. */
const PROJECT = /^(?:AGENTS|CLAUDE|GEMINI)\.md$/;
/** Agents and commands in the folder of a client: Claude Code reads commands in subfolders, too. */
const OF_CLIENT = /(?:^|\/)(?:\.claude\/(agents|commands)\/(?:[^/]+\/)*|\.opencode\/(agents?|commands?)\/)[^/]+\.md$/;
/** Agents and commands of a plugin. */
const OF_PLUGIN = /^(agents|commands)\/(?:[^/]+\/)*[^/]+\.md$/;
/** Documents for people in these folders. */
const FOR_PEOPLE = /^(?:readme|changelog)\.md$/i;
/** Folders of material for tests and other projects, whose paths mean nothing here. */
const MATERIAL =
  /(?:^|\/)(?:[\w-]*fixtures?|[\w-]*templates?|[\w-]*examples?|samples?|outputs?|evals?|archived?|vendor|third[-_]party|testdata)\//i;
/** A name of a file or folder that is to be filled in. */
const PLACEHOLDER = /\{\{|\{%|\[\[|<%|\/__\w+__(?:\/|$)/;

/**
 * Returns the kind of an instruction file; undefined for any other file.
 * @param inner the file relative to the folder that is searched, with `/`
 * @param pluginAbove returns the folder, also relative, of the closest plugin around a folder
 */
export function instructionKindOf(
  inner: string,
  pluginAbove: (folder: string) => string | undefined,
): InstructionKind | undefined {
  const name = basename(inner);
  if (!mayBeInstructions(inner) || MATERIAL.test(inner) || PLACEHOLDER.test(`/${inner}`)) return undefined;
  if (PROJECT.test(name)) return 'project';
  if (name.endsWith('.agent.md')) return 'agent';
  if (FOR_PEOPLE.test(name)) return undefined;
  const [, ofClaude, ofOpencode] = OF_CLIENT.exec(inner) ?? [];
  const folder = ofClaude ?? ofOpencode;
  if (folder !== undefined) return folder.startsWith('agent') ? 'agent' : 'command';
  const plugin = pluginAbove(dirname(inner));
  const ofPlugin = plugin === undefined ? undefined : OF_PLUGIN.exec(within(plugin, inner) ?? inner)?.[1];
  return ofPlugin === undefined ? undefined : ofPlugin === 'agents' ? 'agent' : 'command';
}

/** Returns true if a path may be that of an instruction file, by its name alone. */
export const mayBeInstructions = (path: string): boolean =>
  path.endsWith('.md') && (hasOwnName(basename(path)) || IN_FOLDER.test(path));

const hasOwnName = (name: string): boolean => PROJECT.test(name) || name.endsWith('.agent.md');
const IN_FOLDER = /(?:^|\/)(?:agents?|commands?)\//;

/**
 * Returns the absolute paths of the entries of a folder that may be instruction files. A link is left out: its target is read in its
 * own place, and nothing outside of the repository is.
 * @param top the folder that is searched
 */
export const instructionsIn = (top: string, folder: string, entries: readonly DirectoryEntry[]): readonly string[] =>
  entries.flatMap(({ name, kind, link }) => {
    if (kind !== 'file' || link || !name.endsWith('.md')) return [];
    const path = join(folder, name);
    return mayBeInstructions(within(top, path) ?? path) ? [path] : [];
  });
