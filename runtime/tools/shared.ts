import type { Agent } from '../agents/agent.ts';
import type { LoopOptions } from '../loop/loop-options.ts';
import type { Scope } from '../loop/scope.ts';
import type { ModelResult } from '../models/registry.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import type { ScriptExecutor } from '../scripts/executor.ts';
import type { SkillSource } from '../toolset/skill-source.ts';
import type { ToolSource } from './source.ts';

/** What all loops of a run share: the agent's own, those of the agents that it calls, those of skills as tools. */
export interface RunShared {
  readonly loop: Pick<LoopOptions, 'model' | 'limits' | 'budget' | 'callParser' | 'state' | 'prompts'>;
  /** The journal, as another agent writes to it. */
  readonly scopeFor: (agent: string) => Scope;
  readonly guards: GuardPreset;
  readonly guardSettings: GuardSettings;
  /** The skills of the run. */
  readonly skills: SkillSource;
  readonly executor?: ScriptExecutor;
  /** Agents that can be called, by name. */
  readonly team: ReadonlyMap<string, Agent>;
  /** Opens the model of an agent that has one of its own. */
  readonly openModel?: (name: string) => Promise<ModelResult>;
  /** False: nothing of the workspace is loaded or started. */
  readonly trusted: boolean;
  /** A person is asked before modules and MCP servers are started. */
  readonly asksForCode?: boolean;
  /** Modules and MCP servers, by what they are: each is started once, whoever uses it. */
  readonly sources: Map<string, ToolSource>;
  /** What a person says to the start of each module and MCP server, asked once in a run. */
  readonly consents: Map<string, Promise<'approve' | 'deny'>>;
  readonly note: (message: string) => void;
  /** Told of values that must never be written. */
  readonly keepSecret: (value: string) => void;
}
