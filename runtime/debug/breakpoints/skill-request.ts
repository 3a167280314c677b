import { defined } from '../../../skill/index.ts';
import { SKILL_PREFIX } from '../../agents/tool-entry.ts';
import { missOf, readOf, requestOf } from '../../guards/miss.ts';
import type { CallView } from '../../loop/interfaces/hooks.ts';
import { textArgument } from '../../toolset/arguments.ts';
import type { Position } from '../position.ts';

/** A request for a skill or for one of its files. */
export interface SkillRequest {
  readonly skill: string;
  /** Relative to the skill's folder; absent if the skill itself is loaded. */
  readonly path?: string;
  /** True if it is known before the call. A client's tools only tell afterwards. */
  readonly isKnownBefore: boolean;
}

type CallPosition = Exclude<Position, { at: 'model_call' | 'end' }>;

/** Returns the skill or file that the call at a position requests or, in a client, has requested. */
export function requestAt(position: Position): SkillRequest | undefined {
  if (position.at === 'model_call' || position.at === 'end') return undefined;
  const load = loadOf(position);
  if (load !== undefined) return { skill: load, isKnownBefore: true };
  const call = callOf(position);
  const request = requestOf(call);
  if (request !== undefined) return { skill: request.skill, path: request.path, isKnownBefore: true };
  if (position.at !== 'tool_result') return undefined;
  const { outcome } = position.boundary;
  const file = missOf(call, outcome) ?? readOf(call, outcome);
  if (file === undefined) return undefined;
  const { skill, path } = file;
  return defined({ skill, path: path === 'SKILL.md' ? undefined : path, isKnownBefore: false });
}

/** Returns the name of the skill that the call at a position loads or, if it is a skill as a tool, runs. */
function loadOf({ boundary }: CallPosition): string | undefined {
  const { tool } = boundary;
  if (tool.startsWith(SKILL_PREFIX)) return tool.slice(SKILL_PREFIX.length);
  return /(?:^|_)load_skill$/.test(tool) ? textArgument(boundary.args, 'skill_name')?.trim() : undefined;
}

function callOf({ boundary }: CallPosition): CallView {
  return { ...boundary, step: 0, ask: async () => 'unanswered' };
}
