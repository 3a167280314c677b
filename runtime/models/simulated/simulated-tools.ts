import { own, setOwn } from '../../../skill/index.ts';
import type { Memory, PastCall } from './simulated-memory.ts';

/** The skill tools. The rules describe them, so a model uses them even if no text names them. */
const SKILL_TOOLS =
  /(?:^|_)(?:list_skills|load_skill|load_skill_resource|run_skill_script|search_skills|unload_skill)$/;

export function isSkillTool(name: string): boolean {
  return SKILL_TOOLS.test(name);
}

/** A tool named in a text, and the offset of its name. */
export interface NamedTool {
  readonly at: number;
  readonly name: string;
}

/** Returns the available tools, except skill tools, that `text` names, in reading order. */
export function toolsNamed(text: string, memory: Memory): readonly NamedTool[] {
  const named: NamedTool[] = [];
  for (const name of memory.tools.keys()) {
    if (isSkillTool(name)) continue;
    const at = text.search(new RegExp(`(?<![\\w-])${name.replace(/[^\w-]/g, '')}(?![\\w-])`));
    if (at >= 0) named.push({ at, name });
  }
  return named.sort((a, b) => a.at - b.at);
}

/** Returns minimal arguments for a tool: the required ones, with values of the right type. */
export function argumentsFor(
  name: string,
  memory: Memory,
  variant: number | undefined,
): Readonly<Record<string, unknown>> {
  const { properties = {}, required } = memory.tools.get(name) ?? {};
  const args: Record<string, unknown> = {};
  for (const key of required ?? Object.keys(properties)) {
    const schema = own(properties, key);
    setOwn(args, key, valueFor(typeof schema === 'object' ? schema : {}, memory.prompt.trim()));
    if (variant !== undefined && typeof own(args, key) === 'string')
      setOwn(args, key, `${own(args, key)} (${variant})`);
  }
  return args;
}

function valueFor(
  schema: { readonly type?: unknown; readonly enum?: unknown; readonly const?: unknown; readonly default?: unknown },
  prompt: string,
): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : prompt;
}

export function callsOf(name: string, memory: Memory): readonly PastCall[] {
  return memory.calls.filter((call) => call.tool === name);
}
