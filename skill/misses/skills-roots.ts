import { CLIENTS } from '../clients/table.ts';

/** A path that leads into a folder of skills. */
export interface InSkillsRoot {
  /** The folder of skills. */
  readonly root: string;
  /** The path below it. */
  readonly rest: string;
}

/** The folders that clients search, relative to a workspace or a home, and on the machine; the longest first. */
const SEARCHED: readonly string[] = [
  ...new Set(
    CLIENTS.flatMap(({ discovery }) =>
      discovery.kind === 'folders'
        ? discovery.folders.map((folder) =>
            folder.scope === 'user-variable' ? `${folder.fallback}/${folder.path}` : folder.path.replace(/^\//, ''),
          )
        : [],
    ),
  ),
].sort((a, b) => b.length - a.length);

/** The number or hash of a version, as plugin caches name their folders. */
const VERSION = /^v?\d+\.\d[\w.+-]*$|^(?=[a-f]*\d)[0-9a-f]{7,40}…?$/i;

/**
 * Returns the innermost folder of skills that a path leads into: one that a client searches, or any other folder called
 * `skills`. Undefined if there is none.
 */
export function skillsRootOf(path: string): InSkillsRoot | undefined {
  const client = clientFolderIn(path);
  const at = client === undefined ? -1 : path.lastIndexOf(`/${client}/`) + client.length + 2;
  const [, named = ''] = /^(.*\/\.?skills\/)[^/]/i.exec(path) ?? [];
  const end = Math.max(at, named.length);
  return end <= 1 ? undefined : { root: path.slice(0, end - 1), rest: path.slice(end) };
}

/** Returns the folder that a client searches and that a path is in, such as `.claude/skills`. */
export function clientFolderIn(path: string): string | undefined {
  return SEARCHED.find((folder) => path.includes(`/${folder}/`));
}

/** Returns a path with `*` for each folder that is a version; undefined if it has none. */
export function withoutVersions(path: string): string | undefined {
  const parts = path.split('/').map((part) => (VERSION.test(part) ? '*' : part));
  return parts.includes('*') ? parts.join('/') : undefined;
}
