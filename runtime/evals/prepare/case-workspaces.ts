import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskFiles } from '../../../skill/disk.ts';
import { findSkills, readSkill } from '../../../skill/index.ts';
import { messageOf } from '../../errors.ts';
import type { WorkspaceFile } from '../trials/case-files.ts';

/** The workspaces of cases: the given folder, or a copy of it with the files of a case. */
export class CaseWorkspaces {
  private readonly workspace: string | undefined;
  private root: string | undefined;
  private readonly folders = new Map<string, string>();

  /** @param workspace absolute path; undefined for an empty one */
  constructor(workspace: string | undefined) {
    this.workspace = workspace;
  }

  /** Returns the workspace for a case, undefined for an empty one, or an error message. */
  folderFor(key: string, files: readonly WorkspaceFile[]): { readonly folder?: string } | { readonly message: string } {
    const known = this.folders.get(key) ?? (files.length === 0 ? this.workspace : undefined);
    if (known !== undefined) return { folder: known };
    if (files.length === 0) return {};
    try {
      this.root ??= realpathSync(mkdtempSync(join(tmpdir(), 'skillwright-eval-')));
      const folder = join(this.root, `${this.folders.size + 1}`);
      if (this.workspace === undefined) mkdirSync(folder);
      else cpSync(this.workspace, folder, { recursive: true, verbatimSymlinks: true });
      for (const { path, bytes } of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
      }
      this.folders.set(key, folder);
      return { folder };
    } catch (error) {
      return { message: `The workspace of a case cannot be created: ${messageOf(error)}` };
    }
  }

  /** Deletes the copies. */
  remove(): void {
    if (this.root !== undefined) rmSync(this.root, { recursive: true, force: true });
  }
}

/** Returns the path of a SKILL.md with this name in a folder, at any depth; undefined if there is none. */
export function findTwin(folder: string, name: string): string | undefined {
  const files = diskFiles();
  return findSkills(files, folder.replaceAll('\\', '/')).find((manifest) => {
    const read = readSkill(files, manifest);
    return read.kind !== 'unreadable' && read.skill.name === name;
  });
}
