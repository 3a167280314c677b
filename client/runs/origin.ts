import type { RunOrigin } from '../../runtime/protocol/origin.ts';
import type { SavedStart } from './saved-events.ts';

/**
 * What a person has to agree to before a run goes on that this machine did not begin, or whose journal says something else
 * by now: a sentence each. Empty where it is ours. `undefined` is what nobody can tell: it is asked about, too.
 */
export function doubtsAboutOrigin(
  origin: RunOrigin | undefined,
  { model, baseUrl, agentFile }: SavedStart,
): readonly string[] {
  if (origin?.kind === 'here') return [];
  const address = baseUrl === undefined ? '' : ` at ${baseUrl.slice(0, 300)}`;
  return [
    origin?.kind === 'changed'
      ? `Its journal has changed since the run was started on this machine: ${origin.changed.join(', ')}.`
      : 'This run was not started on this machine. Its journal decides what is sent, and where.',
    `It sends its conversation and its skills to ${model.slice(0, 100)}${address}.`,
    ...(agentFile === undefined ? [] : [`It starts the tools and servers of the agent ${agentFile.slice(0, 200)}.`]),
  ];
}
