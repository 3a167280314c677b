/** A tool of the MCP server. */
import type { z } from 'zod';
import type { Progress } from './check.ts';
import type { HeldRoots } from './confined-file-system.ts';
import type { Root } from './roots.ts';

/** Everything that a call may use. */
export interface ToolCall {
  readonly roots: readonly Root[];
  readonly held: HeldRoots;
  readonly progress: Progress;
}

export type Answer<Result> =
  | {
      readonly kind: 'answer';
      readonly result: Result;
      /** The same for clients that do not read the result. */
      readonly text: string;
    }
  /** The message says what to do. */
  | { readonly kind: 'problem'; readonly message: string };

interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** False only for a tool that writes files. */
  readonly isReadOnly: boolean;
}

/** A tool whose arguments have been checked by its schema. */
interface TypedTool<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolFacts {
  readonly input: Input;
  readonly output: Output;
  readonly run: (
    input: z.output<Input>,
    call: ToolCall,
  ) => Promise<Answer<z.output<Output>>> | Answer<z.output<Output>>;
}

/** A tool for arguments of any kind. */
export interface McpTool extends ToolFacts {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Throws if the arguments do not fit the schema, which the SDK checks before. */
  readonly run: (input: unknown, call: ToolCall) => Promise<Answer<Record<string, unknown>>>;
}

/** Returns a tool that checks its arguments by its schema. */
export const mcpTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: TypedTool<Input, Output>,
): McpTool => ({ ...tool, run: async (input, call) => tool.run(tool.input.parse(input), call) });

/** Returns the answer that something prevents. The message says what to do. */
export const problem = (message: string): { readonly kind: 'problem'; readonly message: string } => ({
  kind: 'problem',
  message,
});
