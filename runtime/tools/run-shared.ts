import type { Agent } from '../agents/agent.ts';
import type { Scope } from '../loop/interfaces/scope.ts';
import type { LoopOptions } from '../loop/loop-options.ts';
import type { ModelResult } from '../models/registry.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import type { ScriptExecutor } from '../scripts/executor.ts';
import type { SkillSource } from '../toolset/skill-source.ts';
import type { ToolSource } from './source.ts';

/** The parts that all loops of a run share: the agent's own, those of called agents, those of skills as tools. */
export interface RunShared {
  readonly loop: Pick<LoopOptions, 'model' | 'limits' | 'budget' | 'callParser' | 'state' | 'prompts' | 'controller'>;
  /** Returns the journal scope for another agent's events. */
  readonly scopeFor: (agent: string) => Scope;
  readonly guards: GuardPreset;
  readonly guardSettings: GuardSettings;
  /** The skills of the run. */
  readonly skills: SkillSource;
  readonly executor?: ScriptExecutor;
  /** Agents that can be called, by name. */
  readonly team: ReadonlyMap<string, Agent>;
  /** Opens the model of an agent that specifies its own. */
  readonly openModel?: (name: string) => Promise<ModelResult>;
  /** False if nothing of the workspace may be loaded or started. */
  readonly trusted: boolean;
  /** True if starting modules and MCP servers requires the user's approval. */
  readonly asksForCode?: boolean;
  /** Modules and MCP servers by identity; each is started once for all users. */
  readonly sources: Map<string, ToolSource>;
  /** The user's decisions about modules and MCP servers, each requested once per run. */
  readonly consents: Map<string, Promise<'approve' | 'deny'>>;
  readonly note: (message: string) => void;
  /** Registers a value for redaction. */
  readonly registerSecret: (value: string) => void;
}
