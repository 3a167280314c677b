import type { RunStarted } from '../protocol/events.ts';
import type { RunSpec } from './run-spec.ts';

/**
 * Returns the reason why a run cannot continue with a further prompt; undefined if it can. The conversation names the tools
 * and the files of its client, so a further prompt needs the same client, workspace and place of the skills.
 * @param before the run's last prompt
 */
export function continuationProblem(before: RunStarted, { client }: RunSpec): string | undefined {
  const was = before.client ?? 'adk';
  const now = client?.id ?? 'adk';
  const refuse = (option: string, why: string): string =>
    `Continue with ${option}, or start a new run: the conversation of run ${before.run.slice(0, 128)} ${why}.`;
  if (was !== now)
    return refuse(`--client ${was.slice(0, 80)}`, `has the tools and paths of ${was.slice(0, 80)}, not of ${now}`);
  if (client === undefined) return undefined;
  if (before.install !== undefined && before.install !== client.install)
    return refuse(`--install ${before.install}`, 'has the paths of the skills there');
  if (before.workspace === client.workspace) return undefined;
  return before.workspace === undefined
    ? refuse('an empty workspace (without --workspace)', 'has no files')
    : refuse(`--workspace ${before.workspace.slice(0, 500)}`, 'has the files of that folder');
}
