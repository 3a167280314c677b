/** Types and names of messages between the extension and the language server beyond the Language Server Protocol. */
import {
  type Location,
  NotificationType,
  NotificationType0,
  RequestType,
  RequestType0,
} from 'vscode-languageserver-protocol';
import type { PathCounts } from '../skill/index.ts';
import type { CLIENT_IDS } from './client-ids.ts';

/** Severity of a finding, as in the Language Server Protocol. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

export type RuleLevel = Severity | 'off';

/** A client that skills are for, or `spec` for the specification without any client's extensions. */
export type ChosenClient = (typeof CLIENT_IDS)[number] | 'spec';

/** The values of the older setting `profile`. */
export type Profile = 'auto' | 'spec' | 'vscode' | 'claude' | 'adk' | 'codex';

/** `initializationOptions` of the language server. Every field has a default, so other editors need not send any. */
export interface InitializationOptions {
  /**
   * Problems that the editor itself reports for open documents, or those in `ShownDocuments`: rule codes, or `CODE/ASPECT`
   * for one aspect of a rule. The server omits these diagnostics there, but still offers their fixes. `markdown.links`: the editor
   * follows links and finds references to headings in all Markdown documents.
   */
  readonly reportedByEditor?: readonly string[];
  /**
   * Completions that the editor itself offers in a skill's documents: `link` for paths and headings in links, `field/NAME` for a
   * frontmatter field, `value/NAME` for its values. The server does not offer these.
   */
  readonly completedByEditor?: readonly string[];
  /**
   * URI of a folder in which the editor shows the rule pages, `CODE.md`, as targets of diagnostics. By default, the files that
   * ship with the server.
   */
  readonly rulePages?: string;
  /** True if the editor's Markdown supports a width for pictures: `![](URI|width=320)`. */
  readonly pictureWidths?: boolean;
  /** True if the editor's hover already explains the frontmatter fields that VS Code knows. */
  readonly fieldMeanings?: boolean;
  /** True if the user trusts the workspace: only then the server starts git. Otherwise, `WorkspaceTrusted` may follow. */
  readonly trusted?: boolean;
  /** The commands below that the editor has, for code lenses and fixes. */
  readonly commands?: readonly string[];
}

/** The editor's command that starts a run; its argument is the skill's folder. */
export const RUN_AGENT = 'skillwright.runAgent';
/** The editor's command that debugs an agent on a skill; its argument is the skill's folder. */
export const DEBUG_AGENT = 'skillwright.debugAgent';

/** The title of a fix that writes a file's path into prose. The editor also offers such fixes itself. */
export const writePathTitle = (path: string): string => `Write the path of ${path}`;

/** The editor's command that opens a file created by a fix; its argument is the file's URI. */
export const OPEN_CREATED = 'skillwright.openCreated';

/**
 * The editor's command after a quick fix has written a pattern into `.skillwright.json`, which has an effect once it is saved.
 * Without arguments: VS Code drops those of a code action when the diagnostics change.
 */
export const PATTERN_WRITTEN = 'skillwright.patternWritten';

/** VS Code's command that triggers suggestions, after completing a folder. */
export const TRIGGER_SUGGEST = 'editor.action.triggerSuggest';

/** The part of the editor's configuration section `skillwright` that the server reads. */
export interface ServerSettings {
  readonly clients?: readonly ChosenClient[];
  /** Replaced by `clients`. */
  readonly profile?: Profile;
  readonly rules?: Readonly<Record<string, RuleLevel>>;
  /** `tokens`: show the token cost of files after their paths. */
  readonly inlayHints?: { readonly tokens?: boolean };
  /** `enabled`: ask git what happened to missing files. */
  readonly history?: { readonly enabled?: boolean };
}

/** A skill of the workspace folders, for a picker. */
export interface SkillSummary {
  readonly name: string;
  readonly description: string;
  /** URI of its SKILL.md. */
  readonly uri: string;
  /** Absolute path of its folder. */
  readonly root: string;
}

/** Returns all skills of the workspace folders, sorted by name. */
export const ListSkills = new RequestType0<readonly SkillSummary[], void>('skillwright/skills');

/**
 * Returns every reference to the file or folder with a URI; for a SKILL.md or the folder of a skill, also references to the
 * skill by name, including in files of agents.
 */
export const FindFileReferences = new RequestType<{ readonly uri: string }, readonly Location[], void>(
  'skillwright/fileReferences',
);

/**
 * URIs of the skill documents that the editor currently shows, from an editor that reports diagnostics only for these. If it
 * is never sent, all open documents count as shown.
 */
