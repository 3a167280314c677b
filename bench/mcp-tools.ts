/** Calls of the tools of the MCP server, as a client offers them to its model. */
import { defined } from '../skill/index.ts';
import { type RequestBody, type ScriptedCall, TOOL_SEARCH } from './clients/scripted-server.ts';

/** The tool of Claude Code that loads the schemas of others. */
const LOADER = 'ToolSearch';

/**
 * Returns the next call with which a model calls a tool of the server; undefined if the client does not offer it. A client may
 * name the tool only, or not even that, and have a tool that loads it.
 */
export function callOf(body: RequestBody, tool: string, args: ScriptedCall['args']): ScriptedCall | undefined {
  const offered = [...toolsIn(body)];
  const found = offered.find(({ name }) => isNamed(name, tool));
  if (found !== undefined) return defined({ tool: found.name, namespace: found.namespace, args });
  const text = JSON.stringify(body);
  const listed = [...text.matchAll(/mcp__\w+/g)].flatMap(([one]) => one).find((one) => isNamed(one, tool));
  const query = `select:${listed}`;
  if (listed !== undefined && text.includes(query)) return { tool: listed, args };
  if (listed !== undefined && offered.some(({ name }) => name === LOADER))
    return { tool: LOADER, args: { query, max_results: 1 } };
  const canSearch = text.includes(`"type":"${TOOL_SEARCH}"`);
  const last = Array.isArray(body.input) ? (body.input as readonly RequestBody[]).at(-1) : undefined;
  // It finds nothing until the server has started, so that the caller does something else in between.
  if (!canSearch || last?.type === 'tool_search_output') return undefined;
  return { tool: TOOL_SEARCH, args: { query: `${tool} skillwright` } };
}

const isNamed = (name: string, tool: string): boolean => name === tool || name.endsWith(`_${tool}`);

/** Yields the objects with a name and a schema, in whatever form a protocol has them, each with the group that it is in. */
function* toolsIn(
  value: unknown,
  namespace?: string,
): Generator<{ readonly name: string; readonly namespace?: string }> {
  if (typeof value !== 'object' || value === null) return;
  const { type, name } = value as RequestBody;
  const isGroup = type === 'namespace';
  const isTool = 'parameters' in value || 'input_schema' in value || 'parametersJsonSchema' in value;
  if (typeof name === 'string' && isTool) yield defined({ name, namespace });
  for (const inner of Object.values(value)) yield* toolsIn(inner, isGroup ? String(name) : namespace);
}
