import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { type CatalogueEntry, type ClientProfile, readDocument, type Skill } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { copyFolder, journalOfCopy, recordsOfCopy } from '../protocol/client-copy.ts';
import type { SavedFile } from '../protocol/events.ts';
import type { FoundChanges } from '../protocol/file-changes.ts';
import { acquireLock } from '../protocol/lock.ts';
import { copyFiles } from '../scripts/copy-skill.ts';
import { copyProblem, MAX_COPY_BYTES } from '../skill-files/skill-files.ts';
import { isOwnFolder } from '../temporary/own-folder.ts';
import { readBaselineOf } from './baseline.ts';
import { restoreFiles } from './saved-files.ts';
import { findChanges } from './workspace-changes.ts';

/** A skill in the folder in which the client looks for it. */
export interface InstalledSkill extends CatalogueEntry {
  /** The skill as it was given. */
  readonly skill: Skill;
  /** Absolute path of its installed folder. */
  readonly folder: string;
}

/** A copy of a workspace and of skills, as a client finds them. Nothing outside `root` is read or written. */
export interface Installation {
  readonly kind: 'installed';
  /** Absolute, with links followed; contains `workspace` and `home`. */
  readonly root: string;
  readonly workspace: string;
  readonly home: string;
  /** True if the copy of an earlier process was used again, with its changes. */
  readonly isReused: boolean;
  /** In the order of the client's list. */
  readonly skills: readonly InstalledSkill[];
  readonly notes: readonly string[];
  /** Files of `restore` that could not be brought back. */
  readonly lost: readonly string[];
  /** Returns the changes in the workspace since the copy was made; undefined if they are unknown. */
  findChanges(milliseconds: number): Promise<FoundChanges | undefined>;
  /** Deletes the copy. */
  remove(): void;
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
}

/**
 * Copies a workspace and installs skills for a client, in a folder that only this user can read. Links that lead out of a
 * copied folder are left out.
 */
export async function install(options: InstallOptions): Promise<Installation | { kind: 'failed'; message: string }> {
  const {
    client,
    skills,
    key,
    journal,
    workspace,
    scope,
    signal,
    restore = [],
    maxBytes = MAX_COPY_BYTES,
    leavesOut,
  } = options;
  const target = folderFor(client, scope);
  if (target === undefined) return failed(`${client.name} has no ${scope} folder for skills.`);
  const root = copyFolder(key);
  const records = recordsOfCopy(root);
  const lock = acquireLock(records.lock);
  if (lock.kind === 'failed') return lock;
  if (lock.kind === 'held') return failed(`Wait until process ${lock.pid} has ended: it uses the copy ${root}.`);
  const { release } = lock;
  const fail = (message: string) => {
    release();
    return failed(message);
  };
  let isReused = existsSync(root);
  try {
    if (isReused && !isOwnFolder(root))
      return fail(`Remove ${root}: it belongs to another user, or others can write to it.`);
    const before = journalOfCopy(root);
    if (isReused && before !== journal && before !== undefined && existsSync(before))
      return fail(`Delete one of the runs: ${before} has the same id, and uses the copy ${root}.`);
    // A process that was killed while it copied leaves a part of the workspace.
    if (isReused && (before !== journal || !existsSync(records.baseline))) {
      rmSync(root, { recursive: true, force: true });
      isReused = false;
    }
    rmSync(records.journal, { force: true });
    if (journal !== undefined) writeFileSync(records.journal, journal, { mode: 0o600, flag: 'wx' });
    if (!isReused) mkdirSync(root, { mode: 0o700 });
  } catch (error) {
    return fail(`Cannot create a temporary folder: ${messageOf(error)}`);
  }
  const remove = (): void => {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    for (const record of [records.baseline, records.journal]) rmSync(record, { force: true });
    release();
  };
  const places = { workspace: join(root, 'workspace'), home: join(root, 'home') };
  const notes: string[] = [];
  let lost: readonly string[] = [];
  try {
    for (const place of Object.values(places)) mkdirSync(place, { recursive: true });
    const copies: [from: string, to: string][] = workspace === undefined ? [] : [[workspace, places.workspace]];
    const installed = skills.map((skill): InstalledSkill => {
      const folder = join(scope === 'user' ? places.home : places.workspace, target, basename(skill.root));
      copies.push([skill.root, folder]);
      return { ...namedBy(client, skill), path: join(folder, 'SKILL.md'), scope, skill, folder };
    });
    for (const [from, to] of isReused ? [] : copies) {
      mkdirSync(to, { recursive: true });
      const isSkill = from !== workspace;
      const copy = await copyFiles(from, to, maxBytes, signal, isSkill && leavesOut !== undefined ? { leavesOut } : {});
      if (copy.kind === 'failed')
        throw new Error(copyProblem(from, isSkill ? 'skill' : 'workspace', maxBytes) ?? copy.message);
      notes.push(...copy.notes);
    }
    if (!isReused) {
      const writeRecord = await readBaselineOf(
        records.baseline,
        places.workspace,
        originalsIn(places.workspace, copies),
      );
      lost = restoreFiles(places.workspace, restore);
      // Last, because a copy without this record is incomplete.
      writeRecord();
    }
    return {
      ...{ kind: 'installed', root, ...places, isReused, notes, remove, release, lost },
      skills: installed.filter(isListed(client)),
      findChanges: (milliseconds) => findChanges(places.workspace, records.baseline, milliseconds),
    };
  } catch (error) {
    remove();
    return failed(messageOf(error));
  }
}

/** Returns the copied folders by their paths in the copy of the workspace; those elsewhere are left out. */
function originalsIn(
  workspace: string,
  copies: readonly (readonly [from: string, to: string])[],
): readonly (readonly [inner: string, folder: string])[] {
  return copies.flatMap(([from, to]) =>
    to === workspace || to.startsWith(workspace + sep)
      ? [[relative(workspace, to).replaceAll('\\', '/'), from] as const]
      : [],
  );
}

/** Returns the text of an installed SKILL.md, with and without its frontmatter. */
export function readInstalled({ path }: InstalledSkill): { readonly file: string; readonly body: string } {
  const file = readFileSync(path, 'utf8');
  return { file, body: file.slice(readDocument(path.replaceAll('\\', '/'), file).bodyStart).trimStart() };
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
    if (discovery.required.some((field) => isEmpty(fields[field]))) return false;
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
