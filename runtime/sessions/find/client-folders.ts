/** The folders in which clients keep their sessions: one row for each client and kind of folder. */

import { isAbsolute, join } from 'node:path';
import type { ClientId } from '../../../skill/index.ts';
import { own } from '../../../skill/index.ts';

/** The parts of a machine on which folders depend. */
export interface Machine {
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** A folder with sessions. */
export interface ClientFolder {
  readonly client: ClientId;
  /** Returns the folder, absolute. It need not exist. */
  readonly folder: (machine: Machine) => string;
  /** Patterns of the sessions' paths below the folder: `*` matches within a name, `**` any number of folders. */
  readonly files: readonly string[];
}

/** The folders of VS Code and of editors based on it, below the folder for configurations. */
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium'] as const;
/** Their folders below the home folder of a machine that they are connected to. */
const SERVERS = ['.vscode-server', '.vscode-server-insiders', '.vscodium-server'] as const;

/**
 * Files of Claude Code's sub-agents, which are read with the session that started them and are not sessions themselves.
 */
export const SUBAGENT_FILE = /^agent-.*\.jsonl$/;

/**
 * The folders of all clients, in the order of the documentation. A variable of a client replaces its folder, as it does
 * in the client.
 */
export const CLIENT_FOLDERS: readonly ClientFolder[] = [
  { client: 'claude-code', folder: variable('CLAUDE_CONFIG_DIR', '.claude'), files: ['projects/*/*.jsonl'] },
  {
    client: 'codex',
    folder: variable('CODEX_HOME', '.codex'),
    files: ['sessions/**/rollout-*', 'archived_sessions/**/rollout-*'],
  },
  {
    client: 'gemini-cli',
    folder: (machine) => join(variable('GEMINI_CLI_HOME', '')(machine), '.gemini'),
    files: ['tmp/*/chats/**/*.jsonl', 'tmp/*/chats/session-*.json'],
  },
  {
    client: 'copilot-cli',
    folder: variable('COPILOT_HOME', '.copilot'),
    files: ['session-state/*/events.jsonl', 'session-state/*.jsonl', 'history-session-state/*.jsonl'],
  },
  { client: 'pi', folder: variable('PI_CODING_AGENT_DIR', '.pi/agent'), files: ['sessions/*/*.jsonl'] },
  {
    client: 'opencode',
    folder: (machine) => join(variable('XDG_DATA_HOME', '.local/share')(machine), 'opencode'),
    files: ['opencode.db'],
  },
  ...EDITORS.map((editor) => vscode((machine) => join(configurations(machine), editor, 'User'))),
  ...SERVERS.map((server) => vscode(({ home }) => join(home, server, 'data', 'User'))),
];

/** Returns the row of an editor with its folder for user data. */
function vscode(folder: ClientFolder['folder']): ClientFolder {
  return {
    client: 'vscode',
    folder,
    files: [
      'workspaceStorage/*/chatSessions/*.json',
      'workspaceStorage/*/chatSessions/*.jsonl',
      'workspaceStorage/*/GitHub.copilot-chat/debug-logs/*/main.jsonl',
      'workspaceStorage/*/GitHub.copilot-chat/transcripts/*.jsonl',
      'globalStorage/emptyWindowChatSessions/*.json',
      'globalStorage/emptyWindowChatSessions/*.jsonl',
    ],
  };
}

/**
 * Returns the folder that a variable names, or one below the home folder. A relative path would point into the
 * workspace.
 */
function variable(name: string, fallback: string): ClientFolder['folder'] {
  return ({ home, environment }) => {
    const set = own(environment, name);
    return set !== undefined && isAbsolute(set) ? set : join(home, fallback);
  };
}

/** Returns the folder in which editors keep their user data. */
function configurations({ home, environment, platform }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return environment.APPDATA ?? join(home, 'AppData', 'Roaming');
  return variable('XDG_CONFIG_HOME', '.config')({ home, environment, platform });
}
