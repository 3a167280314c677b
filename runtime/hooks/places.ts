/** The files in which clients look for hooks, and the forms of their entries, as data. */
import { defined, own } from '../../skill/index.ts';
import { DIALECTS } from './dialects.ts';

/** The parts of an entry. */
export interface EntryValues {
  /** The command for a POSIX shell. */
  readonly posix: string;
  /** The same for clients that start bash, and end it alone. */
  readonly bash: string;
  /** The command for PowerShell. */
  readonly powershell: string;
  /** The program and its arguments, for clients that start it without a shell. */
  readonly program: string;
  readonly args: readonly string[];
  /** The names of tools that read and run files, in the form of the client's matcher; absent for events that have none. */
  readonly matcher?: string;
}

/** A file with hooks that a client reads. */
export interface HookPlace {
  /** The ids of the clients that read it. */
  readonly clients: readonly string[];
  /** From the home, or below the folder that a variable of the environment names. */
  readonly user: { readonly path: string; readonly variable?: string; readonly below?: string };
  /** From the folder of a project. */
  readonly project: string;
  /** From the folder of the user's file: the file that names our plugin where it is installed. */
  readonly plugin?: string;
  /** `shared` files belong to the user and have other content; `own` ones are ours alone. */
  readonly kind: 'shared' | 'own';
  /** The fields of an own file in addition to `hooks`. */
  readonly root?: Readonly<Record<string, unknown>>;
  /** The events, each with the matcher of the tools that read and run files; none for events without one. */
  readonly events: Readonly<Record<string, string | undefined>>;
  /** True if the client's inputs do not name their event, so that the command does. */
  readonly namesEvents?: true;
  /** Returns the entry of one event. */
  readonly entry: (values: EntryValues, platform: NodeJS.Platform) => unknown;
  /** A step that is left to the user after the file is written. */
  readonly after?: string;
}

/** An entry of any client. */
interface Entry {
  readonly matcher?: string;
  readonly type?: 'command';
  readonly bash?: string;
  readonly powershell?: string;
  readonly timeoutSec?: number;
  readonly hooks?: readonly unknown[];
}

/** Time that a client waits for a hook, in seconds; the hook itself ends a little earlier. */
const SECONDS = 2;

/** Claude Code's tools, as a list of exact names; after those that write, a skill is checked. */
const CLAUDE_TOOLS = 'Read|Bash|Skill|Glob|PowerShell';
const CLAUDE_EDITS = `${CLAUDE_TOOLS}|Write|Edit|MultiEdit`;

