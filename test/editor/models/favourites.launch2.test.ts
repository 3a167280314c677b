/** Second of two launches: what was marked and chosen is there again. */
import { commands } from 'vscode';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, press, workbench } from '../harness/ui.ts';

const focused = (label: string): string => `.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`;

it('the favourite and the model of this workspace are restored', async function () {
  needsWindow(this);
  await skillwright();
  void commands.executeCommand('skillwright.selectModel');
  // Of one name at several endpoints: the one that was chosen last comes first, the favourite next.
  await workbench.waitFor(`${focused('small-writer')}:has-text("chosen for this workspace")`);
  // The endpoints of the first launch are gone; a list that comes late takes what the key has selected with it.
  await workbench.waitFor('.quick-input-list .monaco-list-row:has-text("returned no list of models")');
  await workbench.waitForNone('.quick-input-list .monaco-list-row:has-text("Loading models")');
  await press('ArrowDown');
  await workbench.waitFor(`${focused('small-writer')}:has-text("favourites") .codicon-star-full`);
  await press('Escape');
});
