import { dirname } from 'node:path';
import type { RunStarted } from '../../runtime/protocol/events.ts';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';

/**
 * The parameters that start the same run anew, beside the old one: same prompt, skills, model and limits. No key
 * travels along: a journal is untrusted, and its base URL must not get one.
 */
export function again(started: RunStarted, journal: string, trusted: boolean): StartRunParams {
  return {
    prompt: started.prompt,
    skills: started.skills.map((skill) => skill.root),
    model: started.model,
    ...(started.baseUrl !== undefined && { baseUrl: started.baseUrl }),
    guards: started.guards,
    maxLlmCalls: started.maxLlmCalls,
    runs: dirname(dirname(journal)),
    trusted,
  };
}
