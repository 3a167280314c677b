import { diskFiles } from '../../skill/disk.ts';
import { findSkills, type Skill } from '../../skill/index.ts';
import type { StressedSkill, StressReport } from '../protocol/stress.ts';
import { readSkills } from '../toolset/read-skills.ts';
import { defaultPromptsFor } from './default-prompts.ts';
import { type StressOptions, stressSkill } from './stress.ts';

/** Options for testing several skills, one after the other, each separately. */
export interface ReportOptions extends Omit<StressOptions, 'skill' | 'prompts' | 'onProgress'> {
  readonly skills: readonly Skill[];
  /** Empty: each skill's default prompts. */
  readonly prompts: readonly string[];
  readonly onProgress?: (skill: Skill, done: number, planned: number) => void;
}

export type ReportResult = StressReport | { readonly kind: 'failed'; readonly message: string };

export async function stressReport(options: ReportOptions, notes: readonly string[] = []): Promise<ReportResult> {
  const { skills, onProgress, ...shared } = options;
  const tested: StressedSkill[] = [];
  let complete = true;
  for (const skill of skills) {
    const prompts = shared.prompts.length > 0 ? shared.prompts : defaultPromptsFor(skill);
    const reportProgress = onProgress && ((done: number, planned: number) => onProgress(skill, done, planned));
    const end = await stressSkill({ ...shared, skill, prompts, ...(reportProgress && { onProgress: reportProgress }) });
    if (end.kind === 'failed') return end;
    tested.push(end.skill);
    complete = end.complete;
    if (!complete) break;
  }
  return { version: 1, simulated: true, complete, skills: tested, notes };
}

export type FoundSkills =
  | { readonly kind: 'found'; readonly skills: readonly Skill[]; readonly notes: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Finds the skills in folders, each of which is a skill's folder, its SKILL.md or a folder that contains skills. Two may
 * have the same name, because each is tested separately.
 */
export function findSkillsIn(folders: readonly string[]): FoundSkills {
  const skills = new Map<string, Skill>();
  const notes: string[] = [];
  const files = diskFiles();
  for (const folder of folders) {
    const path = folder
      .replaceAll('\\', '/')
      .replace(/\/SKILL\.md$/i, '')
      // eslint-disable-next-line regexp/no-super-linear-move -- a path typed by the user
      .replace(/(?<=.)\/+$/, '');
    if (files.kind(path) !== 'folder') return { kind: 'failed', message: `The folder ${path} does not exist.` };
    const roots = findSkills(files, path).map((manifest) => manifest.slice(0, manifest.lastIndexOf('/')) || '/');
    for (const root of roots.includes(path) ? [path] : roots) {
      const read = readSkills([root]);
      if (read.kind === 'failed') notes.push(read.message.replace('No usable skill was found.\n', ''));
      else for (const skill of read.skills) skills.set(skill.root, skill);
    }
  }
  if (skills.size > 0) return { kind: 'found', skills: [...skills.values()], notes };
  return { kind: 'failed', message: ['No skill to test was found.', ...notes].join('\n') };
}
