import type { RunEvent } from '../../runtime/protocol/events.ts';

/** Counts as skill-creator's `run_eval.py` does: the first tool call is Skill or Read with the skill's name. */
export function isFirstToolSkill(events: readonly RunEvent[]): boolean {
  const first = events.find((event) => event.type === 'tool_call');
  if (first === undefined || typeof first.args !== 'object' || first.args === null) return false;
  const { skill, file_path: path } = first.args as { readonly skill?: unknown; readonly file_path?: unknown };
  if (first.tool === 'Skill') return typeof skill === 'string' && skill.includes('notes');
  return first.tool === 'Read' && typeof path === 'string' && path.includes('notes');
}
