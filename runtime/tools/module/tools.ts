import { messageOf } from '../../errors.ts';
import type { JsonObject } from '../../protocol/events.ts';
import { TOOL_NAME } from '../names.ts';
import type { DeclaredTool } from './protocol.ts';
import { type InputSchema, readSchema } from './schema.ts';

/** A tool of a module, read and checked. */
export interface ModuleTool {
  readonly declared: DeclaredTool;
  readonly schema: InputSchema;
  /** Calls what the module exports. */
  execute(input: unknown, context: object): unknown;
  /** Whether a person has to agree to a call with this input. */
  needsPerson(input: JsonObject): Promise<boolean>;
}

export interface ReadTools {
  readonly tools: ReadonlyMap<string, ModuleTool>;
  /** What was left out, and why. */
  readonly problems: readonly string[];
}

const NO_MAP = 'its default export is neither an object of tools nor a function that returns one';

const EMPTY = 'its default export holds no tools';

/** The tools of a module: a map, or what a function answers that is asked with `context`. */
export async function toolsOf(exported: unknown, context: object): Promise<ReadTools> {
  const tools = new Map<string, ModuleTool>();
  const problems: string[] = [];
  const map: unknown = typeof exported === 'function' ? await exported(context) : exported;
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return { tools, problems: [NO_MAP] };
  for (const [name, written] of Object.entries(map)) {
    const tool = await readTool(name, written).catch((error) => messageOf(error));
    if (typeof tool === 'string') problems.push(`the tool '${name}' is left out: ${tool}`);
    else tools.set(name, tool);
  }
  // A function may have none for now.
  if (typeof exported !== 'function' && tools.size + problems.length === 0) problems.push(EMPTY);
  return { tools, problems };
}

async function readTool(name: string, written: unknown): Promise<ModuleTool | string> {
  if (!TOOL_NAME.test(name)) return 'a name has at most 64 letters, digits, _ and -';
  if (typeof written !== 'object' || written === null) return 'it is no object with a function execute';
  const { description, needsApproval, readOnly } = fields(written);
  const execute: unknown = Reflect.get(written, 'execute');
  if (typeof execute !== 'function') return 'it has no function execute';
  const schema = await readSchema(Reflect.get(written, 'inputSchema') ?? Reflect.get(written, 'parameters'));
  if ('problem' in schema) return schema.problem;
  const asks = typeof needsApproval === 'function';
  return {
    declared: {
      name,
      description: typeof description === 'string' ? description : '',
      inputSchema: schema.json,
      needsApproval: asks || needsApproval === true,
      readOnly: readOnly === true,
    },
    schema,
    execute: (input, context) => Reflect.apply(execute, written, [input, context]),
    needsPerson: async (input) => {
      const checked = await schema.check(input);
      // Nobody is asked about a call that its schema will refuse.
      if (checked.kind === 'wrong') return false;
      // Only a plain `true` holds a call back, as in ADK.
      return asks ? (await needsApproval(checked.input)) === true : needsApproval === true;
    },
  };
}

function fields(written: object) {
  const field = (name: string): unknown => Reflect.get(written, name);
  return { description: field('description'), needsApproval: field('needsApproval'), readOnly: field('readOnly') };
}
