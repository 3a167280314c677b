import { z } from 'zod';
import { CLIENT_RUN_IDS } from '../../clients/client-run-ids.ts';
import { isRunId } from '../../journal/run-id.ts';
import { GUARD_PRESETS } from '../../protocol/guard-presets.ts';

/** Version of everything in the queue. Workers refuse others. */
export const QUEUE_VERSION = 1;

/** Maximum length of a job or a message, in UTF-16 units. */
export const MAX_JOB = 20_000;

const id = z.string().regex(/^[0-9a-f]{32}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const amount = z.number().finite().nonnegative();

/** A trial in the queue. Everything that trials share is in a value that is named by its hash. */
export const TRIAL_JOB = z.strictObject({
  version: z.literal(QUEUE_VERSION),
  eval: id,
  trial: id,
  /** Hash of the `TrialSettings`. */
  settings: hash,
  /** Hash of the `TrialCase`. */
  case: hash,
  /** The skill of this side; absent in a baseline without it. */
  skill: hash.optional(),
  /** The workspace with the files of the case; absent for an empty one. */
  workspace: hash.optional(),
  side: z.enum(['with', 'without']),
  number: z.number().int().min(1).max(1_000_000),
});
export type TrialJob = z.infer<typeof TRIAL_JOB>;

/** The settings of a trial's run. There are no commands, no keys and no files among them: those are the worker's own. */
export const TRIAL_SETTINGS = z.strictObject({
  runtimeVersion: z.string().max(100),
  client: z.string().refine((id) => CLIENT_RUN_IDS.includes(id)),
  model: z.string().min(1).max(500),
  guards: z.enum([...GUARD_PRESETS]),
  maxLlmCalls: z.number().int().nonnegative(),
  install: z.enum(['user', 'project']),
  baseUrl: z.string().max(2_000).optional(),
  /** Hashes of the other skills. */
  distractors: z.array(hash).max(1_000),
  limits: z
    .strictObject({ concurrent: z.number().int().min(1).optional(), perMinute: z.number().min(0).optional() })
    .optional(),
});
export type TrialSettings = z.infer<typeof TRIAL_SETTINGS>;

/** The part of a case that a run needs. Its assertions are judged where the eval was started. */
export const TRIAL_CASE = z.strictObject({
  skill: z.string().max(1_000),
  kind: z.enum(['task', 'trigger']),
  prompt: z.string(),
});
export type TrialCase = z.infer<typeof TRIAL_CASE>;

/** A message to the coordinator. */
export const MESSAGE = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ran'),
    trial: id,
    run: z.string().refine(isRunId),
    costUsd: amount,
    isComplete: z.boolean(),
    isOverBudget: z.boolean(),
    /** An advice if the calls to the model's provider were given up. */
    refusal: z.string().max(1_000).optional(),
  }),
  /** Money without a result: of a run that was given back or is a duplicate, or of a worker that died. */
  z.strictObject({ kind: z.literal('cost'), trial: id, run: z.string(), costUsd: amount }),
  /** The money is used up; the trial was not started. */
  z.strictObject({ kind: z.literal('exhausted'), trial: id }),
  z.strictObject({ kind: z.literal('refused'), trial: id, message: z.string() }),
]);
export type Message = z.infer<typeof MESSAGE>;

/** Returns the id of a job: a trial is at most once in the queue. */
export const jobId = (evalId: string, trial: string): string => `${evalId}-${trial}`;
