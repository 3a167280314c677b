/** A run that this machine did not begin: VS Code asks before it goes to what its journal names. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands } from 'vscode';
import { startRun, timeline } from '../harness/runs.ts';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, screenshot, setTheme, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const GO_ON = '.monaco-dialog-box .monaco-button:has-text("Go On")';

it('a run of somebody else goes on only after a question that says where it goes', async function () {
  needsWindow(this);
  this.timeout(120_000);
  const { runs, show } = await skillwright();
  await commands.executeCommand('workbench.action.closeAllEditors');
  const own = await startRun('Somebody else began this', 'simulated/weak', 'skills/csv-summary');
  await until('the question', () => runs.find(own)?.waiting !== undefined, 30_000);
  runs.leave(own);
  await until('the end of the process', () => runs.find(own) === undefined, 30_000);
  // As it comes with a repository, or by mail.
  const folder = `${dirname(own)}-copied`;
  cpSync(dirname(own), folder, { recursive: true });
  const journal = join(folder, 'journal.jsonl');
  const text = readFileSync(journal, 'utf8');
  writeFileSync(journal, text.replaceAll('"simulated/weak"', '"simulated/heeding"'));
  const before = readFileSync(journal, 'utf8');

  show(journal);
  const approve = 'button:visible:has-text("Deny")';
  await timeline.waitFor(approve, { timeout: 30_000 });
  await timeline.click(approve);
  await workbench.waitFor(GO_ON);
  const asked = (await workbench.texts('.monaco-dialog-box')).join(' ');
  assert.match(asked, /This machine did not begin this run/);
  assert.match(asked, /It sends what it holds to simulated\/heeding/);
  await screenshot('run/foreign-dark');
  await setTheme('light');
  await screenshot('run/foreign-light');
  await setTheme('dark');
  await workbench.click('.monaco-dialog-box .monaco-button:has-text("Cancel")');
  await workbench.waitForNone('.monaco-dialog-box');
  assert.equal(runs.find(journal), undefined);
  assert.equal(readFileSync(journal, 'utf8'), before, 'nothing was written');

  await timeline.click(approve);
  await workbench.waitFor(GO_ON);
  await workbench.click(GO_ON);
  await until('the run', () => readFileSync(journal, 'utf8').includes('"run_resumed"'), 30_000);
  await until('its end', () => runs.find(journal) === undefined, 30_000);

  // The one that was begun here is not asked about.
  show(own);
  await timeline.waitFor(approve, { timeout: 30_000 });
  await timeline.click(approve);
  await until('the run', () => readFileSync(own, 'utf8').includes('"run_resumed"'), 30_000);
  await until('its end', () => runs.find(own) === undefined, 30_000);
  await workbench.waitForNone('.monaco-dialog-box');
});
