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
 * Tells that a run of this window failed for want of a key, and offers to set it and to run again.
 * @param finished the last event of the run's own process, not of its journal
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
 * Sets the key that a saved run failed for. Its journal may be anybody's: an endpoint that the user never chose is not
 * handed to them as one to give a key to, they choose whose key it is.
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
  if (!(await setKey(parts.models, place, 'The last run failed for want of it.'))) return;
  const said = await vscode.window.showInformationMessage(`The key for ${place.origin} is saved.`, RUN_AGAIN);
  if (said === RUN_AGAIN) runAgain();
}

/** The endpoint of the run's own model, or the provider whose address this is: an agent may have another model. */
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
