/** Second of two launches: what was marked and chosen is there again. */
import { commands } from 'vscode';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, press, workbench } from '../harness/ui.ts';

const focused = (label: string): string => `.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`;

it('the favourite and the model of this workspace are kept', async function () {
  needsWindow(this);
  await skillwright();
  void commands.executeCommand('skillwright.selectModel');
  await workbench.waitFor(focused('small-writer'));
  await workbench.waitFor(`${focused('small-writer')} .codicon-star-full`);
  await press('Escape');
});
