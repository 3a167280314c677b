import { dirname } from 'node:path';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';
import { defined } from '../../runtime/text/objects.ts';
import { visibleStart } from '../../runtime/text/visible-text.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { isInside } from '../editor/is-inside.ts';
import type { SavedStart } from './saved-events.ts';

/**
 * Returns the parameters for a new run with the same prompt, agent, skills, client, model and limits. They contain no key, because
 * a journal is untrusted and its base URL must not receive one.
 */
export function rerunParams(started: SavedStart, journal: string, trusted: boolean): StartRunParams {
  return defined({
    prompt: started.prompt,
    skills: started.skills.map((skill) => skill.root),
    agent: started.agentFile,
    folder: started.agentFile !== undefined ? (started.folder ?? '') : undefined,
    model: started.model,
    baseUrl: started.baseUrl,
    ...clientOf(started),
    guards: started.guards,
    maxLlmCalls: started.maxLlmCalls,
    runs: dirname(dirname(journal)),
    trusted,
  });
}

/** Returns the client of a run, whatever its agent's file names now. */
function clientOf({ client, workspace, install, skills }: SavedStart): Partial<StartRunParams> {
  if (client === undefined) return { client: 'adk' };
  const others = skills.map(({ root }) => root);
  return defined({ client, workspace: workspace ?? null, install, with: others });
}

/**
 * Returns the warnings that the user must confirm before a run from an untrusted journal starts: about skills and a
 * workspace outside `folders` (absolute paths), and about an endpoint that is not among the user's `models` and would receive the contents of
 * the skills. One sentence each; empty if no confirmation is needed.
 */
export function rerunWarnings(
  { skills, workspace, model, baseUrl }: StartRunParams,
  folders: readonly string[],
  models: readonly ModelChoice[],
): readonly string[] {
  const outside = skills.filter((root) => !isInside(folders, root));
  const chosen = models.some((one) => one.id === model && plainAddress(one.baseUrl) === plainAddress(baseUrl));
  return [
    ...(outside.length > 0
      ? [`The run reads skills outside this workspace: ${visibleStart(outside.join(', '), 500)}`]
      : []),
    ...(typeof workspace === 'string' && !isInside(folders, workspace)
      ? [
          `The run copies a folder outside this workspace, and the model can read the copy: ${visibleStart(workspace, 300)}`,
        ]
      : []),
    ...(chosen || model.startsWith('simulated/')
      ? []
      : [
          `The run sends the prompt and the skills to ${visibleStart(model, 100)}${baseUrl === undefined ? '' : ` at ${visibleStart(baseUrl, 300)}`}`,
        ]),
  ];
}

/** Strips the user name, password and query from an address, as journals do. */
function plainAddress(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return address ?? '';
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
