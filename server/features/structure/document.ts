/** A document of a skill with LSP positions, for features that show its structure. */
import type { Skill, SkillDocument } from '../../../skill/index.ts';
import type { Lines } from '../../workspace/lines.ts';
import type { DocumentResult } from '../../workspace/skill-entry.ts';
import type { Session } from '../session.ts';

export interface OpenDocument {
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly isManifest: boolean;
  readonly lines: Lines;
  readonly result: DocumentResult;
}

/** Returns undefined if the path is not a readable document of a skill. */
export function openDocumentAt({ workspace }: Session, path: string): OpenDocument | undefined {
  const entry = workspace.skillOf(path);
  const result = workspace.diagnose(path);
  if (entry === undefined || result === undefined) return undefined;
  const document = entry.document(path);
  const skill = entry.skill();
  if ('unreadable' in document || 'unreadable' in skill) return undefined;
  return { document, skill, isManifest: entry.manifest === path, lines: result.lines, result };
}

/** Returns the end of the last text before an offset, but not before `from`. */
export function textEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && /\s/.test(text[end - 1] ?? '')) end--;
  return end;
}