export const ShownDocuments = new NotificationType<readonly string[]>('skillwright/shownDocuments');

/** An entry of the Skills view. */
export interface CataloguedSkill extends SkillSummary {
  /** Its location: in a workspace folder, in a folder of the user's own skills, or elsewhere and opened. */
  readonly scope: 'workspace' | 'user' | 'opened';
  /** Estimated tokens of name and description, the cost of every run that offers the skill. */
  readonly tokens: number;
  /** The number of paths without a file, by what they are taken for; absent until all documents were checked. */
  readonly paths?: PathCounts;
}

/** Every skill of the workspace folders and the user's own folders, sorted by scope, folder and name. */
export interface SkillCatalogue {
  readonly skills: readonly CataloguedSkill[];
  /** The user's existing skill folders, absolute, with the names of the clients that use them. */
  readonly userFolders: readonly { readonly path: string; readonly clients: readonly string[] }[];
}

/** Returns all skills for a view; reads only their frontmatter. */
export const ListCatalogue = new RequestType0<SkillCatalogue, void>('skillwright/skillCatalogue');

/** A bundled file in the tree of a skill. */
export interface BundledFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly uri: string;
  /** Estimated; undefined if the file is not text, or was not read because the skill is too large. */
  readonly tokens?: number;
  /** Files that this file is the first to reference. */
  readonly leadsTo: readonly BundledFile[];
}

/** A tool, a tool of an MCP server, another skill or a program that the body of a skill tells the model to use. */
export interface SkillNeed {
  readonly kind: 'tool' | 'mcp-tool' | 'skill' | 'program';
  readonly name: string;
  /** Its first place in SKILL.md, as in the Language Server Protocol. */
  readonly at: { readonly line: number; readonly character: number };
  /** Why it is not there, as a clause; absent if it is, or if that is not known. */
  readonly missing?: string;
}

/** The contents of a skill, in the order in which a model discovers them. */
export interface SkillDetails {
  /** Estimated tokens by level of disclosure. */
  readonly tokens: {
    readonly catalogue: number;
    /** The body of SKILL.md. */
    readonly instructions: number;
    /** The bundled text files. */
    readonly resources: number;
    /** True if some bundled files were not read, so the actual number is higher. */
    readonly more: boolean;
  };
  readonly manifest: BundledFile;
  /** Files that nothing references by path or name; a sentence may still mean one of them. */
  readonly unreferenced: readonly BundledFile[];
  /** Files that need no reference: licenses, tests, or all files of a bundle that is too large. */
  readonly others: readonly BundledFile[];
  /** Number of files omitted from `others`. */
  readonly omitted: number;
  /** All that the body tells the model to use. */
  readonly needs: readonly SkillNeed[];
}

/** Returns the contents of the skill in a folder (absolute, as in `SkillSummary.root`); null if it is missing or unreadable. */
export const DescribeSkill = new RequestType<{ readonly root: string }, SkillDetails | null, void>(
  'skillwright/skillDetails',
);

/**
 * Sent after the first `ListCatalogue`, at most a few times per second, with the current state of changed skills; without
 * `skills`, any may have changed, been created or deleted.
 */
export const SkillsChanged = new NotificationType<{ readonly skills?: readonly CataloguedSkill[] }>(
  'skillwright/skillsChanged',
);

/** A file that is dropped or pasted into a skill's document. */
export interface IncomingFile {
  /** The file name without folders. */
  readonly name: string;
  /** Absent if the file does not exist yet, such as a clipboard image. */
  readonly uri?: string;
}

/** The text to insert for dropped or pasted files. */
export interface WrittenPaths {
  readonly text: string;
  /** Files to copy into the skill, in the order of the request: index and target URI. */
  readonly copies: readonly { readonly file: number; readonly to: string }[];
}

/**
 * Writes paths to files at a position in a skill's document, in the form that fits the position, relative to the base that a
 * model resolves them against. A file from outside of the skill gets an unused name in the folder for its type; no path is
 * outside of the skill. Null if the document does not belong to a skill, or one of the files cannot.
 */
export const WritePaths = new RequestType<
  {
    readonly textDocument: { readonly uri: string };
    readonly position: { readonly line: number; readonly character: number };
    readonly files: readonly IncomingFile[];
  },
  WrittenPaths | null,
  void
>('skillwright/writePaths');

/** Sent when the user has come to trust the workspace. */
export const WorkspaceTrusted = new NotificationType0('skillwright/workspaceTrusted');

/** The kind of the code action that states what paths are relative to. It is returned only if it is requested by this name. */
export const STATE_BASE = 'quickfix.stateBase.skillwright';
