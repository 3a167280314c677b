import type { GuardPreset } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import { type AgentOptions, type RunOptions, runOptionsIn } from '../protocol/run-options.ts';

/** An entry of an agent's `tools` or `additionalTools`. `written` is its text in the file. */
export type ToolEntry =
  /** A JavaScript module; `file` is an absolute path. */
  | { readonly kind: 'module'; readonly written: string; readonly file: string }
  /** Tools of an MCP server in the nearest `.vscode/mcp.json` from `folder` upwards; all of them if `tool` is absent. */
  | {
      readonly kind: 'mcp';
      readonly written: string;
      readonly server: string;
      readonly tool?: string;
      readonly folder: string;
    }
  | { readonly kind: 'skill'; readonly written: string; readonly skill: string }
  /** Any other name: a tool of VS Code's own chat. */
  | { readonly kind: 'editor'; readonly written: string };

export interface SkillToolsetSettings {
  /** Names, without the prefix, of the tools to offer. */
  readonly filter?: readonly string[];
  /** Prefix of every tool's name, joined with `_`. */
  readonly prefix?: string;
  /** `eager` lists the skills in the instruction instead of offering list_skills. */
  readonly discovery?: 'lazy' | 'eager';
}

/** The client that an agent's runs simulate, with its workspace and skills. Paths are absolute. */
export interface AgentClient {
  /** An id of `CLIENT_RUN_IDS`; absent if only the request names a client. */
  readonly id?: string;
  /** The folder that is copied as the workspace; absent for an empty one. */
  readonly workspace?: string;
  readonly install?: 'user' | 'project';
  /** Folders of further skills. */
  readonly with?: readonly string[];
}

/** An agent, defined by its `*.agent.md`, its entry in `.skillwright.json`, or both. */
export interface Agent extends AgentOptions {
  readonly name: string;
  readonly instruction: string;
  readonly description?: string;
  /** `PROVIDER/ID`, if the agent names a model that this runtime can open. */
  readonly model?: string;
  /** Names of skills of the run, or absolute paths of folders; absent: the run's skills. */
  readonly skills?: readonly string[];
  /** Tools offered from the start. */
  readonly tools?: readonly ToolEntry[];
  /** The pool for the `metadata.adk_additional_tools` of loaded skills. */
  readonly additionalTools?: readonly ToolEntry[];
  /** Names of the agents that it may call, each offered as a tool. */
  readonly agents?: readonly string[];
  /** Options for the skill tools. */
  readonly skillToolset?: SkillToolsetSettings;
  /** The client that its runs simulate. */
  readonly client?: AgentClient;
  readonly guards?: { readonly preset?: GuardPreset; readonly settings?: GuardSettings };
}

/** Returns the options of runs of the agent. */
export function optionsOfAgent(agent: Agent): RunOptions {
  const { guards: { preset, settings } = {}, ...others } = agent;
  return runOptionsIn({ ...others, guards: preset, guardSettings: settings });
}

/** The agent of a run without a named agent. */
export const DEFAULT_AGENT: Agent = { name: 'agent', instruction: 'You help the user with the task they give you.' };
