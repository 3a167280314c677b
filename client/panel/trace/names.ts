/** Names of tool calls in rows: a muted verb, a prominent object, an icon. Based on ADK's tool names and parameters. */

import type { Json } from '../../../runtime/protocol/events.ts';
import { formatCount } from '../../../runtime/text/count.ts';
import { defined } from '../../../runtime/text/objects.ts';
import { hintOf } from './call-hint.ts';
import { isObject, oneLine, text } from './read.ts';
import type { IconName, SpanKind } from './types.ts';

export interface CallName {
  readonly kind: SpanKind;
  readonly icon: IconName;
  readonly verb: string;
  readonly name: string;
  readonly detail?: string;
  /** The skill named in the arguments. */
  readonly skill?: string;
  /** The requested path, relative to the skill, as written. */
  readonly path?: string;
}

const SKILL_AS_TOOL = 'skills__';

/** Matches the tools of skills. A toolset or an MCP server may prefix their names. */
const SKILL_TOOL =
  /^(?:.+[_.-])?(list_skills|search_skills|load_skill|unload_skill|load_skill_resource|run_skill_script)$/;

/**
 * Returns the name of a skill tool without its prefix, and any other name unchanged. A prefixed name counts only with
 * the parameters of a skill tool: an author's own `my_load_skill` may have any parameters.
 */
export function skillToolName(tool: string, args: Json | undefined): string {
  const bare = SKILL_TOOL.exec(tool)?.[1];
  if (bare === undefined || bare === tool) return tool;
  return bare.endsWith('_skills') || (isObject(args) && text(args, 'skill_name') !== '') ? bare : tool;
}

/**
 * Names a tool call.
 * @param tool the tool's name as the model wrote it
 * @param args its arguments, or the raw string if they were not JSON
 * @param folder the working directory, to which paths are shown relative
 */
export function nameCall(tool: string, args: Json | undefined, folder?: string): CallName {
  const fields = isObject(args) ? args : {};
  const first = (...keys: string[]) => keys.map((key) => text(fields, key)).find((value) => value !== '');
  const skill = first('skill_name', 'name', 'skill');
  const path = first('file_path', 'path', 'resource_path', 'script_path', 'script_name', 'script');
  const target: Pick<CallName, 'skill' | 'path'> = defined({ skill, path });
  const displayName = (value: string | undefined) =>
    oneLine(value ?? (typeof args === 'string' ? args : '')) || '(nothing)';
  const known = skillToolName(tool, args);
  switch (known) {
    case 'list_skills':
    case 'search_skills':
      return { kind: 'skill', icon: 'list', verb: '', name: known };
    case 'load_skill':
    case 'unload_skill':
      return { kind: 'skill', icon: 'book', verb: known, name: displayName(skill), ...target };
    case 'load_skill_resource':
      return { kind: 'skill', icon: 'page', verb: known, name: displayName(path), ...target };
    case 'run_skill_script':
      return { kind: 'script', icon: 'terminal', verb: known, name: displayName(path), ...target };
  }
  if (tool.startsWith(SKILL_AS_TOOL)) {
    const name = tool.slice(SKILL_AS_TOOL.length);
    return { kind: 'skill', icon: 'book', verb: '', name: oneLine(tool, 80), detail: 'skill as tool', skill: name };
  }
  const name = oneLine(tool, 80) || '(no name)';
  const hint = hintOf(args, folder);
  return { kind: 'tool', icon: 'tool', verb: hint === undefined ? '' : name, name: hint ?? name };
}

const TIMES = ['never', 'once', 'twice'];

/** Formats a count: `2` → `twice`, `3` → `3 times`. */
function times(count: number): string {
  return TIMES[count] ?? formatCount(count, 'time');
}

/**
 * Describes a guard's decision briefly, based on what it counted.
 * @param names the names of the counted rows
 * @param inner the skill or agent whose inner run was stopped
 */
export function nameGuard(
  rule: string,
  verdict: string,
  count: number,
  names: readonly string[],
  inner?: string,
): string {
  const prefix =
    verdict === 'stop' ? `Guard stopped ${inner ?? 'the run'}` : verdict === 'warn' ? 'Guard warning' : 'Guard';
  return `${prefix}: ${describe(rule, count, names)}`;
}

function describe(rule: string, count: number, names: readonly string[]): string {
  if (/max.?llm.?calls|iteration.?cap|client.?limit/i.test(rule))
    return `limit of ${formatCount(count, 'model call')} reached`;
  const same = new Set(names).size <= 1;
  if (count === 1 && /resource|path|script/i.test(rule))
    return `${/script/i.test(rule) ? 'script' : 'path'} missed once`;
  if (/resource|path/i.test(rule))
    return same ? `same path missed ${times(count)}` : `${formatCount(count, 'path')} missed`;
  if (/script/i.test(rule))
    return same ? `same script missed ${times(count)}` : `${formatCount(count, 'script')} missed`;
  if (/loop|identical|cycle/i.test(rule)) return `same call made ${times(count)}`;
  if (/streak|error/i.test(rule)) return `same error ${times(count)}`;
  return `${oneLine(rule, 60).replace(/[_.-]+/g, ' ') || 'a rule'}, ${times(count)}`;
}
