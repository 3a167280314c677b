import * as vscode from 'vscode';
import type { NeedsKey, RunFinished } from '../../runtime/protocol/events.ts';
import { PROVIDER_PLACES } from '../../runtime/protocol/providers.ts';
import type { RunAgentParts } from '../commands/run-agent.ts';
import { type Place, placeAt, placeOf } from '../models/address.ts';
import { setKey } from '../models/set-key.ts';
import { modelSettings } from '../models/settings.ts';
import { plain } from '../models/words.ts';
import { savedRun } from '../runs/saved.ts';

const SET_KEY = 'Set API Key';
const RUN_AGAIN = 'Run Again';

/**
 * Reports that a run of this window failed because of a missing key, and offers to set it and to run again.
 * @param finished the last event from the run's process, not from its journal
 */
export async function offerKey(
  parts: RunAgentParts,
  journal: string,
  { error = '' }: RunFinished,
  { origin }: NeedsKey,
  runAgain: () => void,
): Promise<void> {
  if ((await vscode.window.showErrorMessage(plain(error), SET_KEY)) !== SET_KEY) return;
  await setKeyAt(parts, placeOfRun(journal, origin), runAgain);
}

/**
 * Prompts for the key that a saved run was missing. Its journal may come from anyone, so an endpoint that the user has
 * never chosen is not suggested; the user picks the endpoint instead.
 */
export async function setKeyOfRun(parts: RunAgentParts, journal: string, runAgain: () => void): Promise<void> {
  const origin = savedRun(journal)?.finished?.needsKey?.origin;
  const place = origin === undefined ? undefined : placeOfRun(journal, origin);
  const known = [...parts.memory.models().map(({ baseUrl }) => baseUrl), ...Object.values(modelSettings().endpoints)];
  const chosen = known.some((address) => address !== undefined && originOf(address) === place?.origin);
  await setKeyAt(parts, place?.own === true || chosen ? place : undefined, runAgain);
}

async function setKeyAt(parts: RunAgentParts, place: Place | undefined, runAgain: () => void): Promise<void> {
  if (place === undefined) {
    await vscode.commands.executeCommand('skillwright.setApiKey');
    return;
  }
  if (!(await setKey(parts.models, place, 'The last run failed because this key was missing.'))) return;
  const choice = await vscode.window.showInformationMessage(`The key for ${place.origin} is saved.`, RUN_AGAIN);
  if (choice === RUN_AGAIN) runAgain();
}

/** Returns the endpoint of the run's model, or else the provider with this origin, since an agent may use another model. */
function placeOfRun(journal: string, origin: string): Place | undefined {
  const started = savedRun(journal)?.started;
  const { baseUrl } = started ?? {};
  const own =
    started === undefined ? undefined : placeOf({ id: started.model, ...(baseUrl === undefined ? {} : { baseUrl }) });
  if (own?.origin === origin) return own;
  return PROVIDER_PLACES.map(({ id }) => placeAt(id)).find((place) => place?.origin === origin);
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
