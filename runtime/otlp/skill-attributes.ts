/** Attributes of a tool call that concerns a skill: only what the call or its result names, never a guess. */
import type { Json, JsonObject } from '../protocol/events.ts';
import { requestedFile, textArgument } from '../toolset/arguments.ts';
import type { AnyEvent } from './event-fields.ts';

/** The skill of a tool call. */
export interface SkillUse {
  readonly skill: string;
  /** The file that was read or run, relative to the skill; '' if the call names none; absent if the skill was loaded. */
  readonly resource?: string;
  readonly description?: string;
}

const MANIFEST = 'SKILL.md';

/** Returns the skill that a call loads, or whose file it reads or runs. */
export function skillUse(call: AnyEvent, result: AnyEvent | undefined): SkillUse | undefined {
  const file = fileIn(result?.read) ?? fileIn(result?.miss);
  const description = descriptionIn(result);
  if (file !== undefined) {
    const { skill, path } = file;
    return path === MANIFEST ? { skill, ...description } : { skill, resource: path };
  }
  if (!isObject(call.args)) return undefined;
  if (call.tool === 'load_skill') {
    const skill = textArgument(call.args, 'skill_name');
    return skill === undefined ? undefined : { skill, ...description };
  }
  if (call.tool !== 'load_skill_resource' && call.tool !== 'run_skill_script') return undefined;
  const { skill, path } = requestedFile(call.args, call.tool === 'run_skill_script' ? 'script' : 'resource');
  return skill === '' ? undefined : { skill, resource: path };
}

function fileIn(value: Json | undefined): { readonly skill: string; readonly path: string } | undefined {
  if (!isObject(value)) return undefined;
  const { skill, path } = value;
  return typeof skill === 'string' && typeof path === 'string' ? { skill, path } : undefined;
}

function descriptionIn(result: AnyEvent | undefined): Pick<SkillUse, 'description'> {
  const frontmatter = isObject(result?.result) ? result.result.frontmatter : undefined;
  const description = isObject(frontmatter) ? frontmatter.description : undefined;
  return typeof description === 'string' ? { description } : {};
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
