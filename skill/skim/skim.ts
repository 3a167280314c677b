/** The interface to documents that are parsed in parts: all that other code knows of them. */
import type { SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { type Notable, SkimmedDocument } from './skimmed-document.ts';

/** Reads a document that is parsed only where it is asked for. All of its answers are those of a full document. */
export const skimDocument = (path: string, text: string): SkillDocument => new SkimmedDocument(path, text);

/**
 * Returns the references and mentions of a document that a rule may report, and some others: all of them if the document
 * is parsed in full. `deep` returns the documents that SKILL.md does not lead to directly, with the document that leads
 * there first.
 */
export const notableParts = (
  document: SkillDocument,
  context: ResolveContext,
  deep?: () => ReadonlyMap<string, string>,
): Notable => (document instanceof SkimmedDocument ? document.notable(context, deep) : document);
