import type { PauseEvent, ScriptApproval } from '../protocol/events.ts';

/**
 * Returns the reason why an approved script needs another approval: its source, the skill, its command or the sandbox has
 * changed since. Undefined if no approved question was about this script.
 */
export function scriptChange(now: ScriptApproval, approved: readonly Pick<PauseEvent, 'script'>[]): string | undefined {
  const before = approved
    .map(({ script }) => script)
    .findLast((one) => one?.skill === now.skill && one.path === now.path);
  if (before === undefined) return undefined;
  const { path, skill } = now;
  const changed =
    before.source !== now.source
      ? 'its source'
      : before.files !== now.files
        ? `another file of the skill '${skill}'`
        : before.command !== now.command
          ? 'its command'
          : before.sandbox !== now.sandbox
            ? 'its sandbox'
            : undefined;
  return changed && `Approve ${path} again: ${changed} has changed since it was approved.`;
}
