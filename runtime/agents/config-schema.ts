/**
 * What `.skillwright.json` may hold. The JSON schema that editors complete and check it by is made from this
 * (`skillwright.schema.json`, by `npm run generate`), so each property says what it is for.
 */
import { z } from 'zod';
import { HIGHEST_LLM_CALLS } from '../loop/limits.ts';
import { GUARD_THRESHOLDS } from '../protocol/guard-thresholds.ts';

const LEVELS = ['error', 'warning', 'information', 'hint', 'off'] as const;
const PROFILES = ['auto', 'spec', 'vscode', 'claude', 'adk', 'codex'] as const;
const PRESETS = ['default', 'adk', 'off'] as const;

const text = z.string().min(1);
const tools = z.array(text);
const count = (least: number) => z.int().min(least).max(HIGHEST_LLM_CALLS);

const thresholds = z.strictObject(
  Object.fromEntries(
    Object.entries(GUARD_THRESHOLDS).map(([name, { minimum, description }]) => [
      name,
      count(minimum).describe(description).optional(),
    ]),
  ) as Record<keyof typeof GUARD_THRESHOLDS, z.ZodOptional<z.ZodInt>>,
);

const guards = z.union([
  z.enum(PRESETS),
  z.strictObject({
    preset: z
      .enum(PRESETS)
      .describe(
        '`default`; `adk` counts as Google’s ADK does; `off` shows what a model does without guards, up to the limit of calls.',
      )
      .optional(),
    loops: z.boolean().describe('`false` turns the loop detector off.').optional(),
    exempt: tools.describe('Tools that the loop detector leaves alone; `*` stands for any characters.').optional(),
    thresholds: thresholds.describe('The count at which each guard acts.').optional(),
  }),
]);

const skillToolset = z.strictObject({
  filter: z
    .array(text)
    .describe('The tools that are offered, those that a skill adds included; by their names without the prefix.')
    .optional(),
  prefix: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,39}$/)
    .describe('Stands before the name of each, with `_` between.')
    .optional(),
  discovery: z
    .enum(['lazy', 'eager'])
    .describe('`lazy` offers `list_skills`; `eager` tells all skills in the instruction instead.')
    .optional(),
});

const agent = z.strictObject({
  instruction: z
    .string()
    .describe('What the agent is told in every request. It follows the body of the `*.agent.md` of the same name.')
    .optional(),
  description: text.describe('What the agent is good for: another agent that may call it reads this.').optional(),
  model: text.describe('`PROVIDER/ID`, for example `simulated/weak`. `--model` on the command line wins.').optional(),
  skills: z
    .array(text)
    .describe(
      'The skills it is offered: paths that begin with `./` or `../`, from this file, of folders with skills; or names of skills of the run. Without it: those of the run, for an agent that another one calls none.',
    )
    .optional(),
  tools: tools
    .describe(
      'Tools offered from the start: a module (`./tools.mjs`, from this file), tools of an MCP server of `.vscode/mcp.json` (`server/*`, `server/tool`), a skill as a tool (`skills__NAME`).',
    )
    .optional(),
  additionalTools: tools
    .describe(
      'The pool of tools from which a skill, once it is loaded, adds those that its `metadata.adk_additional_tools` names. Entries as in `tools`.',
    )
    .optional(),
  agents: z.array(text).describe('Other agents that it may call, by name; each is offered to it as a tool.').optional(),
  maxLlmCalls: count(0).describe('Model calls of a run, those of called agents included; 0: no limit.').optional(),
  maxTokens: count(0).describe('Tokens of a run, in and out, those of called agents included; 0: no limit.').optional(),
  maxCost: z.number().min(0).describe('Money that a run may cost, in US dollars; 0: no limit.').optional(),
  skillToolset: skillToolset.describe('How the tools of skills are offered to it.').optional(),
  guards: guards.describe('Which guards hold in its runs, and where they act.').optional(),
});

/** Read by the language server and `check` (`server/project-file.ts`); here it is only checked. */
const checking = {
  rules: z.record(z.string(), z.enum(LEVELS)).describe('The level of each rule of `skillwright check`.').optional(),
  certainty: z
    .strictObject({
      error: z.number().min(0).max(1).describe('Below this certainty an error is a warning.').optional(),
      warning: z.number().min(0).max(1).describe('Below this certainty it is a hint.').optional(),
    })
    .describe('How certain a finding about a missing path must be to keep its level, from 0 to 1.')
    .optional(),
  profile: z.enum(PROFILES).describe('The client that the skills are for.').optional(),
};

export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  ...checking,
  overrides: z
    .array(
      z.strictObject({
        files: z
          .array(text)
          .min(1)
          .describe('Globs from this file’s folder. One that matches a folder holds for all that lies in it.'),
        ...checking,
      }),
    )
    .describe('Other levels, or another profile, for some skills or files; later entries win.')
    .optional(),
  agents: z
    .record(text, agent)
    .describe('Agents by name. An entry adds to the `*.agent.md` of the same name, where there is one.')
    .optional(),
});

export type Config = z.infer<typeof configSchema>;
export type AgentConfig = z.infer<typeof agent>;
