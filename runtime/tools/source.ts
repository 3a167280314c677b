import type { StepContext, Tool } from '../loop/interfaces/tools.ts';

/** A source of tools: a module, an MCP server, skills or other agents. Listed before every model call. */
export interface ToolSource {
  /** The name in the agent's file, for messages. */
  readonly name: string;
  /** Lists the available tools. Never rejects: a problem is returned as a note. */
  list(step: StepContext): Promise<ToolListing>;
  /** Releases its resources at the end of the run. */
  close?(): void;
}

export interface ToolListing {
  readonly tools: readonly Tool[];
  readonly notes?: readonly string[];
}
