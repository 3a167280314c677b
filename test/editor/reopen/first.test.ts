/** The first of two launches: a run ends with its timeline open, a stress test and an eval with their pages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationTarget, commands, Uri, ViewColumn, window, workspace } from 'vscode';
import { copyFolder } from '../../../runtime/disk/client-copy.ts';
import { settledRun, startRun, waitForElement, waitUntilSettled } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, webview } from '../harness/ui.ts';

it('a run ends with its timeline open', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const { show } = await skillwright();
  const journal = await startRun('Before the restart', 'simulated/heeding');
  show(journal);
  await waitUntilSettled(journal);
  await waitForElement('[role=row]');
  await commands.executeCommand('workbench.action.files.saveAll');
});

it('a stress test ends with its page open to the side', async function () {
  needsWindow(this);
  this.timeout(60_000);
  await commands.executeCommand('workbench.action.newGroupRight');
  await commands.executeCommand('skillwright.stressSkill', inWorkspace('skills/release-writer'));
  await webview('#stress').waitFor('.causes h3', { timeout: 30_000 });
  const [, secondGroup] = window.tabGroups.all;
  if (secondGroup?.viewColumn !== ViewColumn.Two) throw new Error('the page is not to the side');
});

it('an eval ends with its page behind the one of the stress test', async function () {
  needsWindow(this);
  this.timeout(60_000);
  mkdirSync(inWorkspace('skills/changelog/evals'), { recursive: true });
  const cases = JSON.stringify([{ id: 'kept', prompt: 'Sort the changes.', should_trigger: true }]);
  writeFileSync(inWorkspace('skills/changelog/evals/evals.json'), cases);
  const settings = workspace.getConfiguration('skillwright.evals');
  await settings.update('models', ['simulated/weak'], ConfigurationTarget.Workspace);
  await commands.executeCommand('skillwright.evaluateSkill', inWorkspace('skills/changelog'));
  await webview('#eval').waitFor('#case-0', { timeout: 30_000 });
  await commands.executeCommand('skillwright.stress.report', inWorkspace('skills/release-writer'));
  await webview('#stress').waitFor('.causes h3');
});

it('documents of frames are open, one of them behind another tab', async function () {
  needsWindow(this);
  this.timeout(60_000);
  for (const name of ['Request.json', 'Prompt.md'])
    await window.showTextDocument(Uri.parse(`skillwright-frame:/run/1/${name}`), { preview: false });
});

it('a run is active when the window closes', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const { runs } = await skillwright();
  mkdirSync(inWorkspace('skills/lost'));
  const lost = '---\nname: lost\ndescription: Names a guide that is not there.\n---\n\nSee the user guide first.\n';
  writeFileSync(inWorkspace('skills/lost/SKILL.md'), lost);
  // The model ignores errors and no guard stops it, so it continues until the window closes.
  const started = await runs.start({
    prompt: 'Cut off',
    skills: [inWorkspace('skills/lost')],
    model: 'simulated/stubborn',
    guards: 'off',
    maxLlmCalls: 0,
    runs: inWorkspace('.skillwright/runs'),
    trusted: true,
  });
  if (started.kind === 'failed') throw new Error(started.message);
});

it('a run waits for an answer when the window closes', async function () {
  needsWindow(this);
  this.timeout(60_000);
  await settledRun('Left waiting', 'simulated/weak', 'skills/csv-summary');
  await commands.executeCommand('workbench.view.explorer');
});

it('a run of a client waits for the approval of its commands when the window closes', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const { runs } = await skillwright();
  const started = await runs.start({
    prompt: 'Left as Claude Code',
    skills: [inWorkspace('skills/changelog')],
    client: 'claude-code',
    workspace: inWorkspace(),
    install: 'user',
    model: 'simulated/weak',
    guards: 'default',
    maxLlmCalls: 20,
    runs: inWorkspace('.skillwright/runs'),
    trusted: true,
  });
  if (started.kind === 'failed') throw new Error(started.message);
  const { run, journal } = started.run;
  await waitUntilSettled(journal);
  // What an earlier command of the run would have left in its copy.
  writeFileSync(join(copyFolder(run), 'workspace/made.txt'), 'made before the window closed\n');
});

it('a comparison of two runs is open in a column of its own', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const { library } = await skillwright();
  const [a, b] = await Promise.all(
    ['Before the restart', 'Left waiting'].map(async (prompt) => {
      const found = (await library.list()).find(({ run }) => run.started.prompt === prompt);
      return found?.run.started.run;
    }),
  );
  await commands.executeCommand('workbench.action.newGroupBelow');
  await commands.executeCommand('skillwright.compareRuns', a, b);
  await webview('main.compare').waitFor('.first:has-text("the prompts differ")', { timeout: 30_000 });
});
