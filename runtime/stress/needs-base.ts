import { CLIENTS, commandBaseOf, type Skill } from '../../skill/index.ts';
import { statesBase } from '../models/simulated/simulated-client-view.ts';

/**
 * Returns true if a path that is written into the skill fails in a client as it stands: the client looks for it in the
 * workspace, and neither the client nor SKILL.md states that paths are relative to the skill.
 *
 * @param client an id that `--client` takes; absent for ADK's tools
 */
export function needsBase({ manifest }: Skill, client?: string): boolean {
  const profile = CLIENTS.find(({ behaviors }) => behaviors.some(({ id }) => id === client));
  return profile !== undefined && commandBaseOf(profile) === 'fails' && !statesBase(manifest.text);
}
