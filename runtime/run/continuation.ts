/** The conditions of a further prompt of a run, and what it takes from the last one. */
import { fullAddress } from '../models/endpoint/address.ts';
import { endpointOf } from '../models/endpoint/endpoint.ts';
import type { RunStarted } from '../protocol/events.ts';
import type { RunPlace } from '../user-data/run-store.ts';
import { originOf } from './run-origin.ts';
import type { RunSpec } from './run-spec.ts';

/** The parts of a request that a further prompt takes from its run, unless the request has its own. */
interface Inherited {
  readonly skills: readonly string[];
  readonly agent: string | undefined;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
}

/**
 * Completes the request for a further prompt from the run's last one: its skills, unless the request names some or an
 * agent, and its model with its address, unless the request names a model or another agent. Otherwise a conversation
 * with a language model would continue with a simulated one. A journal is untrusted, so only a run that this machine
 * started decides where the conversation is sent. Otherwise returns a message that names the option to add.
 */
export function inheritFrom(place: RunPlace, before: RunStarted, request: Inherited): Inherited | string {
  const { skills, agent, model, baseUrl } = request;
  const inheritsModel = model === undefined && (agent === undefined || agent === before.agentFile);
  const inheritsSkills = skills.length === 0 && agent === undefined;
  const isKnown = originOf(place, before).kind === 'here';
  const isOffline = endpointOf(before.model, before.baseUrl) === undefined;
  if (inheritsModel && !isKnown && !isOffline)
    return `Add --model: run ${before.run.slice(0, 128)} was not started on this machine as its journal describes it, so its model is not used.`;
  const address = baseUrl ?? (before.baseUrl && (fullAddress(place, before.baseUrl) ?? before.baseUrl));
  return {
    skills: inheritsSkills && isKnown ? before.skills.map(({ root }) => root) : skills,
    agent,
    model: inheritsModel ? before.model : model,
    baseUrl: inheritsModel ? address : baseUrl,
  };
}

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
