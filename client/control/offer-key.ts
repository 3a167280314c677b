import * as vscode from 'vscode';
import type { NeedsKey, RunFinished } from '../../runtime/protocol/events.ts';
import { PROVIDER_ENDPOINTS } from '../../runtime/protocol/providers.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { RunAgentContext } from '../commands/run-agent.ts';
import { type Endpoint, endpointAt, endpointOf } from '../models/endpoint.ts';
import { plainText } from '../models/model-text.ts';
import { setKey } from '../models/set-key.ts';
import { readModelSettings } from '../models/settings.ts';
import { readSavedRun } from '../runs/saved-runs.ts';

const SET_KEY = 'Set API Key';
const RUN_AGAIN = 'Run Again';

/**
 * Reports that a run of this window failed because of a missing key, and offers to set it and to run again.
 * @param finished the last event from the run's process, not from its journal
 */
export async function offerKey(
  context: RunAgentContext,
  journal: string,
  { error = '' }: RunFinished,
  { origin }: NeedsKey,
  runAgain: () => void,
): Promise<void> {
  if ((await vscode.window.showErrorMessage(plainText(error), SET_KEY)) !== SET_KEY) return;
  await setKeyAt(context, endpointOfRun(journal, origin), runAgain);
}

/**
 * Prompts for the key that a saved run was missing. Its journal may come from anyone, so an endpoint that the user has
 * never chosen is not suggested; the user picks the endpoint instead.
 */
export async function setKeyOfRun(context: RunAgentContext, journal: string, runAgain: () => void): Promise<void> {
  const origin = readSavedRun(journal)?.finished?.needsKey?.origin;
  const endpoint = origin === undefined ? undefined : endpointOfRun(journal, origin);
  const known = [
    ...context.memory.models().map(({ baseUrl }) => baseUrl),
    ...Object.values(readModelSettings().endpoints),
  ];
  const chosen = known.some((address) => address !== undefined && originOf(address) === endpoint?.origin);
  await setKeyAt(context, endpoint?.isOfficial === true || chosen ? endpoint : undefined, runAgain);
}

async function setKeyAt(context: RunAgentContext, endpoint: Endpoint | undefined, runAgain: () => void): Promise<void> {
  if (endpoint === undefined) {
    await vscode.commands.executeCommand('skillwright.setApiKey');
    return;
  }
  if (!(await setKey(context.models, endpoint, 'The last run failed because this key was missing.'))) return;
  const choice = await vscode.window.showInformationMessage(`The key for ${endpoint.origin} was saved.`, RUN_AGAIN);
  if (choice === RUN_AGAIN) runAgain();
}

/** Returns the endpoint of the run's model, or else the provider with this origin, since an agent may use another model. */
function endpointOfRun(journal: string, origin: string): Endpoint | undefined {
  const started = readSavedRun(journal)?.started;
  const { baseUrl } = started ?? {};
  const official = started === undefined ? undefined : endpointOf(defined({ id: started.model, baseUrl }));
  if (official?.origin === origin) return official;
  return PROVIDER_ENDPOINTS.map(({ id }) => endpointAt(id)).find((endpoint) => endpoint?.origin === origin);
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
