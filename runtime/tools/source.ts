import type { StepContext, Tool } from '../loop/tools.ts';

/** Something that tools come from: a module, an MCP server, the skills, other agents. Asked before every model call. */
export interface ToolSource {
  /** As it stands in the agent's file, for messages. */
  readonly name: string;
  /** Never rejects: what went wrong is a note, and the tools are those that are there all the same. */
  list(step: StepContext): Promise<Listed>;
  /** The run is over. */
  close?(): void;
}

export interface Listed {
  readonly tools: readonly Tool[];
  readonly notes?: readonly string[];
}
