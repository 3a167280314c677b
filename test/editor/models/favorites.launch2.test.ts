/** The second of two launches: favorites and the chosen model are restored. */
import { commands } from 'vscode';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, press, workbench } from '../harness/ui.ts';

const focusedItem = (label: string): string => `.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`;

it('the favorite and the model of this workspace are restored', async function () {
  needsWindow(this);
  await skillwright();
  void commands.executeCommand('skillwright.selectModel');
  // Of models with one name at several endpoints, the last chosen one comes first, then the favorite.
  await workbench.waitFor(`${focusedItem('small-writer')}:has-text("chosen for this workspace")`);
  // The endpoints of the first launch no longer exist; a list that arrives late would move the focused item.
  await workbench.waitFor('.quick-input-list .monaco-list-row:has-text("returned no list of models")');
  await workbench.waitForNone('.quick-input-list .monaco-list-row:has-text("Loading models")');
  await press('ArrowDown');
  await workbench.waitFor(`${focusedItem('small-writer')}:has-text("favorites") .codicon-star-full`);
  await press('Escape');
});
