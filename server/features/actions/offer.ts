/** A code action before it is sent; its edit is computed on demand. */
import type { Command, Diagnostic, Range as LspRange, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { CodeActionKind } from 'vscode-languageserver-protocol';
import type { Range, Skill, SkillDocument } from '../../../skill/index.ts';
import { STATE_BASE } from '../../protocol.ts';
import type { AnalyzedDocument } from '../../rules/rule/analysis.ts';
import type { DocumentResult } from '../../workspace/skill-entry.ts';
import type { Session } from '../session.ts';
import type { EditSupport } from './edits.ts';

/** LSP's kinds are hierarchical: a client may request those that fix a finding, without suppressions. */
export const KINDS = {
  /** Fixes one finding. */
  fix: `${CodeActionKind.QuickFix}.skillwright`,
  /** Fixes all findings of one rule in the document. */
  fixKind: `${CodeActionKind.QuickFix}.all.skillwright`,
  /** States what paths are relative to. */
  stateBase: STATE_BASE,
  /** Says what a path is, so that it is not reported again. */
  statePath: `${CodeActionKind.QuickFix}.statePath`,
  suppress: `${CodeActionKind.QuickFix}.suppress`,
  extract: `${CodeActionKind.RefactorExtract}.skillwright`,
  rewrite: `${CodeActionKind.RefactorRewrite}.skillwright`,
  fixAll: `${CodeActionKind.SourceFixAll}.skillwright`,
} as const;

/** The kinds that `initialize` declares. */
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
  /** The reason why it is disabled, for clients that show it. */
  readonly disabled?: string;
  /** The edit is expensive, so it is computed when the action is chosen, if the client supports that. */
  readonly costly?: boolean;
  /** Returns undefined if there is nothing to change. */
  readonly edit: () => WorkspaceEdit | undefined;
}

/** The input for the actions at one range. */
export interface ActionInput {
  readonly session: Session;
  /** Absolute path of the document. */
  readonly path: string;
  readonly result: DocumentResult;
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly analysis: AnalyzedDocument;
  /** The selected range. */
  readonly range: Range;
  readonly support: EditSupport;
}

/** Data for resolving an action's edit. */
export interface ActionData {
  readonly uri: string;
  readonly range: LspRange;
  readonly kind: string;
  readonly title: string;
}

/** Returns true if one of our kinds matches the kinds that a client requests with `only`. */
export const isWanted = (only: readonly string[] | undefined, ours: string): boolean =>
  only?.some((kind) => kind === '' || kind === ours || ours.startsWith(`${kind}.`)) ?? true;
