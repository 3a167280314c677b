import { codeEntriesOf } from '../agents/has-tools.ts';
import { codeParts, describeChanges } from '../approvals/agent-code.ts';
import { codeOfNamedAgent } from '../approvals/named-agents.ts';
import type { RunStarted } from '../protocol/events.ts';
import type { RunSpec } from '../run/run-spec.ts';
import type { RunPlace } from '../user-data/run-store.ts';

/**
 * Returns the run with the code of its agents if the user named them for this run; otherwise without it, or a message.
 * @param place the requested run: the id in its journal may be another run's
 */
export async function withTrustedCode(
  place: RunPlace,
  spec: RunSpec,
  { agentFile: agent, folder = process.cwd() }: RunStarted,
): Promise<RunSpec | string> {
  const agents = [spec.agent, ...(spec.team?.values() ?? [])];
  const code = [...new Set(codeEntriesOf(agents))];
  const before = agent === undefined ? undefined : codeOfNamedAgent(place, { agent, folder });
  const changes = before === undefined ? undefined : describeChanges(before, await codeParts(agents));
  if (changes?.length === 0) return spec;
  if (code.length === 0) return { ...spec, trusted: false };
  const trust = `Add --trust to start the code of the agent '${agent}'`;
  return changes === undefined
    ? `${trust}: it was not approved for this run on this machine.\nIt would start ${code.join(', ')}.`
    : `${trust}: it has changed since it was approved for this run.\nChanges: ${changes.join('; ')}.`;
}
