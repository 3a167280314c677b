import { isAbsolute, resolve, sep } from 'node:path';
import type { ShellTool } from '../../skill/index.ts';
import type { Installation } from './installation.ts';

/** The directory in which the commands of a client run, carried over from command to command if the client does so. */
export class WorkingDirectory {
  private readonly cd: ShellTool['cd'];
  private readonly installation: Pick<Installation, 'root' | 'workspace'>;
  private directory: string;

  constructor(cd: ShellTool['cd'], installation: Pick<Installation, 'root' | 'workspace'>) {
    this.cd = cd;
    this.installation = installation;
    this.directory = installation.workspace;
  }

  /** Returns the directory that a command would run in. */
  directoryFor(workdir: string | undefined): string {
    if (workdir === undefined || workdir === '') return this.directory;
    return isAbsolute(workdir) ? workdir : resolve(this.installation.workspace, workdir);
  }

  /** Records the directory in which a command ended. Returns the one to which the client resets it, if it does. */
  carryOver(ended: string | undefined): string | undefined {
    const { root, workspace } = this.installation;
    if (ended === undefined || this.cd === 'forgotten' || !isBelow(ended, root)) return undefined;
    if (this.cd === 'kept' || isBelow(ended, workspace)) {
      this.directory = ended;
      return undefined;
    }
    this.directory = workspace;
    return workspace;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
