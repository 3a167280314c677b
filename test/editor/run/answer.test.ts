/** A further prompt in the timeline: the box below the rows, the command that leads to it, and the family of a run. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { commands, window } from 'vscode';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { violationsIn } from '../harness/axe.ts';
import { focusRuns, settledRun, timeline, waitForElement } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshotAt, screenshotInThemes, setViewport, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const BOX = '.prompt textarea';
const PICK = '.quick-input-widget';
const SKILL = inWorkspace('skills/release-writer/SKILL.md');

const eventsIn = (journal: string): readonly RunEvent[] =>
  readFileSync(journal, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RunEvent);
const promptsIn = (journal: string): readonly unknown[] =>
  eventsIn(journal).flatMap((event) => (event.type === 'run_started' ? [event.prompt] : []));

describe('A further prompt', () => {
  const original = readFileSync(SKILL, 'utf8');
  let journal = '';

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    journal = await settledRun('Answer me', 'simulated/weak');
    (await skillwright()).show(journal);
    await waitForElement('.row.is-model');
  });

  after(async () => {
    writeFileSync(SKILL, original);
    await setViewport(1400, 860);
    await commands.executeCommand('notifications.clearAll');
    const { runs } = await skillwright();
    for (const run of runs.live()) runs.stop(run.journal);
    await until('the end of all runs', () => runs.live().length === 0);
  });

  it('continues the run in the same timeline, which says that a skill has changed since', async function () {
    this.timeout(120_000);
    writeFileSync(SKILL, original.replace('see the user guide', 'read `references/guide.md`'));
    await timeline.waitFor(BOX);
    await commands.executeCommand('workbench.action.focusActiveEditorGroup');
    await commands.executeCommand('skillwright.answerAgent');
    await until('the focus in the box', () => timeline.evaluate<boolean>(`document.activeElement.matches('${BOX}')`));
    await timeline.fill(BOX, 'And now for another release.');
    await screenshotInThemes('run/answer-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshotAt(560, 800, 'run/answer-narrow');
    await press('Enter');
    await until('the second prompt', () => promptsIn(journal).length === 2, 30_000);
    assert.deepEqual(promptsIn(journal), ['Answer me', 'And now for another release.']);
    const tabs = window.tabGroups.all
      .flatMap(({ tabs: all }) => all)
      .filter(({ label }) => label.includes('Answer me'));
    assert.equal(tabs.length, 1);
    const note = eventsIn(journal).find(
      (event) => event.type === 'note' && event.message.includes('have changed since'),
    );
    assert.ok(note !== undefined);
    const last = () => eventsIn(journal).at(-1)?.type ?? '';
    await until('its end, or its question', () => ['run_finished', 'pause'].includes(last()), 30_000);
    await timeline.waitFor('.badge.family:has-text("2 prompts")');
    await screenshotInThemes('run/answered-', ['dark', 'light']);
  });

  it('is listed below its run, and in the family that the header leads to', async function () {
    this.timeout(120_000);
    await timeline.click('.badge.family');
    await workbench.waitFor(`${PICK} .monaco-list-row:has-text("And now for another release.")`);
    await screenshotInThemes('run/family-', ['dark']);
    await press('Escape');
    await focusRuns();
    await setViewport(1400, 2400);
    await workbench.waitFor('.monaco-list-row[aria-level="3"][aria-label*="And now for another release."]');
    await setViewport(1400, 860);
  });
});
