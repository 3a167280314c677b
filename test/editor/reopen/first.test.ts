/** First of two launches: a run ends with its timeline open. */
import { commands, workspace } from 'vscode';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, webview } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

it('a run ends with its timeline open', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const { runs, show } = await skillwright();
  const started = await runs.start({
    prompt: 'Before the restart',
    skills: [inWorkspace('skills/release-writer')],
    model: 'simulated/heeding',
    guards: 'default',
    maxLlmCalls: 20,
    runs: inWorkspace('.skillwright/runs'),
    trusted: workspace.isTrusted,
  });
  if (started.kind === 'failed') throw new Error(started.message);
  show(started.run.journal);
  await until('the end of the run', () => runs.live().length === 0, 30_000);
  await webview('[role=treegrid]').waitFor('[role=row]', { timeout: 20_000 });
  await commands.executeCommand('workbench.action.files.saveAll');
});
