/** First of two launches: a run ends with its timeline open. */
import { commands } from 'vscode';
import { settled, shown, startRun } from '../harness/runs.ts';
import { skillwright } from '../harness/skills.ts';
import { needsWindow } from '../harness/ui.ts';

it('a run ends with its timeline open', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const { show } = await skillwright();
  const journal = await startRun('Before the restart', 'simulated/heeding');
  show(journal);
  await settled(journal);
  await shown('[role=row]');
  await commands.executeCommand('workbench.action.files.saveAll');
});
