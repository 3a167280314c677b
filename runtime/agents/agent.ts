import type { GuardPreset } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';

/** One line of an agent's `tools` or `additionalTools`, read. `written` is how it stands in the file. */
export type ToolEntry =
  /** A JavaScript module; `file` is absolute. */
  | { readonly kind: 'module'; readonly written: string; readonly file: string }
  /** Tools of an MCP server of `.vscode/mcp.json`, looked for from `folder` upwards; all of them where `tool` is absent. */
  | {
      readonly kind: 'mcp';
      readonly written: string;
      readonly server: string;
      readonly tool?: string;
      readonly folder: string;
    }
  | { readonly kind: 'skill'; readonly written: string; readonly skill: string }
  /** Anything else: a tool of VS Code's own chat. */
  | { readonly kind: 'editor'; readonly written: string };

export interface SkillToolsetSettings {
  /** The tools that are offered, by their names without the prefix. */
  readonly filter?: readonly string[];
  /** Stands before the name of each, with `_` between. */
  readonly prefix?: string;
  /** `eager` tells the skills at once instead of offering list_skills. */
  readonly discovery?: 'lazy' | 'eager';
}

/** An agent, read from its `*.agent.md`, its entry in `.skillwright.json`, or both. */
export interface Agent {
  readonly name: string;
  readonly instruction: string;
  readonly description?: string;
  /** `PROVIDER/ID`, where the agent names a model that this runtime knows how to open. */
  readonly model?: string;
  /** Names of skills that the run offers, or absolute paths of folders; absent: those of the run. */
  readonly skills?: readonly string[];
  /** Offered from the start. */
  readonly tools?: readonly ToolEntry[];
  /** The pool from which a loaded skill's `metadata.adk_additional_tools` adds. */
  readonly additionalTools?: readonly ToolEntry[];
  /** Names of the agents that it may call, each offered as a tool. */
  readonly agents?: readonly string[];
  readonly maxLlmCalls?: number;
  readonly maxTokens?: number;
  /** US dollars. */
  readonly maxCost?: number;
  /** How the tools of skills are offered to it. */
  readonly skillToolset?: SkillToolsetSettings;
  readonly guards?: { readonly preset?: GuardPreset; readonly settings?: GuardSettings };
}

/** What acts where no agent is named. */
export const DEFAULT_AGENT: Agent = { name: 'agent', instruction: 'You help the user with the task they give you.' };
