import { z } from 'zod';
import { CLIENT_RUN_IDS } from '../../clients/client-run.ts';
import { GUARD_PRESETS } from '../../protocol/guard-presets.ts';
import { describeIssue } from './arguments.ts';

const LAUNCH = z.object({
  prompt: z.string().refine((prompt) => prompt.trim() !== '', 'it is empty'),
  agent: z.string().min(1).optional(),
  skills: z.array(z.string().min(1)).optional(),
  model: z.string().min(1).optional(),
  client: z.enum([...CLIENT_RUN_IDS] as [string, ...string[]]).optional(),
  workspace: z.string().min(1).optional(),
  install: z.enum(['user', 'project']).optional(),
  with: z.array(z.string().min(1)).optional(),
  baseUrl: z.string().min(1).optional(),
  apiKeyEnv: z.string().min(1).optional(),
  guards: z.enum([...GUARD_PRESETS]).optional(),
  maxLlmCalls: z.int().min(0).optional(),
  maxTokens: z.int().min(0).optional(),
  maxCost: z.number().min(0).optional(),
  cwd: z.string().min(1).optional(),
  runs: z.string().min(1).optional(),
  stopOnEntry: z.boolean().default(false),
  noDebug: z.boolean().default(false),
  approve: z.boolean().default(false),
});

/** A launch configuration, with paths as written. */
export type LaunchArguments = z.output<typeof LAUNCH>;

/** Parses a launch configuration, or returns what is wrong with it. */
export function parseLaunch(value: unknown): LaunchArguments | string {
  const parsed = LAUNCH.safeParse(value);
  return parsed.success ? parsed.data : describeIssue(parsed.error);
}
