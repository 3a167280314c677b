/** The nodes of the skills tree. Independent of `vscode`. */
import type { BundledFile, CataloguedSkill, SkillCatalogue, SkillDetails, SkillNeed } from '../../server/protocol.ts';
import type { LastRun } from '../misses/latest-misses.ts';

/** A folder that contains skills. */
export interface FolderNode {
  readonly kind: 'folder';
  /** Absolute path, with `/`. */
  readonly path: string;
  readonly label: string;
  readonly scope: CataloguedSkill['scope'];
  /** True if it is in a workspace folder. False for the parent of a skill that is itself a workspace folder. */
  readonly inWorkspace: boolean;
  /** The names of the clients that read it, if it is one of the user's folders. */
  readonly clients: readonly string[];
  readonly skills: readonly SkillNode[];
}

export interface SkillNode {
  readonly kind: 'skill';
  /** The current skill. Mutable, because VS Code identifies a row by its object. */
  skill: CataloguedSkill;
  readonly folder: FolderNode;
}

export interface FileNode {
  readonly kind: 'file';
  readonly file: BundledFile;
  readonly parent: SkillNode | FileNode | FilesNode;
  readonly skillNode: SkillNode;
}

/** The unreferenced files of a skill, or those that need no reference. */
export interface FilesNode {
  readonly kind: 'unreferenced' | 'others';
  readonly files: readonly BundledFile[];
  /** Number of further files that are not listed. */
  readonly omitted: number;
  readonly skillNode: SkillNode;
}

/** The tools, servers, skills and programs that the body of a skill tells the model to use. */
export interface NeedsNode {
  readonly kind: 'needs';
  readonly needs: readonly SkillNeed[];
  readonly skillNode: SkillNode;
}

export type SkillsNode =
  | FolderNode
  | SkillNode
  | FileNode
  | FilesNode
  | NeedsNode
  | { readonly kind: 'need'; readonly need: SkillNeed; readonly parent: NeedsNode; readonly skillNode: SkillNode }
  | { readonly kind: 'run'; readonly last: LastRun; readonly skillNode: SkillNode }
  | { readonly kind: 'tokens'; readonly tokens: SkillDetails['tokens']; readonly skillNode: SkillNode }
  /** A skill whose SKILL.md cannot be read. */
  | { readonly kind: 'unreadable'; readonly skillNode: SkillNode };

/** The path and name of a workspace folder. */
export interface NamedFolder {
  /** Absolute path, with `/`. */
  readonly path: string;
  readonly name: string;
}

/**
 * Groups skills by scope and folder, in the order of the catalogue.
 * @param workspace the workspace folders
 * @param home the user's home folder, absolute, with `/`
 */
export function foldersOf(
  { skills, userFolders }: SkillCatalogue,
  workspace: readonly NamedFolder[],
  home: string,
): readonly FolderNode[] {
  const byFolder = Map.groupBy(skills, (skill) => `${skill.scope} ${parentOf(skill.root)}`);
  return [...byFolder.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const path = parentOf(first.root);
    const clients = userFolders.find((one) => contains(one.path, path))?.clients ?? [];
    const nodes: SkillNode[] = [];
    const folder: FolderNode = {
      kind: 'folder',
      path,
      label: labelOf(path, workspace, home),
      scope: first.scope,
      inWorkspace: workspace.some((one) => contains(one.path, path)),
      clients: first.scope === 'user' ? clients : [],
      skills: nodes,
    };
    for (const skill of group) nodes.push({ kind: 'skill', skill, folder });
    return [folder];
  });
}

/** Returns the child nodes of a skill. */
export function childrenOfSkill(
  skillNode: SkillNode,
  details: SkillDetails | undefined,
  last: LastRun | undefined,
): SkillsNode[] {
  if (details === undefined) return [{ kind: 'unreadable', skillNode }];
  const { manifest, unreferenced, others, omitted, tokens, needs } = details;
  const parts: SkillsNode[] = [{ kind: 'tokens', tokens, skillNode }];
  if (last !== undefined) parts.push({ kind: 'run', last, skillNode });
  // Files referenced by SKILL.md are siblings of it, to save a level of indentation in a narrow view.
  parts.push({ kind: 'file', file: { ...manifest, leadsTo: [] }, parent: skillNode, skillNode });
  for (const file of manifest.leadsTo) parts.push({ kind: 'file', file, parent: skillNode, skillNode });
  if (needs.length > 0) parts.push({ kind: 'needs', needs, skillNode });
  if (unreferenced.length > 0) parts.push({ kind: 'unreferenced', files: unreferenced, omitted: 0, skillNode });
  if (others.length > 0) parts.push({ kind: 'others', files: others, omitted, skillNode });
  return parts;
}

/** Returns the child nodes of a file or of a list of files. */
export function childFilesOf(parent: FileNode | FilesNode): readonly FileNode[] {
  const files = parent.kind === 'file' ? parent.file.leadsTo : parent.files;
  return files.map((file) => ({ kind: 'file', file, parent, skillNode: parent.skillNode }));
}

/** Returns the child nodes of what a skill needs: first what is missing. */
export function childNeedsOf(parent: NeedsNode): SkillsNode[] {
  const [missing = [], here = []] = [true, false].map((is) =>
    parent.needs.filter((need) => (need.missing !== undefined) === is),
  );
  return [...missing, ...here].map((need) => ({ kind: 'need', need, parent, skillNode: parent.skillNode }));
}

/** Returns the parent folder of a path. The parent of a root is the root. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

const contains = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Returns the path relative to the workspace folder (with its name if there are several) or the home folder. */
function labelOf(path: string, workspace: readonly NamedFolder[], home: string): string {
  const enclosing = workspace
    .filter((folder) => contains(folder.path, path))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  if (enclosing !== undefined) {
    const relativePath = path.slice(enclosing.path.length + 1);
    return workspace.length === 1 && relativePath !== ''
      ? relativePath
      : [enclosing.name, relativePath].filter((one) => one !== '').join('/');
  }
  return contains(home, path) && home !== '' && home !== '/' ? `~${path.slice(home.length)}` : path;
}
