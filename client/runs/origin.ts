import type { RunOrigin } from '../../runtime/protocol/origin.ts';
import { visibleStart } from '../../runtime/text/visible-text.ts';
import type { SavedStart } from './saved-events.ts';

/**
 * Returns the warnings that the user must confirm before resuming a run that was not started on this machine or whose
 * journal has changed since. One sentence each; empty for an unchanged run of this machine. An undefined `origin` is unknown
 * and treated as another machine.
 */
export function originWarnings(
  origin: RunOrigin | undefined,
  { model, baseUrl, agentFile }: SavedStart,
): readonly string[] {
  if (origin?.kind === 'here') return [];
  const address = baseUrl === undefined ? '' : ` at ${visibleStart(baseUrl, 300)}`;
  return [
    origin?.kind === 'changed'
      ? `Its journal has changed since the run was started on this machine: ${origin.changed.join(', ')}.`
      : 'This run was not started on this machine. Its journal determines what is sent, and where.',
    `The run sends its conversation and skills to ${visibleStart(model, 100)}${address}.`,
    ...(agentFile === undefined
      ? []
      : [`The run starts the tools and servers of the agent ${visibleStart(agentFile, 200)}.`]),
  ];
}
