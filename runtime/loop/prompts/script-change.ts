import type { PauseEvent, ScriptApproval } from '../../protocol/events.ts';

/**
 * Returns the reason why an approved script needs another approval: its source, the skill, its command or the sandbox has
 * changed since. Undefined if no approved question was about this script.
 */
export function scriptChange(
  current: ScriptApproval,
  approved: readonly Pick<PauseEvent, 'script'>[],
): string | undefined {
  const before = approved
    .map(({ script }) => script)
    .findLast((one) => one?.skill === current.skill && one.path === current.path);
  if (before === undefined) return undefined;
  const { path, skill } = current;
  const changed =
    before.source !== current.source
      ? 'its source'
      : before.files !== current.files
        ? `another file of the skill '${skill}'`
        : before.command !== current.command
          ? 'its command'
          : before.sandbox !== current.sandbox
            ? 'its sandbox'
            : undefined;
  return changed && `Approve ${path} again: ${changed} has changed since it was approved.`;
}
