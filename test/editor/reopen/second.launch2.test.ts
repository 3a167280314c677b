/** The second launch on the same profile, in which VS Code restores the timeline. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, languages, Position, Uri, window, workspace } from 'vscode';
import { copyFolder } from '../../../runtime/disk/client-copy.ts';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { focusRuns } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshot, screenshotInThemes, webview, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

it('the timeline is restored after a restart, with the entire run', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const timeline = webview('[role=treegrid]');
  const rows = await until(
    'the rows',
    async () => {
      const texts = await timeline.texts('[role=row]');
      return texts.length > 3 && texts;
    },
    40_000,
  );
  assert.match((await timeline.texts('header')).join(' '), /Before the restart/);
  assert.ok(rows.some((text) => text.includes('load_skill')));
  await screenshot('reopen/restored');
});

it('documents of frames are not restored: their debugging sessions have ended', function () {
  needsWindow(this);
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  assert.deepEqual(
    tabs.filter(({ label }) => /Request\.json|Prompt\.md/.test(label)),
    [],
  );
});

it('the comparison of two runs is restored, too', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const page = webview('main.compare');
  await page.waitFor('.first:has-text("the prompts differ")', { timeout: 30_000 });
  const titles = await page.texts('.compared-run h2');
  assert.deepEqual(titles, ['Before the restart', 'Left waiting']);
  await screenshot('reopen/comparison');
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  await window.tabGroups.close(tabs.filter(({ label }) => label.includes('↔')));
});

it('the misses of the last run are shown at their words again, without an open file', async () => {
  const skill = Uri.file(inWorkspace('skills/release-writer/SKILL.md'));
  const [miss] = await until('the misses', () => {
    const found = languages.getDiagnostics(skill).filter(({ source }) => source === 'skillwright run');
    return found.length > 0 && found;
  });
  assert.match(miss?.message ?? '', /in the last run/);
});

it('the page of the stress test is restored, with its words, and still follows changes of the skill', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const page = webview('#stress');
  await page.waitFor('.causes h3', { timeout: 30_000 });
  assert.match((await page.texts('main')).join(' '), /simulated[\s\S]*the user guide/i);
  await screenshot('reopen/stress');
  const changed = () =>
    page.evaluate<boolean>("getComputedStyle(document.querySelector('.changed')).display !== 'none'");
  assert.equal(await changed(), false);
  const skill = Uri.file(inWorkspace('skills/release-writer/SKILL.md'));
  await until('the words', () => languages.getDiagnostics(skill).some(({ source }) => source === 'skillwright stress'));
  await page.click('.causes h3 a');
  const editor = await until('the words opened', () => {
    const { activeTextEditor: open } = window;
    return open?.document.getText(open.selection) === 'the user guide' && open;
  });
  await editor.edit((edit) => edit.insert(new Position(3, 0), '\n'));
  await commands.executeCommand('skillwright.stress.report', inWorkspace('skills/release-writer'));
  await until('the change', changed);
  await workspace.saveAll();
  assert.equal(
    window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.startsWith('Stress Test')).length,
    1,
  );
});

it('a run that was left waiting is counted in the badge of the closed view, and resumes by a key', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const icon = '.activitybar [aria-label*="Skillwright"]';
  await workbench.waitFor(`${icon} .badge-content:text-is("2")`);
  await focusRuns();
  const waiting = '.pane-body .monaco-list-row[aria-label*="Left waiting, waiting for an answer"]';
  await workbench.waitFor(waiting);
  await workbench.click(waiting, { button: 'right' });
  await workbench.waitFor('.monaco-menu [aria-label*="Resume Run"]');
  await press('Escape');
  const buttons = await workbench.evaluate<number>(
    `document.querySelectorAll('${waiting} .codicon-debug-continue').length`,
  );
  assert.equal(buttons, 1);
  await press('F5');
  await workbench.waitFor('.pane-body .monaco-list-row[aria-label*="Left waiting, waiting for you"]');
  await screenshot('reopen/waiting');
});

it('a run that was active is interrupted, not stopped by the user, and resumes by a key', async function () {
  needsWindow(this);
  this.timeout(60_000);
  await focusRuns();
  const cut = '.pane-body .monaco-list-row[aria-label*="Cut off, interrupted: its window was closed or reloaded"]';
  await workbench.click(cut);
  const timeline = webview('[role=treegrid]');
  await timeline.waitFor('header :text("interrupted: the window was closed or reloaded")');
  await timeline.waitFor('button:has-text("Resume")');
  await timeline.waitForNone('.row.s-error');
  await screenshot('reopen/interrupted');
  await focusRuns();
  await press('F5');
  await timeline.waitFor('header .badge.live', { timeout: 20_000 });
  const { runs } = await skillwright();
  for (const { journal } of runs.live()) runs.stop(journal);
  await until('the end of the run', () => runs.live().length === 0, 30_000);
});

it('a run of a client that was left waiting resumes in its copy of the workspace', async function () {
  needsWindow(this);
  this.timeout(90_000);
  await focusRuns();
  const row = '.pane-body .monaco-list-row[aria-label*="Left as Claude Code"]';
  await workbench.click(row);
  const timeline = webview('[role=treegrid]');
  await timeline.waitFor('header :text("Left as Claude Code")');
  await timeline.waitFor('.details .ask-box h3:has-text("Let Claude Code run commands for the skill")', {
    timeout: 20_000,
  });
  await screenshotInThemes('reopen/client-waiting-', ['dark', 'light']);
  await timeline.click('.details button:visible:has-text("Approve")');
  await timeline.waitFor('.head button:has-text("1 file changed")', { timeout: 60_000 });
  await screenshot('reopen/client-resumed');
  const journals = readdirSync(inWorkspace('.skillwright/runs')).flatMap((run) => {
    const journal = join(inWorkspace('.skillwright/runs'), run, 'journal.jsonl');
    return existsSync(journal) ? [{ run, text: readFileSync(journal, 'utf8') }] : [];
  });
  const resumed = journals.find(({ text }) => text.includes('Left as Claude Code'));
  const events = (resumed?.text ?? '')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RunEvent]));
  assert.equal(events.filter(({ type }) => type === 'pause').length, 1, 'asked once');
  assert.ok(!resumed?.text.includes('was recreated'));
  const [changes] = events.flatMap((event) => (event.type === 'workspace_changes' ? [event.changes] : []));
  assert.deepEqual(
    changes?.map(({ path }) => path),
    ['made.txt'],
  );
  const last = events.at(-1);
  assert.ok(last?.type === 'run_finished' && last.reason === 'final');
  assert.equal(existsSync(copyFolder(resumed?.run ?? '')), false, 'the copy is removed at the end');
});

it('the page of an eval is restored, and leads to a timeline', async function () {
  needsWindow(this);
  this.timeout(60_000);
  await workbench.click('.tab:has-text("Eval: changelog")');
  const page = webview('#eval');
  // The trials of a case that passed are folded.
  await page.click('#case-0 summary', { timeout: 30_000 });
  await page.waitFor('#case-0 .trials a');
  assert.match((await page.texts('main')).join(' '), /kept/);
  const isChanged = "getComputedStyle(document.querySelector('.changed')).display !== 'none'";
  assert.equal(await page.evaluate(isChanged), false);
  await commands.executeCommand('skillwright.showEvalResults', inWorkspace('skills/changelog'));
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  assert.equal(tabs.filter(({ label }) => label === 'Eval: changelog').length, 1);
  await page.click('#case-0 .trials a');
  // Another timeline is visible in a group of its own, so its webview would be found.
  await until('the timeline', () => window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Sort the changes.'));
});
