import { basename, join, relative, sep } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';
import {
  type CatalogueEntry,
  type ClientProfile,
  defined,
  own,
  type Skill,
  splitFrontmatter,
} from '../../skill/index.ts';
import type { ConfinedFiles } from '../confined/confined-files.ts';
import type { ReadFailure } from '../confined/read-file.ts';
import { messageOf } from '../errors.ts';
import type { SavedFile } from '../protocol/events.ts';
import type { FoundChanges } from '../protocol/file-changes.ts';
import { type CopyOptions, copyFiles } from '../scripts/copy-skill.ts';
import { copyProblem, MAX_COPY_BYTES } from '../skill-files/skill-files.ts';
import { type Baseline, type CopiedFolders, readBaselineOf } from '../workspace-copy/baseline.ts';
import { type CopyFolders, openCopy } from '../workspace-copy/open-copy.ts';
import { restoreFiles } from '../workspace-copy/restore-files.ts';
import { findChanges } from '../workspace-copy/workspace-changes.ts';
import { bringsScript } from './bundled-scripts.ts';
import { type InstalledContent, readContents, recordContents, unknownContent } from './installed-content.ts';

/** A skill in the folder in which the client looks for it. */
export interface InstalledSkill extends CatalogueEntry {
  /** The skill as it was given. */
  readonly skill: Skill;
  /** Absolute path of its installed folder. */
  readonly folder: string;
  readonly content: InstalledContent;
}

/** A copy of a workspace and of skills, as a client finds them. Nothing outside `root` is read or written. */
export interface Installation extends CopyFolders {
  readonly kind: 'installed';
  /** The only way to read anything of the copy: commands can replace every file and folder of it. */
  readonly files: ConfinedFiles;
  /** True if the copy of an earlier process was used again, with its changes. */
  readonly isReused: boolean;
  /** In the order of the client's list. */
  readonly skills: readonly InstalledSkill[];
  /** Also those that the client drops, or hides from the model. */
  readonly allSkills: readonly InstalledSkill[];
  readonly notes: readonly string[];
  /** The files of the workspace, if nothing can have changed since it was copied. */
  readonly firstState: Baseline | undefined;
  /** Files of `restore` that could not be brought back. */
  readonly lost: readonly string[];
  /** Returns the changes in the workspace since the copy was made; undefined if they are unknown. */
  findChanges(milliseconds: number): Promise<FoundChanges | undefined>;
  /** Deletes the copy. Never rejects. Returns a message for the user if something remains. */
  remove(): Promise<string | undefined>;
  /** Ends the use by this process and keeps the copy. */
  release(): void;
}

export interface InstallOptions {
  readonly client: ClientProfile;
  readonly skills: readonly Skill[];
  /** Names the copy. The same key finds the copy of a run that was paused or killed. */
  readonly key: string;
  /** Absolute path of the run's journal, links followed: the copy is needed as long as it exists. Absent in a stress test. */
  readonly journal?: string;
  /** The folder to copy as the workspace, absolute; absent for an empty one. */
  readonly workspace?: string;
  /** `user` installs into the user's folder, outside the workspace; `project` into the workspace. */
  readonly scope: 'user' | 'project';
  readonly signal: AbortSignal;
  /** Files that earlier calls of the run changed in another copy, in their order; for a new copy only. */
  readonly restore?: readonly SavedFile[];
  /** Maximum bytes of the workspace and of each skill. */
  readonly maxBytes?: number;
  /** Returns true for a file of a skill, relative to it, that is not installed. */
  readonly leavesOut?: (path: string) => boolean;
  /** Names of further folders in the copy. */
  readonly folders?: readonly string[];
}

/**
 * Copies a workspace and installs skills for a client, in a folder that only this user can read. Links that lead out of a
 * copied folder are left out.
 */
