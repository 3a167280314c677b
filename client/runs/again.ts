import { dirname } from 'node:path';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';
import type { ModelChoice } from '../dialogues/memory.ts';
import { isInside } from '../editor/is-inside.ts';
import type { SavedStart } from './saved-events.ts';

/**
 * The parameters that start the same run anew, beside the old one: same prompt, agent, skills, model and limits. No key
 * travels along: a journal is untrusted, and its base URL must not get one.
 */
export function again(started: SavedStart, journal: string, trusted: boolean): StartRunParams {
  return {
    prompt: started.prompt,
    skills: started.skills.map((skill) => skill.root),
    ...(started.agentFile !== undefined && { agent: started.agentFile, folder: started.folder ?? '' }),
    model: started.model,
    ...(started.baseUrl !== undefined && { baseUrl: started.baseUrl }),
    guards: started.guards,
    maxLlmCalls: started.maxLlmCalls,
    runs: dirname(dirname(journal)),
    trusted,
  };
}

/**
 * What a person has to agree to before a run of an untrusted journal starts: skills from outside `folders` (absolute
 * paths), and an endpoint that the user never chose (`models`) and that would be sent what the skills hold. A sentence
 * each; empty where there is nothing to ask.
 */
export function doubtsAbout(
  { skills, model, baseUrl }: StartRunParams,
  folders: readonly string[],
  models: readonly ModelChoice[],
): readonly string[] {
  const outside = skills.filter((root) => !isInside(folders, root));
  const chosen = models.some((one) => one.id === model && plainAddress(one.baseUrl) === plainAddress(baseUrl));
  return [
    ...(outside.length > 0 ? [`It reads skills outside this workspace: ${outside.join(', ').slice(0, 500)}`] : []),
    ...(chosen || model.startsWith('simulated/')
      ? []
      : [
          `It sends the prompt and the skills to ${model.slice(0, 100)}${baseUrl === undefined ? '' : ` at ${baseUrl.slice(0, 300)}`}`,
        ]),
  ];
}

/** As a journal has it: without name, password and query. */
function plainAddress(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return address ?? '';
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
