import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Skill } from '../../skill/index.ts';
import type { Agent } from '../agents/agent.ts';
import type { Journal } from '../journal/writer.ts';
import type { Host } from '../loop/host.ts';
import type { ModelLimits } from '../loop/limits.ts';
import type { Tool, Toolset } from '../loop/tools.ts';
import type { ReasoningLevel } from '../models/reasoning.ts';
import type { ModelResult } from '../models/registry.ts';
import type { GuardPreset, RunEvent, RunFinished } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import type { ScriptExecutor } from '../scripts/executor.ts';
import type { SkillRegistry } from '../toolset/skill-source.ts';
import type { SkillToolsetOptions } from '../toolset/skill-toolset.ts';
import type { PauseReply } from './resume.ts';

/** Everything that a run is, read and checked. */
export interface RunSpec {
  readonly prompt: string;
  readonly skills: readonly Skill[];
  readonly agent: Agent;
  /** Agents that can be called, by name. */
  readonly team?: ReadonlyMap<string, Agent>;
  /** Skills that they have of their own, for whoever looks at the run. */
  readonly calledSkills?: readonly Skill[];
  /** Modules of tools and MCP servers are started: for an agent that a person named, or in a trusted workspace. */
  readonly trusted?: boolean;
  /** Opens the model of a called agent that has one of its own. */
  readonly openModel?: (name: string) => Promise<ModelResult>;
  readonly model: { readonly model: LanguageModelV4; readonly name: string; readonly simulated: boolean };
  readonly baseUrl?: string;
  readonly guards: GuardPreset;
  /** What is set beside the preset: thresholds, exempt tools, no loop detector. */
  readonly guardSettings?: GuardSettings;
  /** Model calls of this invocation; 0 or less: no limit. */
  readonly maxLlmCalls: number;
  /** Tokens of this invocation, in and out; 0 or absent: no limit. */
  readonly maxTokens?: number;
  /** US dollars of this invocation; 0 or absent: no limit. */
  readonly maxCost?: number;
  /** How much the model was asked to think; told in `run_started`, for a resume. */
  readonly reasoning?: ReasoningLevel;
  /** Seconds that a model may say nothing. */
  readonly modelTimeout?: number;
  /** Seconds that a script may run, for a resume; the executor keeps to it. */
  readonly scriptTimeout?: number;
  /** A script for which there is no sandbox is refused. */
  readonly requireSandbox?: boolean;
  /** The address that a person named a key for with this run. */
  readonly keyedFor?: string;
  /** A person is asked before modules and MCP servers are started; without it, naming the agent was the consent. */
  readonly asksForCode?: boolean;
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  /** Id of an earlier run whose conversation goes on with this prompt, in its journal. */
  readonly continues?: string;
  /** A run that was paused or killed, which goes on; `prompt` is that of its journal. */
  readonly resumes?: {
    readonly run: string;
    readonly replies: readonly PauseReply[];
    /** Whether its journal asks for a sandbox; `requireSandbox` may be of now alone. */
    readonly requiredSandbox?: boolean;
  };
  /** The agent as it was asked for, and the folder that it was looked for in, for a resume. */
  readonly agentFile?: string;
  readonly folder?: string;
  /** Played by a stress test, not asked for by a person. */
  readonly stress?: true;
  /** Never written anywhere. */
  readonly secrets: readonly string[];
  readonly executor?: ScriptExecutor;
  readonly pool?: readonly Tool[];
  /** Where skills beside those offered can be found by searching. */
  readonly registry?: SkillRegistry;
  /** How the skill tools are offered. */
  readonly skillTools?: Pick<
    SkillToolsetOptions,
    'agentExecutor' | 'environment' | 'skillsFolder' | 'discovery' | 'prefix' | 'filter'
  >;
  readonly limits?: Partial<ModelLimits>;
  /** Stands between the skill tools and the loop: for a replay, which answers for them. */
  readonly aroundTools?: (toolset: Toolset) => Toolset;
  /** Said once at the beginning, e.g. which skills were left out. */
  readonly notes?: readonly string[];
  /** Writes to the journal's descriptor; for tests of a full disk. */
  readonly write?: (fd: number, bytes: Buffer) => number;
  /** Takes the events instead of a file in `runs`, of a new run without secrets. */
  readonly journal?: Journal;
}

/** Whoever looks at a run and answers for it. */
export interface RunWatcher {
  readonly host: Host;
  /** Every event, after it was written to the journal. */
  readonly onEvent: (event: RunEvent) => void;
  /**
   * Cancels the run, within 200 ms whatever its model and scripts do. With an `Interruption` as its reason the journal
   * ends with a note instead of `run_finished`, and the run can be resumed.
   */
  readonly signal: AbortSignal;
  /** Told of the run's id before anything of this process is written or shown. */
  readonly onBegin?: (run: string) => void;
}

export type StartResult =
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'started';
      readonly run: string;
      readonly journal: string;
      readonly finished: Promise<RunFinished>;
    };
