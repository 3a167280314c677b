import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readFileText } from '../../confined/read-file.ts';
import { messageOf } from '../../errors.ts';
import { isRunId } from '../../journal/run-id.ts';
import { documentParts, readOutline } from '../../sessions/document-lists.ts';
import { chunksOf, UnreadableFile } from '../../sessions/lines.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import type { EvalOutline, TrialResult } from '../results/results.ts';

/** The results of an eval in its folder. */
export interface EvalFolder {
  /** Path of the folder, as given. */
  readonly folder: string;
  readonly results: EvalOutline;
  /** Absent in folders of earlier versions. */
  readonly plan?: EvalPlan;
}

const count = z.number().int().nonnegative();
const estimate = z.looseObject({ value: z.number(), low: z.number(), high: z.number() }).optional();
const shard = z.looseObject({ index: count.min(1), of: count.min(1) }).optional();
const kind = z.enum(['task', 'trigger']);
// Earlier versions have no `failed`.
const side = z.looseObject({ passed: count, judged: count, failed: count.default(0), trials: count });
const place = { skill: z.string(), client: z.string(), model: z.string() };

const RESULTS = z.looseObject({
  version: z.literal(1),
  complete: z.boolean(),
  shard,
  trials: z.array(z.never()),
  cases: z.array(z.looseObject({ ...place, case: z.string(), kind, with: side, without: side.optional() })),
  groups: z.array(z.looseObject({ ...place, kind, with: estimate })),
});

const TRIAL = z.looseObject({
  ...place,
  id: z.string(),
  case: z.string(),
  side: z.enum(['with', 'without']),
  number: count,
  verdict: z.enum(['passed', 'failed', 'not_judged']),
  triggered: z.boolean(),
  run: z.string().refine(isRunId),
  usage: z.looseObject({
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    costUsd: z.number().optional(),
  }),
  milliseconds: z.number(),
  misses: count,
  calls: count,
  reason: z.string().optional(),
  checks: z.array(
    z.looseObject({
      text: z.string(),
      passed: z.boolean().nullable(),
      evidence: z.string(),
      events: z.array(z.number()),
    }),
  ),
});

const PLAN = z.looseObject({
  version: z.literal(1),
  shard,
  runtimeVersion: z.string(),
  trialsPerCase: count,
  clients: z.array(z.looseObject({ id: z.string(), version: z.string() })),
  models: z.array(z.string()),
  distractors: z.array(z.string()),
  workspace: z.string().optional(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  judge: z.looseObject({ model: z.string(), votes: count }).optional(),
  skills: z.array(
    z.looseObject({
      name: z.string(),
      path: z.string(),
      content: z.string(),
      baseline: z.string().optional(),
      cases: z.array(
        z.looseObject({
          case: z.string(),
          kind,
          prompt: z.string(),
          assertions: z.array(z.string()),
          hash: z.string(),
        }),
      ),
    }),
  ),
  // Ids are names of files.
  trials: z.array(z.string().regex(/^[0-9a-f]{32}$/)),
});

/** The list of `results.json` that may not fit into memory. */
const LISTS = { trials: {} };
/** Maximum size of the rest of `results.json`, in bytes. */
const MAX_OUTLINE_BYTES = 256 * 1024 * 1024;

/**
 * Reads `results.json` and `plan.json` of a folder that may come from another machine, or returns an error message.
 * @param onTrial receives each trial in its order; without it, trials are not read. What it throws is passed on
 */
export async function readEvalFolder(
  folder: string,
  onTrial?: (trial: TrialResult) => void,
): Promise<EvalFolder | string> {
  const file = join(folder, 'results.json');
  if (!existsSync(file)) return `Name the --out folder of an eval: ${folder} has no results.json.`;
  try {
    const outline = await readOutline(chunksOf(file), LISTS, { elements: 0, limit: MAX_OUTLINE_BYTES });
    if (outline?.isDocument !== true) return damaged(file, 'it is not JSON');
    const results = RESULTS.safeParse(outline.value);
    if (!results.success) return damaged(file, describeIssue(results.error));
    const problem = onTrial === undefined ? undefined : await readTrials(file, onTrial);
    if (problem !== undefined) return damaged(file, problem);
    const plan = readPlan(join(folder, 'plan.json'));
    if (typeof plan === 'string') return plan;
    const { trials: _, ...rest } = results.data;
    const found = { folder, results: rest as unknown as EvalOutline };
    return plan === undefined ? found : { ...found, plan };
  } catch (error) {
    if (error instanceof UnreadableFile) return unreadable(file, error);
    throw error;
  }
}

/** Reads the trials one after the other. Returns what is wrong with one. */
async function readTrials(file: string, onTrial: (trial: TrialResult) => void): Promise<string | undefined> {
  let index = 0;
  for await (const parts of documentParts(chunksOf(file), LISTS))
    for (const part of parts) {
      if (part.kind === 'broken') return `trials.${index}: it is not JSON`;
      const [one] = (part.document as { readonly trials: readonly unknown[] }).trials;
      const trial = TRIAL.safeParse(one);
      if (!trial.success) return describeIssue(trial.error, `trials.${index}.`);
      onTrial(trial.data as unknown as TrialResult);
      index++;
    }
  return undefined;
}

/** Reads the plan; undefined if there is none, or an error message. */
function readPlan(file: string): EvalPlan | string | undefined {
  const found = readFileText(file);
  if (found.kind === 'missing') return undefined;
  if (found.kind === 'failed') return unreadable(file, found.message);
  try {
    const read = PLAN.safeParse(JSON.parse(found.text));
    return read.success ? (read.data as unknown as EvalPlan) : damaged(file, describeIssue(read.error));
  } catch (error) {
    return unreadable(file, error);
  }
}

function describeIssue({ issues: [issue] }: z.ZodError, place = ''): string {
  return `${place}${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}

const damaged = (file: string, why: string): string => `Repeat the eval: ${file} is damaged (${why}).`;

const unreadable = (file: string, error: unknown): string =>
  `Repeat the eval: ${file} cannot be read (${messageOf(error)}).`;
