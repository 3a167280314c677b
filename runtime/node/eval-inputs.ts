import { statSync } from 'node:fs';
import { defined, type Skill } from '../../skill/index.ts';
import { readCommittedSkill } from '../evals/prepare/committed-skill.ts';
import type { EvalParams } from '../protocol/evals.ts';
import { findSkillsIn } from '../stress/report.ts';

/** The baseline of an eval, its other skills, and the workspace of its clients. */
export interface EvalInputs {
  readonly kind: 'inputs';
  readonly distractors: readonly Skill[];
  readonly baseline?: Skill;
  /** Absolute path. */
  readonly workspace?: string;
  /** Deletes temporary files. */
  remove(): void;
}

/** Reads the skills and folders of an eval from the extension, or returns the problem with one. */
export async function readEvalInputs(
  { baseline, others = [], workspace }: EvalParams,
  skill: Skill,
  signal: AbortSignal,
): Promise<EvalInputs | { readonly kind: 'failed'; readonly message: string }> {
  const fail = (message: string) => ({ kind: 'failed', message }) as const;
  const distractors = others.length === 0 ? undefined : findSkillsIn(others);
  if (distractors?.kind === 'failed') return fail(`Correct skillwright.evals.with: ${distractors.message}`);
  if (workspace !== undefined && statSync(workspace, { throwIfNoEntry: false })?.isDirectory() !== true)
    return fail(`Correct skillwright.evals.workspace: the folder ${workspace} does not exist.`);
  const inputs: EvalInputs = defined({
    kind: 'inputs',
    distractors: distractors?.skills ?? [],
    remove: () => undefined,
    workspace,
  });
  if (baseline === undefined) return inputs;
  if (baseline.kind === 'revision') {
    const committed = await readCommittedSkill(skill, baseline.revision, signal);
    if (committed.kind === 'failed') return committed;
    return { ...inputs, baseline: committed.skill, remove: () => committed.remove() };
  }
  const found = findSkillsIn([baseline.folder]);
  if (found.kind === 'failed') return fail(`Choose another baseline (skillwright.evals.baseline): ${found.message}`);
  const [earlier, other] = found.skills;
  if (earlier === undefined || other !== undefined)
    return fail(
      `Choose another baseline (skillwright.evals.baseline): ${baseline.folder} is not the folder of one skill.`,
    );
  return { ...inputs, baseline: earlier };
}
