import { z } from 'zod';
import { optionSchema } from '../../agents/option-schema.ts';
import { CLIENT_RUN_IDS } from '../../clients/client-run-ids.ts';
import { type LaunchOptions, RUN_OPTION_LIST } from '../../protocol/run-options.ts';
import { isDeeperThan, MAX_LEVELS } from '../../text/json-depth.ts';
import { describeIssue, TOO_DEEP } from './arguments.ts';

/** The options of runs that are attributes, by name. */
function optionFields() {
  const fields = RUN_OPTION_LIST.flatMap(([name, option]) =>
    option.launch === undefined ? [] : [[name, optionSchema(option).optional()]],
  );
  return Object.fromEntries(fields) as {
    [K in keyof LaunchOptions]-?: z.ZodOptional<z.ZodType<NonNullable<LaunchOptions[K]>>>;
  };
}

const FIELDS = z.object({
  prompt: z
    .string()
    .refine((prompt) => prompt.trim() !== '', 'it is empty')
    .optional(),
  continue: z.string().min(1).max(200).optional(),
  fork: z.string().min(1).max(200).optional(),
  at: z.int().min(1).optional(),
  edits: z.record(z.string(), z.json()).optional(),
  agent: z.string().min(1).optional(),
  skills: z.union([z.literal('today'), z.array(z.string().min(1))], 'it is no list of paths').optional(),
  model: z.string().min(1).optional(),
  client: z.enum([...CLIENT_RUN_IDS] as [string, ...string[]]).optional(),
  workspace: z.string().min(1).optional(),
  install: z.enum(['user', 'project']).optional(),
  with: z.array(z.string().min(1)).optional(),
  baseUrl: z.string().min(1).optional(),
  apiKeyEnv: z.string().min(1).optional(),
  ...optionFields(),
  cwd: z.string().min(1).optional(),
  runs: z.string().min(1).optional(),
  stopOnEntry: z.boolean().default(false),
  noDebug: z.boolean().default(false),
  approve: z.boolean().default(false),
});

/** The run that is debugged: a new one, one that was paused or interrupted, or a fork of one at a step. */
type Target =
  | { readonly kind: 'new'; readonly prompt: string }
  | { readonly kind: 'continue'; readonly run: string }
  | { readonly kind: 'fork'; readonly run: string; readonly at: number };

/** A launch configuration, with paths as written. */
export type LaunchArguments = z.output<typeof FIELDS> & { readonly target: Target };

/** Parses a launch configuration, or returns what is wrong with it. */
export function parseLaunch(value: unknown): LaunchArguments | string {
  if (isDeeperThan(value, MAX_LEVELS)) return TOO_DEEP;
  const parsed = FIELDS.safeParse(value);
  if (!parsed.success) return describeIssue(parsed.error);
  const target = targetOf(parsed.data);
  return typeof target === 'string' ? target : { ...parsed.data, target };
}

function targetOf({ prompt, continue: continued, fork, at, skills }: z.output<typeof FIELDS>): Target | string {
  const given = [prompt, continued, fork].filter((one) => one !== undefined);
  if (given.length !== 1) return 'Set one of prompt, continue (a run to resume) and fork (a run, with "at").';
  if (skills === 'today' && fork === undefined) return 'Set "skills" to a list of paths: only a fork takes "today".';
  if (continued !== undefined) return { kind: 'continue', run: continued };
  if (fork === undefined) return { kind: 'new', prompt: prompt ?? '' };
  if (at === undefined) return 'Set "at" to the seq of the model call or tool call to fork the run at.';
  return { kind: 'fork', run: fork, at };
}
