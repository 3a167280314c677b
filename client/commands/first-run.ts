import { isEmptyWindow, leadTo } from '../dialogues/lead-to.ts';
import { askForFolder } from '../dialogues/open-folder.ts';

/** Says why there is no run to choose, and leads to what a first one begins with: a folder, or an agent. */
export function leadToFirstRun(why: string): Promise<void> {
  if (isEmptyWindow()) return askForFolder('Runs are kept in the folder of their skill. Open one first.');
  return leadTo(why, 'Run Agent', 'skillwright.runAgent');
}
