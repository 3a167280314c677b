import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Skill } from '../../skill/index.ts';
import type { Agent } from '../agents/agent.ts';
import type { ClientRun } from '../clients/client-run.ts';
import type { Journal } from '../journal/writer.ts';
import type { LoopController } from '../loop/interfaces/controller.ts';
import type { Host } from '../loop/interfaces/host.ts';
import type { Tool, Toolset } from '../loop/interfaces/tools.ts';
import type { ModelLimits } from '../loop/model-call/limits.ts';
import type { ModelResult } from '../models/registry.ts';
import type { ForkOrigin, GuardPreset, RunEvent, RunFinished } from '../protocol/events.ts';
import type { RunOptions } from '../protocol/run-options.ts';
import type { ScriptExecutor } from '../scripts/executor.ts';
import type { SkillRegistry } from '../toolset/skill-source.ts';
import type { SkillToolsetOptions } from '../toolset/skill-toolset.ts';
import type { PauseReply } from './resume.ts';

/** Everything that defines a run, read and validated. */
export interface RunSpec extends RunOptions {
  readonly prompt: string;
  readonly skills: readonly Skill[];
  readonly agent: Agent;
  /** Agents that can be called, by name. */
  readonly team?: ReadonlyMap<string, Agent>;
  /** Skills of called agents, for display. */
  readonly calledSkills?: readonly Skill[];
  /**
   * True if modules of tools and MCP servers may be started: for an agent that the user named, or in a trusted workspace.
   */
  readonly trusted?: boolean;
  /** Opens the model of a called agent that has its own. */
  readonly openModel?: (name: string) => Promise<ModelResult>;
  readonly model: { readonly model: LanguageModelV4; readonly name: string; readonly simulated: boolean };
  readonly baseUrl?: string;
  readonly guards: GuardPreset;
  /** Maximum number of model calls in this invocation; 0 or less means no limit. */
  readonly maxLlmCalls: number;
  /** The address for which the user gave a key with this run. */
  readonly keyedFor?: string;
  /**
   * True if the user is asked before modules and MCP servers are started; otherwise naming the agent was the consent.
   */
  readonly asksForCode?: boolean;
  /** Absolute path of the folder that contains the runs. */
  readonly runs: string;
  /** Id of an earlier run whose conversation this prompt continues, in the same journal. */
  readonly continues?: string;
  /** The paused or killed run to resume; `prompt` is then that of its journal. */
  readonly resumes?: {
    readonly run: string;
    readonly replies: readonly PauseReply[];
    /** True if its journal requires a sandbox; `requireSandbox` may be a new requirement. */
    readonly requiredSandbox?: boolean;
  };
  /** The fork to create and continue; `prompt` is then that of its journal. */
  readonly fork?: ForkSpec;
  /** The instruction that replaces the agent's own, recorded for a resume. `agent` has it already. */
  readonly instruction?: string;
  /** The agent as requested, and the folder it was looked up in, recorded for a resume. */
  readonly agentFile?: string;
  readonly folder?: string;
  /** The client that the run simulates; absent for the runtime's own tools, which are those of ADK. */
  readonly client?: ClientRun;
  /** Replaces the tools of `client`, so that a replay installs nothing. */
  readonly clientTools?: Toolset;
  /** True for a run of a stress test, which no user requested. */
  readonly stress?: true;
  /** Secrets to redact from everything that is written. */
  readonly secrets: readonly string[];
  readonly executor?: ScriptExecutor;
  readonly pool?: readonly Tool[];
  /** Finds additional skills by searching. */
  readonly registry?: SkillRegistry;
  /** Options for the skill tools. */
  readonly skillTools?: Pick<
    SkillToolsetOptions,
    'agentExecutor' | 'environment' | 'skillsFolder' | 'discovery' | 'prefix' | 'filter'
  >;
  readonly limits?: Partial<ModelLimits>;
  /** Wraps the skill tools, so that a replay can answer for them. */
  readonly wrapTools?: (toolset: Toolset) => Toolset;
  /** Notes to show at the start, for example about skills that were skipped. */
  readonly notes?: readonly string[];
  /** Writes to the journal's descriptor; for tests of a full disk. */
  readonly write?: (fd: number, bytes: Buffer) => number;
  /** Replaces the journal file of a new run without secrets. */
  readonly journal?: Journal;
}

/** A new run that begins with events of another one. */
export interface ForkSpec {
  /** The id of the new run. */
  readonly run: string;
  readonly origin: ForkOrigin;
  /** Number of events that are copied. */
  readonly copied: number;
  /** Number of events that the journal begins with: the copied ones and the notes about them. */
  readonly prepared: number;
  /**
   * Creates the run's folder with its journal, completely or not at all, and calls `onReady` when nothing but the folder's
   * name is missing. Returns an error message if that fails.
   */
  readonly create: (folder: string, onReady: () => void) => string | undefined;
}

/** Receives the events of a run, answers its questions and can cancel it. */
export interface RunObserver {
  readonly host: Host;
  /** Stops the run at its model calls and tool calls, and changes them: a debugger. */
  readonly controller?: LoopController;
  /** Called with every event, after it was written to the journal. */
  readonly onEvent: (event: RunEvent) => void;
  /**
   * Cancels the run within 200 ms, whatever its model and scripts do. With an `Interruption` as its reason the journal ends
   * with a note instead of `run_finished`, and the run can be resumed.
   */
  readonly signal: AbortSignal;
  /** Called with the run's id before this process writes or shows anything. */
  readonly onBegin?: (run: string) => void;
}

/** The started run, or why it cannot start. */
export type StartResult =
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'started';
      readonly run: string;
      readonly journal: string;
      readonly finished: Promise<RunFinished>;
    };
