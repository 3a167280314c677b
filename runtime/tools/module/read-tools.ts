import { messageOf } from '../../errors.ts';
import type { JsonObject } from '../../protocol/events.ts';
import { TOOL_NAME } from '../names.ts';
import type { DeclaredTool } from './protocol.ts';
import { type InputSchema, readSchema } from './schema.ts';

/** A validated tool of a module. */
export interface ModuleTool {
  readonly declared: DeclaredTool;
  readonly schema: InputSchema;
  /** Calls the module's function. */
  execute(input: unknown, context: object): unknown;
  /** Returns true if a call with this input requires the user's approval. */
  needsApproval(input: JsonObject): Promise<boolean>;
}

export interface ReadTools {
  readonly tools: ReadonlyMap<string, ModuleTool>;
  /** Skipped tools, and why. */
  readonly problems: readonly string[];
}

const NOT_A_MAP = 'its default export is neither an object of tools nor a function that returns one';

const EMPTY = 'its default export contains no tools';

/** Reads the tools of a module's default export: a map, or a function of `context` that returns one. */
export async function readTools(exported: unknown, context: object): Promise<ReadTools> {
  const tools = new Map<string, ModuleTool>();
  const problems: string[] = [];
  const map: unknown = typeof exported === 'function' ? await exported(context) : exported;
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return { tools, problems: [NOT_A_MAP] };
  for (const [name, written] of Object.entries(map)) {
    const tool = await readTool(name, written).catch((error) => messageOf(error));
    if (typeof tool === 'string') problems.push(`the tool '${name}' is skipped: ${tool}`);
    else tools.set(name, tool);
  }
  // A function may return none at the moment.
  if (typeof exported !== 'function' && tools.size + problems.length === 0) problems.push(EMPTY);
  return { tools, problems };
}

async function readTool(name: string, written: unknown): Promise<ModuleTool | string> {
  if (!TOOL_NAME.test(name)) return 'a name has at most 64 letters, digits, _ and -';
  if (typeof written !== 'object' || written === null) return "it is not an object with a function 'execute'";
  const { description, needsApproval, readOnly } = fields(written);
  const execute: unknown = Reflect.get(written, 'execute');
  if (typeof execute !== 'function') return "it has no function 'execute'";
  const schema = await readSchema(Reflect.get(written, 'inputSchema') ?? Reflect.get(written, 'parameters'));
  if ('problem' in schema) return schema.problem;
  const isFunction = typeof needsApproval === 'function';
  return {
    declared: {
      name,
      description: typeof description === 'string' ? description : '',
      inputSchema: schema.json,
      needsApproval: isFunction || needsApproval === true,
      readOnly: readOnly === true,
    },
    schema,
    execute: (input, context) => Reflect.apply(execute, written, [input, context]),
    needsApproval: async (input) => {
      const checked = await schema.check(input);
      // A call that its schema will reject needs no approval.
      if (checked.kind === 'invalid') return false;
      // Only `true` itself requires approval, as in ADK.
      return isFunction ? (await needsApproval(checked.input)) === true : needsApproval === true;
    },
  };
}

function fields(written: object) {
  const { description, needsApproval, readOnly } = written as Readonly<Record<string, unknown>>;
  return { description, needsApproval, readOnly };
}
