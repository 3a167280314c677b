/** Queries across all clients. */

import { own } from '../text/own.ts';
import type { ClientId } from './client-id.ts';
import type { SkillFolder } from './discovery.ts';
import type { ClientField, ClientProfile } from './profile.ts';
import { MEANINGS } from './spec.ts';
import { CLIENTS } from './table.ts';

/** A frontmatter field, with all clients that read it. */
export interface KnownField {
  readonly name: string;
  /** Its meaning, in one or two sentences. */
  readonly means: string;
  /** The clients that know it, in the order of `CLIENTS`. */
  readonly readers: readonly { readonly client: ClientProfile; readonly field: ClientField }[];
}

/**
 * All fields that any client knows, by name: first those of the specification, last those that a single client
 * explains.
 */
export const KNOWN_FIELDS: ReadonlyMap<string, KnownField> = new Map(
  [...collectMeanings()].map(([name, means]) => [
    name,
    {
      name,
      means,
      readers: CLIENTS.flatMap((client) => {
        const field = client.fields.find((one) => one.name === name);
        return field ? [{ client, field }] : [];
      }),
    },
  ]),
);

function collectMeanings(): ReadonlyMap<string, string> {
  const all = new Map(Object.entries(MEANINGS));
  for (const { name, means } of CLIENTS.flatMap(({ fields }) => fields))
    if (means !== undefined && !all.has(name)) all.set(name, means);
  return all;
}

/** Returns the folders of a scope that clients search, each once with its clients. `path` is as in `SkillFolder`. */
export function foldersIn(
  scope: 'workspace' | 'user',
): readonly { readonly path: string; readonly clients: readonly ClientId[] }[] {
  return groupByPath(({ folder }) => (folder.scope === scope ? folder.path : undefined));
}

/** Returns the clients that search a folder around a skill, such as `.claude/skills`; none if it is in no such folder. */
export const clientsSearching = (root: string): readonly ClientId[] =>
  SEARCHED.flatMap(({ id, parts }) => (parts.some((part) => `${root}/`.includes(part)) ? [id] : []));

/** The part of a path that each client searches, with a `/` on both sides. */
const SEARCHED = CLIENTS.flatMap(({ id, discovery }) => {
  if (discovery.kind !== 'folders') return [];
  const searched = discovery.folders.map((folder) =>
    folder.scope === 'user-variable' ? `${folder.fallback}/${folder.path}` : folder.path,
  );
  return [{ id, parts: searched.map((path) => `/${path}/`.replace('//', '/')) }];
});

/** The environment that the user's folders depend on. */
export interface UserEnvironment {
  /** Absolute, with `/`, without a trailing slash. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Returns the folder that a variable of the environment names, with `/`; undefined if it is not set or not absolute. */
export function folderInVariable(
  { variable }: Extract<SkillFolder, { scope: 'user-variable' }>,
  environment: UserEnvironment['environment'],
): string | undefined {
  const set = own(environment, variable);
  // A relative path would point into the workspace.
  return set !== undefined && /^(?:\/|[A-Za-z]:[\\/])/.test(set) ? set.replaceAll('\\', '/') : undefined;
}

/**
 * Returns the folders of the user's own skills, absolute, each once with the clients that search it. They need not exist.
 */
export function userFolders({
  home,
  environment,
}: UserEnvironment): readonly { readonly path: string; readonly clients: readonly ClientId[] }[] {
  return groupByPath(({ folder }) => {
    if (folder.scope === 'user') return `${home}/${folder.path}`;
    if (folder.scope !== 'user-variable') return undefined;
    const base = folderInVariable(folder, environment) ?? `${home}/${folder.fallback}`;
    return `${base.replace(/\/$/, '')}/${folder.path}`;
  });
}

function groupByPath(
  pathOf: (one: { readonly client: ClientProfile; readonly folder: SkillFolder }) => string | undefined,
): readonly { readonly path: string; readonly clients: readonly ClientId[] }[] {
  const found = new Map<string, ClientId[]>();
  for (const client of CLIENTS) {
    if (client.discovery.kind !== 'folders') continue;
    for (const folder of client.discovery.folders) {
      const path = pathOf({ client, folder });
      if (path === undefined) continue;
      const clients = found.get(path) ?? [];
      if (!clients.includes(client.id)) clients.push(client.id);
      found.set(path, clients);
    }
  }
  return [...found].map(([path, clients]) => ({ path, clients }));
}
