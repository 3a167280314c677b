import { isAbsolute, resolve, sep } from 'node:path';
import type { ClientBehavior, PathMessages } from '../../skill/index.ts';
import { kindOfLocated } from '../confined/confined-files.ts';
import type { Installation } from './installation.ts';

/** A path that was passed to a tool, resolved in the copy. */
export type ResolvedPath =
  | {
      readonly kind: 'path';
      readonly absolute: string;
      /** The same without links, as far as it exists. */
      readonly real: string;
      /** Undefined if nothing exists there. */
      readonly found: 'file' | 'folder' | 'other' | undefined;
    }
  /** A relative path, which this client's tool does not accept. */
  | { readonly kind: 'relative'; readonly absolute: string }
  /** A path that the client's tool may not read, or one outside the copy. */
  | { readonly kind: 'outside'; readonly absolute: string };

/** Resolves the paths that are passed to the tools of a client. */
export class Reach {
  private readonly installation: Installation;
  private readonly reach: ClientBehavior['reach'];
  private readonly isLoaded: (name: string) => boolean;

  constructor(installation: Installation, reach: ClientBehavior['reach'], isLoaded: (name: string) => boolean) {
    this.installation = installation;
    this.reach = reach;
    this.isLoaded = isLoaded;
  }

  /** The folders that may be read, absolute. */
  get folders(): readonly string[] {
    const { root, workspace, skills } = this.installation;
    if (this.reach === 'anywhere') return [root];
    const loaded = skills.filter(({ name }) => this.reach === 'workspace-and-skills' || this.isLoaded(name));
    return [workspace, ...loaded.map(({ folder }) => folder)];
  }

  /** Returns `given` as an absolute path, against the workspace. Looks nothing up. */
  absolute(given: string): string {
    const { workspace, home } = this.installation;
    return resolve(workspace, expanded(given, home));
  }

  /** Resolves `given` against the workspace. A link that leads out of the folders is treated as outside. */
  of(given: string, messages?: PathMessages): ResolvedPath {
    const { home, files } = this.installation;
    const absolute = this.absolute(given);
    if (messages?.relative !== undefined && !isAbsolute(expanded(given, home))) return { kind: 'relative', absolute };
    // Never outside the copy, even if the client itself would allow it.
    const located = files.locate(absolute);
    if (located.kind === 'outside') return { kind: 'outside', absolute };
    const { path } = located;
    const isInside = (folder: string): boolean => path === folder || path.startsWith(folder + sep);
    if (!this.folders.some(isInside)) return { kind: 'outside', absolute };
    return { kind: 'path', absolute, real: path, found: kindOfLocated(located) };
  }
}

function expanded(given: string, home: string): string {
  return given === '~' || given.startsWith('~/') ? home + given.slice(1) : given;
}
