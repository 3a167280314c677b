/** All clients, and what is asked of all of them at once. */

import type { ClientId } from './client-id.ts';
import type { ClientField, ClientProfile, SkillFolder } from './profile.ts';
import { MEANINGS } from './spec.ts';
import { CLIENTS } from './table.ts';

/** A field of the frontmatter over all clients. */
export interface KnownField {
  readonly name: string;
  /** What it means to whoever reads it, in one or two sentences. */
  readonly means: string;
  /** The clients that know it, in the order of `CLIENTS`. */
  readonly readers: readonly { readonly client: ClientProfile; readonly field: ClientField }[];
}

/** Every field that some client knows, by name: those of the specification first, those that one client alone explains last. */
export const KNOWN_FIELDS: ReadonlyMap<string, KnownField> = new Map(
  [...meanings()].map(([name, means]) => [
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

function meanings(): ReadonlyMap<string, string> {
  const all = new Map(Object.entries(MEANINGS));
  for (const { name, means } of CLIENTS.flatMap(({ fields }) => fields))
    if (means !== undefined && !all.has(name)) all.set(name, means);
  return all;
}

/** The folders of a scope in which clients look, each once with the clients that do. `path` is as in `SkillFolder`. */
export function foldersIn(
  scope: 'workspace' | 'user',
): readonly { readonly path: string; readonly clients: readonly ClientId[] }[] {
  return together(({ folder }) => (folder.scope === scope ? folder.path : undefined));
}

/** What a user's folders depend on besides the profiles. */
export interface UserPlaces {
  /** Absolute, with `/`, without one at its end. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The folders of the user's own skills, absolute, each once with the clients that look there; which exist is not asked. */
export function userFolders({
  home,
  environment,
}: UserPlaces): readonly { readonly path: string; readonly clients: readonly ClientId[] }[] {
  return together(({ folder }) => {
    if (folder.scope === 'user') return `${home}/${folder.path}`;
    if (folder.scope !== 'user-variable') return undefined;
    const set = environment[folder.variable];
    // A relative one would lead into the workspace.
    const base =
      set !== undefined && /^(?:\/|[A-Za-z]:[\\/])/.test(set)
        ? set.replaceAll('\\', '/')
        : `${home}/${folder.fallback}`;
    return `${base.replace(/\/$/, '')}/${folder.path}`;
  });
}

function together(
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
