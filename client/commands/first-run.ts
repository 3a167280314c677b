import { isEmptyWindow, offerCommand } from '../dialogs/offer-command.ts';
import { askForFolder } from '../dialogs/open-folder.ts';

/** Reports why there is no run to choose, and offers the first step to one: opening a folder or running an agent. */
export function offerFirstRun(reason: string): Promise<void> {
  if (isEmptyWindow()) return askForFolder('Open a folder first. Runs are stored next to the skills they use.');
  return offerCommand(reason, 'Run Agent', 'skillwright.runAgent');
}
