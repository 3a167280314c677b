/** The tree of skills as data. Knows no `vscode`. */
import type { BundledFile, CataloguedSkill, SkillCatalogue, SkillDetails } from '../../server/protocol.ts';
import type { LastRun } from '../misses/latest-misses.ts';

/** A folder in which skills lie. */
export interface FolderNode {
  readonly kind: 'folder';
  /** Absolute, with `/`. */
  readonly path: string;
  readonly label: string;
  readonly scope: CataloguedSkill['scope'];
  /** Whether it lies in a folder of the workspace; that of a skill which is a workspace folder itself does not. */
  readonly inside: boolean;
  /** Names of the clients that look there, where it is one of the user's own. */
  readonly clients: readonly string[];
  readonly skills: readonly SkillNode[];
}

export interface SkillNode {
  readonly kind: 'skill';
  /** As it is now: VS Code knows a row by its object, which stays the same as the skill changes. */
  skill: CataloguedSkill;
  readonly folder: FolderNode;
}

export interface FileNode {
  readonly kind: 'file';
  readonly file: BundledFile;
  readonly parent: SkillNode | FileNode | FilesNode;
  readonly of: SkillNode;
}

/** Files of a skill that no text leads to, or that need no reference. */
export interface FilesNode {
  readonly kind: 'unreferenced' | 'others';
  readonly files: readonly BundledFile[];
  /** How many more there are. */
  readonly omitted: number;
  readonly of: SkillNode;
}

export type SkillsNode =
  | FolderNode
  | SkillNode
  | FileNode
  | FilesNode
  | { readonly kind: 'run'; readonly last: LastRun; readonly of: SkillNode }
  | { readonly kind: 'tokens'; readonly tokens: SkillDetails['tokens']; readonly of: SkillNode }
  /** Its SKILL.md cannot be read. */
  | { readonly kind: 'unreadable'; readonly of: SkillNode };

/** Where a workspace folder lies, and what it is called. */
export interface NamedFolder {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly name: string;
}

/**
 * Folders by scope and path, each with its skills by name.
 * @param workspace its folders
 * @param home of the user, absolute, with `/`
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
    const clients = userFolders.find((one) => isIn(one.path, path))?.clients ?? [];
    const nodes: SkillNode[] = [];
    const folder: FolderNode = {
      kind: 'folder',
      path,
      label: labelOf(path, workspace, home),
      scope: first.scope,
      inside: workspace.some((one) => isIn(one.path, path)),
      clients: first.scope === 'user' ? clients : [],
      skills: nodes,
    };
    for (const skill of group) nodes.push({ kind: 'skill', skill, folder });
    return [folder];
  });
}

/** What stands under a skill. */
export function partsOf(of: SkillNode, details: SkillDetails | undefined, last: LastRun | undefined): SkillsNode[] {
  if (details === undefined) return [{ kind: 'unreadable', of }];
  const { manifest, unreferenced, others, omitted, tokens } = details;
  const parts: SkillsNode[] = [{ kind: 'tokens', tokens, of }];
  if (last !== undefined) parts.push({ kind: 'run', last, of });
  // What SKILL.md leads to stands beside it: a level less, and a narrow view has few.
  parts.push({ kind: 'file', file: { ...manifest, leadsTo: [] }, parent: of, of });
  for (const file of manifest.leadsTo) parts.push({ kind: 'file', file, parent: of, of });
  if (unreferenced.length > 0) parts.push({ kind: 'unreferenced', files: unreferenced, omitted: 0, of });
  if (others.length > 0) parts.push({ kind: 'others', files: others, omitted, of });
  return parts;
}

/** What stands under a file, or in a list of files. */
export function filesOf(parent: FileNode | FilesNode): readonly FileNode[] {
  const files = parent.kind === 'file' ? parent.file.leadsTo : parent.files;
  return files.map((file) => ({ kind: 'file', file, parent, of: parent.of }));
}

/** The folder that the skill of a path lies in; a skill at the root of a disk lies in that. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** From the workspace's folder on, with its name where there are several; else from the user's home on. */
function labelOf(path: string, workspace: readonly NamedFolder[], home: string): string {
  const around = workspace
    .filter((folder) => isIn(folder.path, path))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  if (around !== undefined) {
    const inner = path.slice(around.path.length + 1);
    return workspace.length === 1 && inner !== '' ? inner : [around.name, inner].filter((one) => one !== '').join('/');
  }
  return isIn(home, path) && home !== '' && home !== '/' ? `~${path.slice(home.length)}` : path;
}