export const HOOK_PLACES: readonly HookPlace[] = [
  {
    clients: ['claude-code'],
    user: { path: '.claude/settings.json', variable: 'CLAUDE_CONFIG_DIR', below: 'settings.json' },
    project: '.claude/settings.json',
    plugin: 'plugins/installed_plugins.json',
    kind: 'shared',
    events: { PreToolUse: CLAUDE_TOOLS, PostToolUse: CLAUDE_EDITS, PostToolUseFailure: CLAUDE_TOOLS, Stop: undefined },
    // Without a shell on Windows, where it could be Git Bash or PowerShell.
    entry: ({ posix, program, args, matcher }, platform) =>
      group(
        matcher,
        platform === 'win32'
          ? { type: 'command', command: program, args, timeout: SECONDS }
          : { type: 'command', command: posix, timeout: SECONDS },
      ),
  },
  {
    clients: ['codex'],
    user: { path: '.codex/hooks.json', variable: 'CODEX_HOME', below: 'hooks.json' },
    project: '.codex/hooks.json',
    plugin: 'config.toml',
    kind: 'shared',
    events: { PreToolUse: '^Bash$', PostToolUse: '^(?:Bash|apply_patch)$', Stop: undefined },
    entry: ({ posix, powershell, matcher }) =>
      group(matcher, { type: 'command', command: posix, commandWindows: powershell, timeout: SECONDS }),
    after: 'Codex runs a hook only after you have reviewed it: start Codex and enter /hooks.',
  },
  {
    clients: ['gemini-cli'],
    user: { path: '.gemini/settings.json' },
    project: '.gemini/settings.json',
    plugin: 'extensions/skillwright/gemini-extension.json',
    kind: 'shared',
    events: {
      BeforeTool: '^(?:read_file|read_many_files|run_shell_command|activate_skill|glob)$',
      AfterTool: '^(?:read_file|read_many_files|run_shell_command|activate_skill|glob|write_file|replace)$',
      AfterAgent: undefined,
    },
    entry: ({ bash, powershell, matcher }, platform) =>
      group(matcher, {
        type: 'command',
        name: 'skillwright',
        command: platform === 'win32' ? powershell : bash,
        timeout: SECONDS * 1000,
      }),
    after: 'Hooks of a project run only in folders that you have trusted in Gemini CLI.',
  },
  {
    clients: ['qwen-code'],
    user: { path: '.qwen/settings.json' },
    project: '.qwen/settings.json',
    kind: 'shared',
    events: {
      PreToolUse: '^(?:read_file|read_many_files|run_shell_command|skill|glob)$',
      PostToolUse: '^(?:read_file|read_many_files|run_shell_command|skill|glob|write_file|edit|replace)$',
      PostToolUseFailure: '^(?:read_file|read_many_files|run_shell_command|skill|glob)$',
      Stop: undefined,
    },
    entry: ({ posix, powershell, matcher }, platform) =>
      group(matcher, {
        type: 'command',
        name: 'skillwright',
        command: platform === 'win32' ? powershell : posix,
        timeout: SECONDS * 1000,
      }),
  },
  {
    // VS Code reads Copilot CLI's files, converts their events and ignores matchers.
    clients: ['copilot-cli', 'vscode'],
    user: { path: '.copilot/hooks/skillwright.json' },
    project: '.github/hooks/skillwright.json',
    kind: 'own',
    namesEvents: true,
    root: { version: 1 },
    events: {
      preToolUse: '^(?:view|bash|powershell|skill|glob)$',
      postToolUse: '^(?:view|bash|powershell|skill|glob|create|edit|apply_patch|str_replace)$',
      postToolUseFailure: '^(?:view|bash|powershell|skill|glob)$',
      agentStop: undefined,
    },
    entry: ({ posix, powershell, matcher }) =>
      defined<Entry>({ type: 'command', bash: posix, powershell, timeoutSec: SECONDS, matcher }),
    after: 'Hooks of a repository run only in folders that you have trusted in Copilot CLI.',
  },
];

/** The client whose hooks are modules that it loads: where it looks for them. */
export const PLUGIN_PLACE = {
  client: 'opencode',
  user: {
    path: '.config/opencode/plugins/skillwright.js',
    variable: 'OPENCODE_CONFIG_DIR',
    below: 'plugins/skillwright.js',
  },
  project: '.opencode/plugins/skillwright.js',
} as const;

/** Returns the ids of the clients that read the same file with hooks as a client, itself included. */
export function readersWith(client: string): readonly string[] {
  return HOOK_PLACES.find(({ clients }) => clients.includes(client))?.clients ?? [client];
}

/** Returns where a client looks for hooks. */
export function placeOf(client: string): Pick<HookPlace, 'user' | 'project' | 'plugin'> {
  return HOOK_PLACES.find(({ clients }) => clients.includes(client)) ?? PLUGIN_PLACE;
}

function group(matcher: string | undefined, hook: Readonly<Record<string, unknown>>): unknown {
  return defined<Entry>({ matcher, hooks: [hook] });
}

/** The folders in the home directory by which it is known that a client is used. */
export function clientFolders(client: string): readonly string[] {
  const folders: Readonly<Record<string, readonly string[]>> = {
    'claude-code': ['.claude'],
    codex: ['.codex'],
    'gemini-cli': ['.gemini'],
    'qwen-code': ['.qwen'],
    'copilot-cli': ['.copilot'],
    vscode: ['.copilot', '.vscode'],
    opencode: ['.config/opencode', '.local/share/opencode'],
  };
  return own(folders, client) ?? [];
}

/** Returns the name of a client with hooks. */
export const clientName = (client: string): string => DIALECTS.find(({ id }) => id === client)?.name ?? client;
