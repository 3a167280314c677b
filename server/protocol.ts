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
