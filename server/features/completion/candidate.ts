/** A file or folder that may be meant at a path, and the document with the path. */
import type { ResolveContext, SkillDocument } from '../../../skill/index.ts';
import type { Settings } from '../../settings.ts';
import type { SkillEntry } from '../../workspace/skill-entry.ts';

export interface Candidate {
  /** The text to write, from the start of the path; a folder's ends with `/`. */
  readonly text: string;
  /** Absolute. */
  readonly path: string;
  readonly target: 'file' | 'folder';
  /** `outside`: not in the skill's folder. */
  readonly where: 'unreferenced' | 'referenced' | 'itself' | 'outside';
}

/** A document of a skill, or an instruction file, being edited, with the context for resolving its paths. */
export interface EditedDocument {
  /** Absent for an instruction file. */
  readonly entry?: SkillEntry;
  readonly document: SkillDocument;
  readonly context: ResolveContext;
  /** The settings of the rules of skills. Absent for an instruction file. */
  readonly settings?: Settings;
}
