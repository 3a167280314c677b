/** Second of two launches: what was marked and chosen is there again. */
import { commands } from 'vscode';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, press, workbench } from '../harness/ui.ts';

const focused = (label: string): string => `.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`;

it('the favourite and the model of this workspace are kept', async function () {
  needsWindow(this);
  await skillwright();
  void commands.executeCommand('skillwright.selectModel');
  // Of one name at several endpoints: the one that was chosen last comes first, the favourite next.
  await workbench.waitFor(`${focused('small-writer')}:has-text("chosen for this workspace")`);
  // Endpoints answer one after the other: what comes late may move what is selected.
  await workbench.waitFor('.quick-input-list .monaco-list-row:has-text("favourites") .codicon-star-full');
  await press('ArrowDown');
  await workbench.waitFor(`${focused('small-writer')}:has-text("favourites") .codicon-star-full`);
  await press('Escape');
});
