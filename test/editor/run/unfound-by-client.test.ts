/** Misses of a run that simulates a client, at the words of SKILL.md. Runs late in the suite: an open skill stays listed for a while. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { commands, languages, Uri, window, workspace } from 'vscode';
import { timeline, withoutPace } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshot, screenshotAt, screenshotInThemes, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = 'skills/greeting-demo/SKILL.md';
const TEXT = `---
name: greeting-demo
description: Writes a greeting. Use when the user asks for one.
---

# Greeting

First read \`references/tone.md\`.
`;

describe('misses of a client in the editor', () => {
  let lastRun = '';

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.createDirectory(Uri.file(inWorkspace('skills/greeting-demo/references')));
    writeFileSync(inWorkspace('skills/greeting-demo/references/tone.md'), '# Tone\n');
    writeFileSync(inWorkspace(SKILL), TEXT);
  });
  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(inWorkspace('skills/greeting-demo'), { recursive: true, force: true });
  });

  it('mark the words whose file its tools did not find, although the skill has it', async function () {
    this.timeout(60_000);
    const { runs } = await skillwright();
    const started = await withoutPace(() =>
      runs.start({
        prompt: 'Greet me',
        skills: [inWorkspace('skills/greeting-demo')],
        model: 'simulated/weak',
        guards: 'default',
        maxLlmCalls: 20,
        runs: inWorkspace('.skillwright/runs'),
        trusted: workspace.isTrusted,
        client: 'claude-code',
      }),
    );
    if (started.kind === 'failed') throw new Error(started.message);
    lastRun = started.run.journal;
    const uri = Uri.file(inWorkspace(SKILL));
    const misses = () => languages.getDiagnostics(uri).filter(({ source }) => source === 'skillwright run');
    const [found] = await until('the miss', () => misses().length > 0 && misses(), 30_000);
    const document = await workspace.openTextDocument(uri);
    assert.equal(document.getText(found?.range), 'references/tone.md');
    assert.match(found?.message ?? '', /references\/tone\.md, which the tools of claude-code did not find: 1 miss/);
    await window.showTextDocument(document);
    await workbench.waitFor('.codelens-decoration a:has-text("1 miss, requested once in the last run (simulated)")');
    await screenshotInThemes('run/client-misses-', ['dark', 'light']);
  });

  it('lead from the timeline to their words and to a fix, with which the next run misses nothing', async function () {
    this.timeout(120_000);
    const { runs, show } = await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
    const journal = lastRun;
    show(journal);
    const miss = '[role=row]:has-text("references/tone.md") >> nth=0';
    await timeline.waitFor(miss, { timeout: 20_000 });
    await timeline.click(miss);
    await timeline.waitFor('.details .source');
    // Also in the details of the guard that warned about it.
    await timeline.waitFor('.details dd:has-text("path of the skill resolved in the workspace")');
    await screenshotInThemes('run/client-miss-', ['dark', 'light']);
    await screenshotAt(560, 800, 'run/client-miss-narrow');
    await timeline.click('.details button:has-text("Apply Fix")');
    await timeline.waitFor('.details .applied:has-text("Fix applied and file saved")');
    await screenshot('run/client-miss-fixed');
    await timeline.click('button:has-text("Run Again")');
    const again = await until('the next run', () => runs.live().find((run) => run.journal !== journal), 30_000);
    await until('its end', () => runs.find(again.journal) === undefined, 30_000);
    await timeline.waitFor('.row:has-text("Answer")');
    await screenshot('run/client-miss-run-again');
    assert.doesNotMatch(readFileSync(again.journal, 'utf8'), /"miss":/);
    const misses = () =>
      languages.getDiagnostics(Uri.file(inWorkspace(SKILL))).filter(({ source }) => source === 'skillwright run');
    await until('no miss at the words', () => misses().length === 0);
  });
});
