/** Tests several skills, one after the other, and reports on each. */
import { diskFiles } from '../../skill/disk.ts';
import { findSkills, lengthProblem, type Skill } from '../../skill/index.ts';
import type { StressedSkill, StressMatrix, StressReport } from '../protocol/stress.ts';
import { frontmatterOf } from '../toolset/load-skill.ts';
import { readSkills } from '../toolset/read-skills.ts';
import type { StressClient } from './client-copy.ts';
import { defaultPromptsFor } from './default-prompts.ts';
import { OBSERVED_MODEL } from './defaults.ts';
import { matrixOf } from './matrix.ts';
import { type StressEnd, type StressOptions, stressSkill } from './stress.ts';
import { tryFixes } from './try-fixes.ts';

/** Options for testing several skills, one after the other, each separately. */
export interface ReportOptions extends Omit<StressOptions, 'skill' | 'prompts' | 'client' | 'onProgress'> {
  readonly skills: readonly Skill[];
  /** Empty: each skill's default prompts. */
  readonly prompts: readonly string[];
  /** Ids that `--client` takes; default: `adk` alone. With several, the report has a matrix for each skill. */
  readonly clients?: readonly string[];
  /** Options of the installation in all clients. */
  readonly installation?: Omit<StressClient, 'id'>;
  readonly onProgress?: (skill: Skill, done: number, planned: number) => void;
}

export type ReportResult = StressReport | { readonly kind: 'failed'; readonly message: string };

export async function stressReport(options: ReportOptions, notes: readonly string[] = []): Promise<ReportResult> {
  const tested: StressedSkill[] = [];
  const matrices: StressMatrix[] = [];
  let complete = true;
  const unlisted: string[] = [];
  for (const skill of options.skills) {
    const clients = (options.clients ?? ['adk']).filter((id) => {
      const problem = lengthProblem(id, frontmatterOf(skill));
      if (problem !== undefined) unlisted.push(`${skill.root}/SKILL.md: ${problem}; the skill is skipped in ${id}.`);
      return problem === undefined;
    });
    if (clients.length === 0) continue;
    const end = await stressInClients(skill, { ...options, clients });
    if (end.kind === 'failed') return end;
    tested.push(...end.results);
    if (end.matrix !== undefined) matrices.push(end.matrix);
    complete = end.complete;
    if (!complete) break;
  }
  if (options.skills.length > 0 && tested.length === 0)
    return { kind: 'failed', message: ['No skill to test was found.', ...notes, ...unlisted].join('\n') };
  const byClient = (options.clients ?? []).length > 1 ? { matrices } : {};
  return { version: 1, simulated: true, complete, skills: tested, ...byClient, notes: [...notes, ...unlisted] };
}

interface ClientsEnd {
  readonly kind: 'done';
  readonly complete: boolean;
  /** One for each client. */
  readonly results: readonly StressedSkill[];
  readonly matrix?: StressMatrix;
}

/** Tests one skill in each client, and its fixes if there are several clients. */
async function stressInClients(
  skill: Skill,
  { clients = ['adk'], installation, onProgress, runs, skills: _, ...shared }: ReportOptions,
): Promise<ClientsEnd | { readonly kind: 'failed'; readonly message: string }> {
  const prompts = shared.prompts.length > 0 ? shared.prompts : defaultPromptsFor(skill);
  // The matrix does not show the savings by guards.
  const replays = clients.length > 1 ? { replays: false } : {};
  let rounds = clients.length;
  let finished = 0;
  const stress = async (tested: Skill, id: string): Promise<StressEnd> => {
    const before = finished++;
    const report = onProgress && {
      onProgress: (done: number, planned: number) => onProgress(skill, before * planned + done, rounds * planned),
    };
    // ADK's own guards are a preset.
    const own = id === 'adk' && shared.guards === 'client' ? { guards: 'adk' as const } : {};
    const client = id === 'adk' ? own : { client: { id, ...installation } };
    // Runs of the copy with the fixes are not stored.
    const stored = runs === undefined || tested !== skill ? {} : { runs };
    // ADK's tools have no such shares, and fixes are tried for the other models.
    const isCounted = id !== 'adk' && tested === skill;
    const models = isCounted ? shared.models : shared.models.filter((name) => !name.startsWith(OBSERVED_MODEL));
    return stressSkill({ ...shared, models, ...stored, ...replays, skill: tested, prompts, ...client, ...report });
  };
  const results: StressedSkill[] = [];
  for (const id of clients) {
    const end = await stress(skill, id);
    if (end.kind === 'failed') return end;
    results.push(end.skill);
    if (!end.complete) return { kind: 'done', complete: false, results, ...matrixFor(skill, clients, results) };
  }
  const { matrix } = matrixFor(skill, clients, results);
  if (matrix === undefined) return { kind: 'done', complete: true, results };
  rounds += matrix.clients.filter(({ wastedCalls }) => wastedCalls > 0).length;
  let failed: StressEnd | undefined;
  const fixed = await tryFixes(skill, matrix, shared.signal, async (copy, id) => {
    const end = await stress(copy, id);
    if (end.kind === 'failed') failed = end;
    return end.kind === 'done' && end.complete ? end.skill : undefined;
  });
  if (failed?.kind === 'failed') return failed;
  if ('kind' in fixed) return fixed;
  return { kind: 'done', complete: !shared.signal.aborted, results, matrix: fixed };
}

function matrixFor(
  skill: Skill,
  clients: readonly string[],
  results: readonly StressedSkill[],
): { readonly matrix?: StressMatrix } {
  const matrix = clients.length > 1 ? matrixOf(skill, results) : undefined;
  return matrix === undefined ? {} : { matrix };
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
      const read = readSkills([root], { client: null });
      if (read.kind === 'failed') notes.push(read.message.replace('No usable skill was found.\n', ''));
      else for (const skill of read.skills) skills.set(skill.root, skill);
    }
  }
  if (skills.size > 0) return { kind: 'found', skills: [...skills.values()], notes };
  return { kind: 'failed', message: ['No skill to test was found.', ...notes].join('\n') };
}
