/** The messages between the extension and a runtime process about the hooks of other agent clients. */
import { RequestType } from 'vscode-jsonrpc';

/** The options of the command in a client's settings. */
export interface HookOptions {
  /** `off` neither tells nor denies, `advise` never ends a turn. */
  readonly guard: 'advise' | 'on' | 'off';
  /** `on` checks a skill after an edit, `stop` at the end of a turn as well. */
  readonly check: 'on' | 'stop' | 'off';
}

/** The known facts about the hooks of a client, as `hook doctor --json` prints them. */
export interface HookReport {
  readonly client: string;
  readonly name: string;
  /** True if the client has a folder in the home directory. */
  readonly isUsed: boolean;
  /** The files with our hooks, and the options in them. */
  readonly installed: readonly ({ readonly scope: 'user' | 'project'; readonly file: string } & Partial<HookOptions>)[];
  /** The file that names our plugin, which has hooks of its own; absent if it is not installed. */
  readonly plugin?: string;
  /** The sessions in which a hook ran: in the folder or below it, and elsewhere. `last` is ISO 8601. */
  readonly runs: { readonly here: number; readonly elsewhere: number; readonly last?: string };
  readonly problems: readonly string[];
}

/** The abilities of a client's hooks, and its files. */
export interface HookClient extends HookReport {
  /** True if its hooks can end a turn. */
  readonly canEnd: boolean;
  /** True if its hooks can say something at the end of a turn: to the user, and to the model. */
  readonly shows: boolean;
  readonly continues: boolean;
  /** The file for all projects, with `~` for the home, and the file of a project, relative to it. */
  readonly userFile: string;
  readonly projectFile: string;
}

export interface DescribeHooksParams {
  /** Absolute path of the folder in which the clients work; absent if there is none. */
  readonly folder?: string;
}

export interface HookFacts {
  /** Absolute path of the folder with the records of sessions, which need not exist. */
  readonly sessions: string;
  /** In the order of the clients. */
  readonly clients: readonly HookClient[];
}

/** A change of the hooks of a client. Without `install`, they are removed. */
export interface HookChangeParams {
  readonly client: string;
  /** Absolute path of the project; absent for all projects of the user. */
  readonly project?: string;
  readonly install?: HookOptions;
}

/** A file that is changed. */
export interface HookFile {
  /** Absolute. */
  readonly file: string;
  /** Names of the clients that read it. */
  readonly clients: readonly string[];
  /** Its text before and after; absent if there is no such file then. */
  readonly before?: string;
  readonly after?: string;
  /** A step that is left to the user. */
  readonly note?: string;
}

/** The planned change, which writes nothing; `refused`: the files that cannot be changed, and why. */
export type HookChange =
  | {
      readonly kind: 'planned';
      readonly files: readonly HookFile[];
      readonly refused: readonly { readonly file: string; readonly message: string }[];
    }
  | { readonly kind: 'failed'; readonly message: string };

export interface ApplyHooksParams extends HookChangeParams {
  /** The files as they were previewed: nothing is written if they have changed since. */
  readonly files: readonly HookFile[];
  /** Absolute path of the program of hooks that ships with the extension, and its version. */
  readonly program: string;
  readonly version: string;
}

export type HooksApplied =
  | { readonly kind: 'applied' }
  /** Other programs have changed a file since the preview. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'failed'; readonly message: string };

export interface RefreshHooksParams {
  /** Absolute path of a program of hooks, and its version. */
  readonly program: string;
  readonly version: string;
}

/** Describes the hooks of all clients. Sent, like the following requests, to a process without a run. */
export const DescribeHooks = new RequestType<DescribeHooksParams, HookFacts, void>('hooks/describe');
/** Plans a change of the hooks of a client. */
export const PlanHooks = new RequestType<HookChangeParams, HookChange, void>('hooks/plan');
/** Carries out a planned change. */
export const ApplyHooks = new RequestType<ApplyHooksParams, HooksApplied, void>('hooks/apply');
/** Replaces the installed program of hooks by a newer one; nothing if none is installed. True if it was replaced. */
export const RefreshHooks = new RequestType<RefreshHooksParams, boolean, void>('hooks/refresh');
