/** What travels between the extension and the language server beyond the Language Server Protocol itself: types and names. */
import { type Location, NotificationType, RequestType, RequestType0 } from 'vscode-languageserver-protocol';

/** Weight of a finding, as in the Language Server Protocol. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

export type RuleLevel = Severity | 'off';

export type Profile = 'auto' | 'spec' | 'vscode' | 'claude' | 'adk' | 'codex';

/** `initializationOptions` of the language server. Every field has a default, so that other editors need send none. */
export interface InitializationOptions {
  /**
   * What the editor itself reports of documents that are open, or of those in `ShownDocuments`: rule codes, or `CODE/ASPECT` for one thing that a
   * rule looks at. The server says nothing of it there, and still offers its fixes. `markdown.links`: it follows links and
   * finds what leads to a heading, in all Markdown documents.
   */
  readonly reportedByEditor?: readonly string[];
  /**
   * What the editor itself completes in a skill's documents: `link` for paths and headings in links, `field/NAME` for a
   * field of the frontmatter, `value/NAME` for its values. The server offers none of it.
   */
  readonly completedByEditor?: readonly string[];
  /**
   * URI of a folder in which the editor shows the rules' pages, `CODE.md`; findings lead there. Without it to the files that
   * ship with the server.
   */
  readonly rulePages?: string;
  /** Whether the editor's Markdown takes a width behind the address of a picture: `![](URI|width=320)`. */
  readonly pictureWidths?: boolean;
  /** Whether the editor says in a hover what a field of the frontmatter means, of those that VS Code knows. */
  readonly fieldMeanings?: boolean;
  /** Commands of the editor that code lenses and fixes may call: of those below, which it has. */
  readonly commands?: readonly string[];
}

/** The editor's command that starts a run; its argument is the skill's folder. */
export const RUN_AGENT = 'skillwright.runAgent';

/** The editor's command that opens a file which a fix has made; its argument is the file's URI. */
export const OPEN_CREATED = 'skillwright.openCreated';

/** VS Code's command that asks for completion again; a folder that was completed is followed by it. */
export const TRIGGER_SUGGEST = 'editor.action.triggerSuggest';

/** The section `skillwright` of the editor's configuration, as far as the server reads it. */
export interface ServerSettings {
  readonly profile?: Profile;
  readonly rules?: Readonly<Record<string, RuleLevel>>;
  /** `tokens`: what loading a file costs is shown behind its path. */
  readonly inlayHints?: { readonly tokens?: boolean };
}

/** A skill of the workspace folders, as a picker shows it. */
export interface SkillSummary {
  readonly name: string;
  readonly description: string;
  /** URI of its SKILL.md. */
  readonly uri: string;
  /** Absolute path of its folder. */
  readonly root: string;
}

/** All skills of the workspace folders, by name. */
export const ListSkills = new RequestType0<readonly SkillSummary[], void>('skillwright/skills');

/**
 * Every place of every skill that leads to the file or folder of a URI, of any kind; to a SKILL.md or the folder of a skill,
 * also what names the skill, in the files of agents too.
 */
export const FindFileReferences = new RequestType<{ readonly uri: string }, readonly Location[], void>(
  'skillwright/fileReferences',
);

/**
 * URIs of the skills' documents that the editor shows now, for one that reports on these alone. An editor that never sends
 * this is taken to report on all that it has open.
 */
export const ShownDocuments = new NotificationType<readonly string[]>('skillwright/shownDocuments');

/** A skill as the Skills view lists it. */
export interface CataloguedSkill extends SkillSummary {
  /** Where it lies: in a workspace folder, in a folder of the user's own skills, or elsewhere and opened. */
  readonly scope: 'workspace' | 'user' | 'opened';
  /** Estimated tokens of name and description: what every run pays that offers the skill. */
  readonly tokens: number;
}

/** Every skill of the workspace folders and of the user's own folders, by scope, folder and name. */
export interface SkillCatalogue {
  readonly skills: readonly CataloguedSkill[];
  /** The user's own folders that there are, absolute, with the names of the clients that look there. */
  readonly userFolders: readonly { readonly path: string; readonly clients: readonly string[] }[];
}

/** For a view of all skills; only the frontmatter of each is read. */
export const ListCatalogue = new RequestType0<SkillCatalogue, void>('skillwright/skillCatalogue');

/** A bundled file in the tree of a skill. */
export interface BundledFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly uri: string;
  /** Estimated; undefined where it holds no text, or was not read because the skill is so large. */
  readonly tokens?: number;
  /** Files that one comes to through this one first. */
  readonly leadsTo: readonly BundledFile[];
}

/** What a skill consists of, by how a model finds its way through it. */
export interface SkillDetails {
  /** Estimated tokens by level of disclosure. */
  readonly tokens: {
    readonly catalogue: number;
    /** The body of SKILL.md. */
    readonly instructions: number;
    /** The bundled files that hold text. */
    readonly resources: number;
    /** Some bundled files were not read: there are more. */
    readonly more: boolean;
  };
  readonly manifest: BundledFile;
  /** Files that no text leads to by a path or a name; a sentence may mean one of them all the same. */
  readonly unreferenced: readonly BundledFile[];
  /** Files that need no reference: licences, tests, or all of a bundle that is too large to tell. */
  readonly others: readonly BundledFile[];
  /** How many of `others` were left out. */
  readonly omitted: number;
}

/** What the skill of a folder (absolute, as in `SkillSummary.root`) consists of; null where it is gone or cannot be read. */
export const DescribeSkill = new RequestType<{ readonly root: string }, SkillDetails | null, void>(
  'skillwright/skillDetails',
);

/**
 * Sent after the first `ListCatalogue`, at most a few times a second: these skills changed, as they are now; without
 * `skills` any may have, come or gone.
 */
export const SkillsChanged = new NotificationType<{ readonly skills?: readonly CataloguedSkill[] }>(
  'skillwright/skillsChanged',
);

/** A file that somebody drops or pastes into a skill's document. */
export interface IncomingFile {
  /** The file's own name, without folders. */
  readonly name: string;
  /** Absent where it is nowhere yet: an image of the clipboard. */
  readonly uri?: string;
}

/** What to write where files are dropped or pasted. */
export interface WrittenPaths {
  readonly text: string;
  /** Files to copy into the skill, in the order of the request: the index of each, and the URI that it is to have. */
  readonly copies: readonly { readonly file: number; readonly to: string }[];
}

/**
 * How to write paths to files at a place of a skill's document: in the form that fits the place, relative to what a model
 * resolves them against. A file from outside of the skill gets a free name in the folder for its kind; no path ever leaves
 * the skill. Null where the document is no skill's, or one of the files can be no part of it.
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
