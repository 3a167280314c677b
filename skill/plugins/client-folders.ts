/** The folders of skills that belong to one client, also where repositories of dotfiles keep them. */
import type { ClientId } from '../clients/client-id.ts';
import { clientsSearching } from '../clients/clients.ts';
import type { FileSystem } from '../files/files.ts';
import { basename, dirname } from '../files/paths.ts';
import { own } from '../text/own.ts';
import { isManifestName } from './manifest-files.ts';

/**
 * The client that a folder is named after, by the folder's name without its dot. `.agents` is everybody's. In `.github`
 * skills are for both products of GitHub.
 */
const OWNERS: Readonly<Record<string, readonly ClientId[]>> = {
  claude: ['claude-code'],
  codex: ['codex'],
  copilot: ['copilot-cli'],
  cursor: ['cursor'],
  gemini: ['gemini-cli'],
  github: ['vscode', 'copilot-cli'],
  opencode: ['opencode'],
  pi: ['pi'],
  qwen: ['qwen-code'],
};

/** Attributes that chezmoi reads from the start of a name: https://chezmoi.io/reference/source-state-attributes/. */
const ATTRIBUTES =
  /^(?:(?:after|before|create|empty|encrypted|exact|executable|external|modify|once|onchange|private|readonly|remove|symlink)_)+/;

/** The folder of a client in a path: `.claude`, `dot_claude`, Stow's `dot-claude`, or `claude` as in a folder of dotfiles. */
const CLIENT_FOLDER = /^(\.|dot[_-])?(claude|codex|copilot|cursor|gemini|github|opencode|pi|qwen)$/;

/** The hidden folder of a program: `.grok`, or `dot_grok` as in a folder of dotfiles. */
const PROGRAM_FOLDER = /^(?:\.|dot[_-])([a-z][\w-]*)$/;

/** Hidden folders that belong to no client, or to all. */
const SHARED: ReadonlySet<string> = new Set([
  'agent',
  'agents',
  'ai',
  'common',
  'config',
  'local',
  'share',
  'shared',
  'skills',
]);

/** A folder of a client that a skill is in. */
export interface ClientFolder {
  /** Absolute path of the folder of skills. */
  readonly skills: string;
  /** Empty for a client that is not described here. */
  readonly clients: readonly ClientId[];
  /** True if no other client searches it. */
  readonly alone: boolean;
}

/** True for a path into dotfiles that chezmoi installs. */
const isManaged = (parts: readonly string[]): boolean => parts.some((part) => /^(?:\w+_)?dot_/.test(part));

/** Returns the name of a skill's folder once it is installed, without attributes of a program that installs dotfiles. */
export const installedName = (root: string): string =>
  isManaged(root.split('/')) ? basename(root).replace(ATTRIBUTES, '').replace(/^dot_/, '.') : basename(root);

/**
 * Returns the innermost folder of a client with skills around a skill; undefined if there is none.
 * @param boundary the repository or workspace folder: a folder with a client's name but no dot is one only below it
 */
export function clientFolderOf(root: string, boundary: string | undefined): ClientFolder | undefined {
  const parts = root.split('/');
  const managed = isManaged(parts);
  const plain = (part: string): string => (managed ? part.replace(ATTRIBUTES, '') : part);
  for (let index = parts.length - 2; index > 0; index--) {
    if (!/^skills?$/.test(plain(parts[index] ?? ''))) continue;
    // pi keeps the user's own skills in `.pi/agent/skills`.
    const above = parts[index - 1] === 'agent' ? index - 2 : index - 1;
    const [, dot, name = ''] = CLIENT_FOLDER.exec(plain(parts[above] ?? '')) ?? [];
    const clients = own(OWNERS, name);
    if (clients === undefined) {
      const [, program] = PROGRAM_FOLDER.exec(plain(parts[index - 1] ?? '')) ?? [];
      if (program === undefined || SHARED.has(program)) continue;
      return { skills: parts.slice(0, index + 1).join('/'), clients: [], alone: true };
    }
    // `github/skills` and `pi/skills` are not folders of dotfiles, nor is a repository called `codex`.
    const isPlain = dot === undefined && !/^(?:github|pi|cursor)$/.test(name);
    if (dot === undefined && !(isPlain && above >= (boundary ?? '').split('/').length)) continue;
    const hidden = `/.${name}/${parts
      .slice(above + 1, index + 1)
      .map(plain)
      .join('/')}/x`;
    const others = clientsSearching(hidden).filter((id) => !clients.includes(id));
    return {
      skills: parts.slice(0, index + 1).join('/'),
      clients,
      alone: others.length === 0,
    };
  }
  return folderOfClient(parts, plain);
}

/** Returns the innermost folder of a client around a skill that no client searches: only its owner can know of it. */
function folderOfClient(parts: readonly string[], plain: (part: string) => string): ClientFolder | undefined {
  for (let index = parts.length - 2; index > 0; index--) {
    const [, dot, name = ''] = CLIENT_FOLDER.exec(plain(parts[index] ?? '')) ?? [];
    const clients = own(OWNERS, name);
    if (clients !== undefined && dot !== undefined)
      return { skills: parts.slice(0, index + 1).join('/'), clients, alone: true };
  }
  return undefined;
}

/** Files and folders of `~/.claude`; the settings are always there. */
const SETTINGS = 'settings.json';
const HOME_ENTRIES = ['CLAUDE.md', 'agents', 'commands', 'hooks', 'plugins', 'output-styles', 'statusline.sh'];

/** True for a folder that is a user's `~/.claude`, kept in a repository of its own under any name. */
export function isClaudeHome(fs: FileSystem, folder: string): boolean {
  const names = new Set(fs.list(folder).map(({ name }) => name));
  const has = (name: string): boolean => names.has(name);
  return has(SETTINGS) && has('skills') && HOME_ENTRIES.some(has);
}

const PLACE_NAMES: ReadonlySet<string> = new Set([SETTINGS, ...HOME_ENTRIES]);

/** True if a file or folder of this name may decide whose skills a folder has. */
export const isPlaceName = (name: string): boolean => isManifestName(name) || PLACE_NAMES.has(name);

/** Returns the folder above `skills/` that a skill is directly in; undefined if it is in none. */
export const folderAboveSkills = (root: string): string | undefined =>
  basename(dirname(root)) === 'skills' ? dirname(dirname(root)) : undefined;
