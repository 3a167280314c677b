/** The folder in which a client runs the commands of a skill. */
import type { ClientBehavior } from './behavior.ts';
import type { ClientProfile } from './profile.ts';

/**
 * The outcome of a command with a path relative to the skill in a client.
 *
 * - `works`: it runs in the skill's folder.
 * - `resolved`: it runs in the workspace, but the client itself tells the model that paths are relative to the skill.
 * - `fails`: it runs in the workspace, and the client tells the model the skill's folder at most.
 * - `unknown`: the client's behavior is unknown.
 */
export type CommandBase = 'works' | 'resolved' | 'fails' | 'unknown';

/** Returns the outcome of such a command in a client, from its working directory and its prompts. */
export function commandBaseOf({ id, behaviors }: ClientProfile): CommandBase {
  // Its own tools resolve paths against the skill, so it has no behavior as data.
  if (id === 'adk') return 'works';
  const [first] = behaviors;
  if (first === undefined) return 'unknown';
  if (behaviors.every(({ shell }) => shell.directory === 'skill')) return 'works';
  return behaviors.every(statesBase) ? 'resolved' : 'fails';
}

/** Returns true if the client itself tells the model that paths are relative to the skill. */
export function statesBase({ catalogue, activation }: ClientBehavior): boolean {
  const text = activation.kind === 'tool' ? `${activation.result}\n${activation.message ?? ''}` : '';
  return (
    catalogue.states.includes('paths-relative-to-skill') || /\brelative paths\b[^\n]{0,120}\brelative to\b/i.test(text)
  );
}
