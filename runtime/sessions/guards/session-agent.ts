import type { ToolHook } from '../../loop/interfaces/hooks.ts';
import { SessionState } from '../../loop/interfaces/state.ts';

/** An agent of a session: the main one during a prompt, or a sub-agent. */
export class Agent {
  readonly name: string;
  readonly hooks: readonly ToolHook[];
  readonly state = new SessionState();
  /** The agent that started it, and the step in which it did. */
  readonly parent: Agent | undefined;
  readonly startedIn: number;
  /** The step after which the guards would have ended it. */
  endStep: number | undefined;

  constructor(name: string, hooks: readonly ToolHook[], parent: Agent | undefined, startedIn: number) {
    this.name = name;
    this.hooks = hooks;
    this.parent = parent;
    this.startedIn = startedIn;
  }

  /** True if the guards would have ended it before this step. */
  endsBefore(step: number): boolean {
    return this.endStep !== undefined && this.endStep < step;
  }
}

/** Returns an agent at a step, and before it the agents that started it, the outermost first. */
export function agentsAbove(agent: Agent, step: number): readonly { readonly agent: Agent; readonly step: number }[] {
  const own = { agent, step };
  return agent.parent === undefined ? [own] : [...agentsAbove(agent.parent, agent.startedIn), own];
}
