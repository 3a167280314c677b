/** A document of a skill with its places as LSP counts them, for features that show its structure. */
import type { Skill, SkillDocument } from '../../../skill/index.ts';
import type { DocumentResult } from '../../workspace/entry.ts';
import type { Lines } from '../../workspace/lines.ts';
import type { Session } from '../session.ts';

export interface Opened {
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly isManifest: boolean;
  readonly lines: Lines;
  readonly result: DocumentResult;
}

/** Undefined where it is no document of a skill, or cannot be read. */
export function openedAt({ workspace }: Session, path: string): Opened | undefined {
  const entry = workspace.skillOf(path);
  const result = workspace.diagnose(path);
  if (entry === undefined || result === undefined) return undefined;
  const document = entry.document(path);
  const skill = entry.skill();
  if ('unreadable' in document || 'unreadable' in skill) return undefined;
  return { document, skill, isManifest: entry.manifest === path, lines: result.lines, result };
}

/** Where the last text before an offset ends, on the line after `from` at the earliest. */
export function textEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && /\s/.test(text[end - 1] ?? '')) end--;
  return end;
}
