import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, messageOf } from '../../errors.ts';
import { isRunId } from '../../journal/run-id.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import type { LoadedResults } from '../results/results.ts';

/** The results of an eval in its folder. */
export interface EvalFolder {
  /** Path of the folder, as given. */
  readonly folder: string;
  readonly results: LoadedResults;
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
  trials: z.array(
    z.looseObject({
      ...{ ...place, id: z.string(), case: z.string(), side: z.enum(['with', 'without']), number: count },
      ...{
        verdict: z.enum(['passed', 'failed', 'not_judged']),
        triggered: z.boolean(),
        run: z.string().refine(isRunId),
      },
      usage: z.looseObject({
        ...{ inputTokens: z.number().optional(), outputTokens: z.number().optional(), costUsd: z.number().optional() },
      }),
      ...{ milliseconds: z.number(), misses: count, calls: count, reason: z.string().optional() },
      checks: z.array(
        z.looseObject({
          ...{ text: z.string(), passed: z.boolean().nullable(), evidence: z.string(), events: z.array(z.number()) },
        }),
      ),
    }),
  ),
  cases: z.array(z.looseObject({ ...place, case: z.string(), kind, with: side, without: side.optional() })),
  groups: z.array(z.looseObject({ ...place, kind, with: estimate })),
});

const PLAN = z.looseObject({
  ...{ version: z.literal(1), shard, runtimeVersion: z.string(), trialsPerCase: count },
  clients: z.array(z.looseObject({ id: z.string(), version: z.string() })),
  ...{ models: z.array(z.string()), distractors: z.array(z.string()), workspace: z.string().optional() },
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  judge: z.looseObject({ model: z.string(), votes: count }).optional(),
  skills: z.array(
    z.looseObject({
      ...{ name: z.string(), path: z.string(), content: z.string(), baseline: z.string().optional() },
      cases: z.array(
        z.looseObject({
          ...{ case: z.string(), kind, prompt: z.string(), assertions: z.array(z.string()), hash: z.string() },
        }),
      ),
    }),
  ),
  // Ids are names of files.
  trials: z.array(z.string().regex(/^[0-9a-f]{32}$/)),
});

/** Reads `results.json` and `plan.json` of a folder that may come from another machine, or returns an error message. */
export function readEvalFolder(folder: string): EvalFolder | string {
  const results = readJson(join(folder, 'results.json'), RESULTS);
  if (typeof results === 'string') return results;
  if (results === undefined) return `Name the --out folder of an eval: ${folder} has no results.json.`;
  const plan = readJson(join(folder, 'plan.json'), PLAN);
  if (typeof plan === 'string') return plan;
  const found = { folder, results: results as unknown as LoadedResults };
  return plan === undefined ? found : { ...found, plan: plan as unknown as EvalPlan };
}

/** Reads a file; undefined if it does not exist, or an error message. */
function readJson(file: string, schema: z.ZodType<object>): object | string | undefined {
  try {
    const read = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return `Repeat the eval: ${file} is damaged (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}).`;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : `Repeat the eval: ${file} cannot be read (${messageOf(error)}).`;
  }
}
