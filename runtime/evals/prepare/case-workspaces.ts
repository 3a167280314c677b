import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { removeFolderNow } from '../../disk/remove-folder.ts';
import { messageOf } from '../../errors.ts';
import { MAX_COPY_BYTES, megabytes } from '../../skill-files/skill-files.ts';
import { createTemporaryFolder } from '../../temporary/temporary-folder.ts';
import { formatCount } from '../../text/count.ts';
import type { WorkspaceFile } from '../trials/case-files.ts';

/** Folders that no trial gets: clients ignore the first two, and the last one has the journals of earlier trials. */
const EXCLUDED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.skillwright']);

/** A folder, undefined for an empty workspace, or an error message. */
export type FoundWorkspace = { readonly folder?: string } | { readonly message: string };

/**
 * The workspaces of cases: the given folder, or a copy of it with the files of a case. Journals of earlier trials are left out,
 * because they contain the skill, which a baseline must not find.
 */
export class CaseWorkspaces {
  private readonly workspace: string | undefined;
  private readonly out: string;
  private root: string | undefined;
  private base: FoundWorkspace | undefined;
  private readonly folders = new Map<string, string>();
  private readonly unnamed = new Set<string>();

  /**
   * @param workspace absolute path; undefined for an empty one
   * @param out absolute path of the folder of the eval, which may be in the workspace
   */
  constructor(workspace: string | undefined, out: string) {
    this.workspace = workspace;
    this.out = realOf(resolve(out));
  }

  /** Returns the workspace of cases without files. */
  baseFolder(): FoundWorkspace {
    this.base ??= this.findBase();
    return this.base;
  }

  /** Returns the workspace for a case. */
  folderFor(key: string, files: readonly WorkspaceFile[]): FoundWorkspace {
    const base = this.baseFolder();
    if ('message' in base || files.length === 0) return base;
    const known = this.folders.get(key);
    if (known !== undefined) return { folder: known };
    return this.create(base.folder, (folder) => {
      for (const file of files) writeFile(folder, file);
      this.folders.set(key, folder);
    });
  }

  /** Messages about files that the copies lack. */
  get notes(): readonly string[] {
    const count = this.unnamed.size;
    if (count === 0) return [];
    const were = count === 1 ? 'was' : 'were';
    return [`${formatCount(count, 'file')} of the workspace ${were} not copied: the name is not valid text (UTF-8).`];
  }

  /** Deletes the copies. */
  remove(): void {
    if (this.root !== undefined) removeFolderNow(this.root);
  }

  private findBase(): FoundWorkspace {
    const { workspace, out } = this;
    if (workspace === undefined) return {};
    const hasRuns = existsSync(join(workspace, '.skillwright')) || out.startsWith(realOf(resolve(workspace)) + sep);
    return hasRuns ? this.create(workspace) : { folder: workspace };
  }

  /** Creates a copy of a folder. */
  private create(from: string | undefined, addFiles: (folder: string) => void = () => undefined): FoundWorkspace {
    try {
      this.root ??= createTemporaryFolder('eval');
      const folder = mkdtempSync(join(this.root, 'workspace-'));
      if (from !== undefined) {
        // The content of a link is copied, not the link.
        const real = realpathSync(from);
        cpSync(real, folder, { recursive: true, verbatimSymlinks: true, filter: this.filter(real) });
      }
      addFiles(folder);
      return { folder };
    } catch (error) {
      return { message: `The workspace of a case cannot be created: ${messageOf(error)}` };
    }
  }

  /** Creates the filter of a copy, which throws if the copy becomes too large. */
  private filter(from: string): (path: string) => boolean {
    let total = 0;
    return (path) => {
      if (resolve(path) === this.out || (path !== from && EXCLUDED.has(basename(path)))) return false;
      const stats = lstatSync(path, { throwIfNoEntry: false });
      // Node replaces what is not text in a name, so that it names nothing.
      if (stats === undefined) {
        if (path.includes('\uFFFD')) this.unnamed.add(path);
        return false;
      }
      if (stats.isFile()) total += stats.size;
      if (total > MAX_COPY_BYTES)
        throw new Error(`choose a smaller one, because ${from} has more than ${megabytes(MAX_COPY_BYTES)}.`);
      // Reading a pipe or a device might never end.
      return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
    };
  }
}

/** Returns a path with links followed as far as it exists. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), basename(path));
  }
}

/** Writes the file of a case. A link of the workspace must not lead it elsewhere: it is replaced, or refused if it is a folder. */
function writeFile(folder: string, { path, bytes, isExecutable }: WorkspaceFile): void {
  const target = join(folder, path);
  if (!target.startsWith(folder + sep)) throw new Error(`${path} is not a file in the workspace.`);
  for (let parent = dirname(target); parent.length > folder.length; parent = dirname(parent))
    if (lstatSync(parent, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(`${path} is below a link of the workspace.`);
  mkdirSync(dirname(target), { recursive: true });
  // Its mode is that of the case, not the one of the file that it replaces.
  rmSync(target, { force: true });
  writeFileSync(target, bytes, { mode: isExecutable ? 0o755 : 0o644 });
}