export async function install(options: InstallOptions): Promise<Installation | { kind: 'failed'; message: string }> {
  const { client, skills, key, journal, workspace, scope, signal, restore = [], maxBytes = MAX_COPY_BYTES } = options;
  const { leavesOut } = options;
  const target = folderFor(client, scope);
  if (target === undefined) return failed(`${client.name} has no ${scope} folder for skills.`);
  const copy = await openCopy(key, journal, options.folders);
  if (copy.kind === 'failed') return copy;
  const { root, files, isReused, baseline, remove, release } = copy;
  const places = { workspace: copy.workspace, home: copy.home, temporary: copy.temporary };
  const notes: string[] = [];
  let lost: readonly string[] = [];
  let firstState: Baseline | undefined;
  try {
    const copies: [from: string, to: string][] = workspace === undefined ? [] : [[workspace, places.workspace]];
    const folderOf = ({ root: from }: Skill): string =>
      join(scope === 'user' ? places.home : places.workspace, target, basename(from));
    for (const skill of skills) copies.push([skill.root, folderOf(skill)]);
    const contents = new Map(isReused ? readContents(root) : []);
    for (const [from, to] of isReused ? [] : copies) {
      const isSkill = from !== workspace;
      const inTheWay = isSkill ? fileInTheWay(files, places.workspace, to) : undefined;
      if (inTheWay !== undefined)
        throw new Error(
          `Rename the file ${inTheWay} of the workspace: ${client.name} has its skills in a folder of this name.`,
        );
      makeFolders(to);
      const source = isSkill ? `the skill ${basename(from)}` : 'the workspace';
      const options: CopyOptions = defined({ source, leavesOut: isSkill ? leavesOut : undefined });
      const copied = await copyFiles(from, to, maxBytes, signal, options);
      if (copied.kind === 'failed')
        throw new Error(copyProblem(from, isSkill ? 'skill' : 'workspace', maxBytes) ?? copied.message);
      notes.push(...copied.notes);
      if (isSkill) contents.set(to, { hash: copied.hash, bringsScript: bringsScript(copied.files) });
    }
    const installed = skills.map((skill): InstalledSkill => {
      const folder = folderOf(skill);
      const content = contents.get(folder) ?? unknownContent();
      return { ...namedBy(client, skill), path: join(folder, 'SKILL.md'), scope, skill, folder, content };
    });
    const originals = originalsIn(places.workspace, copies);
    if (!isReused) {
      const { state, isComplete, record } = await readBaselineOf(baseline, files, places.workspace, originals);
      if (isComplete && restore.length === 0) firstState = state;
      // Their content was hashed, and approvals cover it.
      const kept = installed.map(({ folder }) => folder);
      lost = restoreFiles(places.workspace, restore, kept);
      recordContents(root, contents);
      // Last, because a copy without this record is incomplete.
      record();
    }
    return {
      kind: 'installed',
      root,
      ...places,
      files,
      isReused,
      notes,
      remove,
      release,
      lost,
      firstState,
      skills: installed.filter(isListed(client)),
      allSkills: installed,
      findChanges: (milliseconds) => findChanges(files, places.workspace, baseline, originals, milliseconds),
    };
  } catch (error) {
    await remove();
    return failed(messageOf(error));
  }
}

/** Returns the path in a workspace, relative to it, of what is not a folder, but would have to be one to create `folder`. */
function fileInTheWay(files: ConfinedFiles, workspace: string, folder: string): string | undefined {
  if (!folder.startsWith(workspace + sep)) return undefined;
  const names = relative(workspace, folder).split(sep);
  const parents = names.map((_, index) => join(workspace, ...names.slice(0, index + 1)));
  const found = parents.find((path) => files.locateEntry(path).kind === 'found' && files.kind(path) !== 'folder');
  return found === undefined ? undefined : relative(workspace, found).replaceAll('\\', '/');
}

/** Returns the copied folders by their paths in the copy of the workspace; those elsewhere are left out. */
function originalsIn(workspace: string, copies: readonly (readonly [from: string, to: string])[]): CopiedFolders {
  return copies.flatMap(([from, to]) =>
    to === workspace || to.startsWith(workspace + sep)
      ? [[relative(workspace, to).replaceAll('\\', '/'), from] as const]
      : [],
  );
}

/** Maximum size of a SKILL.md that is loaded, in bytes. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** Returns the text of an installed SKILL.md, with and without its frontmatter, or why it cannot be read. */
export function readInstalled(
  files: ConfinedFiles,
  { path }: InstalledSkill,
): { readonly kind: 'text'; readonly file: string; readonly body: string } | ReadFailure {
  const bytes = files.read(path, MAX_TEXT_BYTES);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const file = bytes.toString('utf8');
  // Only split: a command may have written anything, and this waits for nothing.
  return { kind: 'text', file, body: file.slice(splitFrontmatter(file).bodyStart).trimStart() };
}

/** Relative to the home directory or to the workspace: the first such folder that the client looks in. */
function folderFor({ discovery }: ClientProfile, scope: 'user' | 'project'): string | undefined {
  if (discovery.kind !== 'folders') return undefined;
  for (const folder of discovery.folders) {
    if (scope === 'project' && folder.scope === 'workspace') return folder.path;
    if (scope === 'user' && folder.scope === 'user') return folder.path;
  }
  return undefined;
}

function namedBy({ discovery }: ClientProfile, skill: Skill): Pick<CatalogueEntry, 'name' | 'description'> {
  const name = discovery.identity === 'folder' ? basename(skill.root) : skill.name;
  return { name, description: skill.description };
}

/** False for a skill that the client drops, or hides from the model. */
function isListed({ discovery }: ClientProfile): (installed: InstalledSkill) => boolean {
  return ({ skill, description }) => {
    const { frontmatter } = skill.manifest;
    const fields = frontmatter.kind === 'valid' ? frontmatter.data : {};
    if (discovery.kind === 'folders' && discovery.hides && fields['disable-model-invocation'] === true) return false;
    if (discovery.required.some((field) => isEmpty(own(fields, field)))) return false;
    return !discovery.drops.some((drop) => {
      if (drop.kind === 'yaml-error') return frontmatter.kind === 'invalid';
      if (drop.kind === 'name-longer-than') return [...skill.name].length > drop.max;
      if (drop.kind === 'name-not-ascii') return !/^[\x20-\x7E]*$/.test(skill.name);
      if (drop.kind === 'name-not-kebab') return !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(skill.name);
      if (drop.kind === 'compatibility-longer-than') return String(fields.compatibility ?? '').length > drop.max;
      return (drop.unit === 'utf-16' ? description.length : [...description].length) > drop.max;
    });
  };
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

function failed(message: string): { kind: 'failed'; message: string } {
  return { kind: 'failed', message };
}
