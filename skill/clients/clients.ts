/** All clients, and what is asked of all of them at once. */

import { adk } from './adk.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import type { ClientField, ClientId, ClientProfile, SkillFolder } from './profile.ts';
import { MEANINGS } from './spec.ts';
import { vscode } from './vscode.ts';

/** Every client that we know, those with most users first. */
export const CLIENTS: readonly ClientProfile[] = [
  claudeCode,
  vscode,
  codex,
  copilotCli,
  geminiCli,
  cursor,
  opencode,
  pi,
  adk,
];

/** A field of the frontmatter over all clients. */
export interface KnownField {
  readonly name: string;
  /** What it means to whoever reads it, in one or two sentences. */
  readonly means: string;
  /** The clients that know it, in the order of `CLIENTS`. */
  readonly readers: readonly { readonly client: ClientProfile; readonly field: ClientField }[];
}

/** Every field that some client knows, by name, those of the specification first. */
export const KNOWN_FIELDS: ReadonlyMap<string, KnownField> = new Map(
  Object.entries(MEANINGS).map(([name, means]) => [
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
