/**
 * The schema of `.skillwright.json`. `npm run generate` converts it to the JSON schema that editors use for completion and
 * validation (`skillwright.schema.json`), so each property has a description.
 */
import { z } from 'zod';
import { CLIENTS, PATH_MEANINGS } from '../../skill/index.ts';
import { CLIENT_RUN_IDS } from '../clients/client-run-ids.ts';
import { HIGHEST_LLM_CALLS } from '../loop/model-call/limits.ts';
import { GUARD_PRESETS } from '../protocol/guard-presets.ts';
import { GUARD_THRESHOLDS } from '../protocol/guard-thresholds.ts';
import { type AgentOptions, RUN_OPTION_LIST } from '../protocol/run-options.ts';
import { optionSchema } from './option-schema.ts';

const LEVELS = ['error', 'warning', 'information', 'hint', 'off'] as const;
const PROFILES = ['auto', 'spec', 'vscode', 'claude', 'adk', 'codex'] as const;
const CHOSEN_CLIENTS = [...CLIENTS.map(({ id }) => id), 'spec'];

const text = z.string().min(1);
const tools = z.array(text);
const count = (min: number) => z.int().min(min).max(HIGHEST_LLM_CALLS);

const thresholds = z.strictObject(
  Object.fromEntries(
    Object.entries(GUARD_THRESHOLDS).map(([name, { minimum, description }]) => [
      name,
      count(minimum).describe(description).optional(),
    ]),
  ) as Record<keyof typeof GUARD_THRESHOLDS, z.ZodOptional<z.ZodInt>>,
);

const guards = z.union([
  z.enum(GUARD_PRESETS),
  z.strictObject({
    preset: z
      .enum(GUARD_PRESETS)
      .describe(
        '`default`; `adk` counts as Google’s ADK does; `client` has the limits of the client that the run simulates (in ADK those of `adk`); `off` shows a model’s behavior without guards, up to the limit of model calls.',
      )
      .optional(),
    loops: z.boolean().describe('`false` turns the loop detector off.').optional(),
    exempt: tools.describe('Tools that the loop detector ignores; `*` stands for any characters.').optional(),
    thresholds: thresholds.describe('The count at which each guard acts.').optional(),
  }),
]);

const skillToolset = z.strictObject({
  filter: z
    .array(text)
    .describe('The tools to offer, including those that a skill adds, by their names without the prefix.')
    .optional(),
  prefix: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,39}$/)
    .describe('Prefix of every tool’s name, joined with `_`.')
    .optional(),
  discovery: z
    .enum(['lazy', 'eager'])
    .describe('`lazy` offers `list_skills`; `eager` lists all skills in the instruction instead.')
    .optional(),
});

/** The options of runs that agents have as keys. */
function optionSchemas() {
  const schemas = RUN_OPTION_LIST.flatMap(([name, option]) =>
    option.agent === undefined
      ? []
      : [[name, optionSchema(option, HIGHEST_LLM_CALLS).describe(option.agent).optional()]],
  );
  return Object.fromEntries(schemas) as {
    [K in keyof AgentOptions]-?: z.ZodOptional<z.ZodType<NonNullable<AgentOptions[K]>>>;
  };
}

const agent = z.strictObject({
  instruction: z
    .string()
    .describe('The instruction in every request. It follows the body of the `*.agent.md` of the same name.')
    .optional(),
  description: text.describe('The agent’s purpose, for other agents that may call it.').optional(),
  model: text
    .describe('`PROVIDER/ID`, for example `simulated/weak`. `--model` on the command line overrides it.')
    .optional(),
  skills: z
    .array(text)
    .describe(
      'The skills to offer: paths of folders with skills, starting with `./` or `../`, relative to this file; or names of skills of the run. If absent: the run’s skills; for a called agent none.',
    )
    .optional(),
  tools: tools
    .describe(
      'Tools offered from the start: a module (`./tools.mjs`, relative to this file), tools of an MCP server of `.vscode/mcp.json` (`server/*`, `server/tool`), a skill as a tool (`skills__NAME`).',
    )
    .optional(),
  additionalTools: tools
    .describe(
      'The pool of tools from which a loaded skill adds those that its `metadata.adk_additional_tools` names. Entries as in `tools`.',
    )
    .optional(),
  agents: z.array(text).describe('Other agents that it may call, by name; each is offered as a tool.').optional(),
  ...optionSchemas(),
  skillToolset: skillToolset.describe('Options for the skill tools.').optional(),
  guards: guards
    .describe('The guards of its runs, and their thresholds: a preset, or a preset with changes.')
    .optional(),
  client: z
    .enum(CLIENT_RUN_IDS, { error: `Unknown client. Use one of: ${CLIENT_RUN_IDS.join(', ')}.` })
    .describe(
      'The client that its runs simulate: its tools, its list of skills and its working directory, not its prompt. The agent’s own tools are not offered then. `--client` on the command line overrides it.',
    )
    .optional(),
  workspace: text
    .describe(
      'In a run of a client: the folder that is copied as the workspace, relative to this file. It is never written.',
    )
    .optional(),
  install: z
    .enum(['user', 'project'])
    .describe('In a run of a client: where it finds the skills, in the user’s folder (default) or in the workspace.')
    .optional(),
  with: z
    .array(text)
    .describe('In a run of a client: folders of further skills that it has installed, relative to this file.')
    .optional(),
});

/** Validated here, but read by the language server and `check` (`server/project-file.ts`). */
const checking = {
  rules: z.record(z.string(), z.enum(LEVELS)).describe('The level of each rule of `skillwright check`.').optional(),
  certainty: z
    .strictObject({
      error: z.number().min(0).max(1).describe('An error below this certainty becomes a warning.').optional(),
      warning: z.number().min(0).max(1).describe('A finding below this certainty becomes a hint.').optional(),
    })
    .describe('The certainty, from 0 to 1, that a finding about a missing path requires to keep its level.')
    .optional(),
  paths: z
    .record(z.string(), z.enum(PATH_MEANINGS))
    .describe(
      'What paths are that the skills need not provide, so that they are never reported: a path as written in a text, a folder, or one with `*` (any part of a name) and `**` (any folders).',
    )
    .optional(),
  clients: z
    .array(z.enum(CHOSEN_CLIENTS))
    .min(1)
    .describe('The clients that the skills are for. By default, those that search the folder of the skill.')
    .optional(),
  profile: z.enum(PROFILES).describe('Replaced by `clients`.').optional(),
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
          .describe('Globs relative to this file’s folder. One that matches a folder applies to everything in it.'),
        ...checking,
      }),
    )
    .describe('Levels or clients for some skills or files; later entries override earlier ones.')
    .optional(),
  agents: z
    .record(text, agent)
    .describe('Agents by name. An entry extends the `*.agent.md` of the same name, if there is one.')
    .optional(),
});

export type Config = z.infer<typeof configSchema>;
export type AgentConfig = z.infer<typeof agent>;
