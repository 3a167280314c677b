/** A code action before it is sent: its edit is worked out when it is asked for. */
import type { Command, Diagnostic, Range as LspRange, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { CodeActionKind } from 'vscode-languageserver-protocol';
import type { Range, Skill, SkillDocument } from '../../../skill/index.ts';
import type { AnalyzedDocument } from '../../rules/analysis.ts';
import type { DocumentResult } from '../../workspace/entry.ts';
import type { Session } from '../session.ts';
import type { EditSupport } from './edits.ts';

/** LSP's kinds are a hierarchy: a client may ask for those that put a finding right, without suppressions. */
export const KINDS = {
  /** Puts one finding right. */
  fix: `${CodeActionKind.QuickFix}.skillwright`,
  /** Puts all findings of one rule in the document right. */
  fixKind: `${CodeActionKind.QuickFix}.all.skillwright`,
  suppress: `${CodeActionKind.QuickFix}.suppress`,
  extract: `${CodeActionKind.RefactorExtract}.skillwright`,
  rewrite: `${CodeActionKind.RefactorRewrite}.skillwright`,
  fixAll: `${CodeActionKind.SourceFixAll}.skillwright`,
} as const;

/** What `initialize` says that there is. */
export const ADVERTISED: readonly string[] = [
  CodeActionKind.QuickFix,
  CodeActionKind.RefactorExtract,
  CodeActionKind.RefactorRewrite,
  KINDS.fixAll,
];

export interface Offer {
  readonly title: string;
  readonly kind: string;
  readonly isPreferred?: boolean;
  readonly diagnostics?: Diagnostic[];
  readonly command?: Command;
  /** Why it cannot be done here, for clients that show it. */
  readonly disabled?: string;
  /** The edit takes more than a moment: it is worked out when the author chooses the action, where the client can wait for it. */
  readonly costly?: boolean;
  /** Undefined where nothing is left to change. */
  readonly edit: () => WorkspaceEdit | undefined;
}

/** What the actions of one place are made from. */
export interface ActionInput {
  readonly session: Session;
  /** Absolute path of the document. */
  readonly path: string;
  readonly result: DocumentResult;
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly analysis: AnalyzedDocument;
  /** The selection. */
  readonly range: Range;
  readonly support: EditSupport;
}

/** What a client sends back to have an action's edit worked out. */
export interface ActionData {
  readonly uri: string;
  readonly range: LspRange;
  readonly kind: string;
  readonly title: string;
}

/** Whether a client that asks for `only` these kinds wants one of ours. */
export const isWanted = (only: readonly string[] | undefined, ours: string): boolean =>
  only?.some((kind) => kind === '' || kind === ours || ours.startsWith(`${kind}.`)) ?? true;
