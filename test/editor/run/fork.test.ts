/** "Run from here…" in the timeline: a new run from a step, with the skills of today or with other arguments. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { commands, window } from 'vscode';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { violationsIn } from '../harness/axe.ts';
import { focusRuns, settledRun, timeline, waitForElement } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  needsWindow,
  press,
  screenshotAt,
  screenshotInThemes,
  setTheme,
  setViewport,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const comparison = webview('main.compare');
const PICK = '.quick-input-widget';
const item = (text: string) => `${PICK} .monaco-list-row:has-text("${text}")`;
const BUTTON = 'button[aria-label="Run from here…"]';
const SKILL = inWorkspace('skills/release-writer/SKILL.md');

function eventsIn(journal: string): readonly RunEvent[] {
  const lines = readFileSync(journal, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as RunEvent);
}

/** Waits until the newest fork of a run has ended or waits for an approval, and returns its events. */
async function waitForFork(journal: string, known: number): Promise<readonly RunEvent[]> {
  const runs = dirname(dirname(journal));
  const forks = () =>
    readdirSync(runs)
      .filter((name) => !name.startsWith('.'))
      .toSorted()
      .map((name) => join(runs, name, 'journal.jsonl'))
      .filter((path) => readFileSync(path, 'utf8').includes(`"forked":{"run":"${basename(dirname(journal))}"`));
  return until(
    'the end of the fork, or its question',
    () => {
      const all = forks();
      const events = all.length > known ? eventsIn(all.at(-1) ?? '') : [];
      return ['run_finished', 'pause'].includes(events.at(-1)?.type ?? '') && events;
    },
    30_000,
  );
}

const missesIn = (events: readonly RunEvent[]): number =>
  events.filter((event) => event.type === 'tool_result' && event.error_code?.startsWith('RESOURCE_NOT_FOUND')).length;

describe('Run from here', () => {
  const original = readFileSync(SKILL, 'utf8');
  let journal = '';

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    journal = await settledRun('Fork me', 'simulated/weak');
    (await skillwright()).show(journal);
    await waitForElement('.row.is-model');
    // The run's row is shown before it has forks, below those of all tests before.
    await focusRuns();
    await setViewport(1400, 2400);
    await workbench.waitFor('.monaco-list-row[aria-level="2"][aria-label*="Fork me"]');
    await setViewport(1400, 860);
    await commands.executeCommand('workbench.view.explorer');
  });

  after(async () => {
    writeFileSync(SKILL, original);
    await setViewport(1400, 860);
    await commands.executeCommand('notifications.clearAll');
    // A fork waits for the approval of a script.
    const { runs } = await skillwright();
    for (const run of runs.live()) runs.stop(run.journal);
    await until('the end of all runs', () => runs.live().length === 0);
  });

  it('a selected row and its details are readable in each theme, and next to the side bar', async function () {
    this.timeout(120_000);
    const row = '.row.is-skill:has-text("user_guide.md")';
    for (const theme of ['light', 'contrast', 'dark'] as const) {
      await setTheme(theme);
      await timeline.click(row);
      await timeline.waitFor(`${row}.selected`);
      assert.deepEqual(await violationsIn(timeline), [], `${theme}, with the focus`);
      await timeline.click('.details [role=tab]');
      assert.deepEqual(await violationsIn(timeline), [], theme);
    }
    await focusRuns();
    await setViewport(560, 800);
    const title = 'Math.round(document.querySelector(".details-head h2").getBoundingClientRect().width)';
    await until('room for the title', async () => (await timeline.evaluate<number>(title)) > 100);
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshotInThemes('run/details-narrow-', ['dark', 'light']);
    await setViewport(1400, 860);
    await commands.executeCommand('workbench.action.closeSidebar');
  });

  it("with today's skills, the miss no longer happens", async function () {
    this.timeout(120_000);
    assert.ok(missesIn(eventsIn(journal)) > 0);
    writeFileSync(SKILL, original.replace('see the user guide', 'read `references/guide.md`'));
    await timeline.click('.row.is-agent');
    await timeline.waitForNone(BUTTON);
    await timeline.click('.row.is-model >> nth=2');
    await timeline.waitFor(BUTTON);
    await screenshotInThemes('run/fork-button-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshotAt(560, 800, 'run/fork-button-narrow');
    await timeline.click(BUTTON);
    await workbench.waitFor(item('Nothing'));
    await workbench.waitFor(item('Instruction…'));
    await workbench.waitForNone(item('Arguments…'));
    await screenshotInThemes('run/fork-choice-', ['dark', 'light']);
    await workbench.click(item("Today's Skills"));
    const events = await waitForFork(journal, 0);
    assert.equal(missesIn(events), 0);
    const copied = events.find((event) => event.type === 'note' && event.copied !== undefined);
    assert.ok(events.some((event) => event.type === 'tool_result' && event.seq > (copied?.seq ?? 0)));
    await waitForElement('.row:has-text("Forked at model call 3")');
    await screenshotInThemes('run/fork-timeline-', ['dark', 'light']);
  });

  it('a tool call runs with edited arguments', async function () {
    this.timeout(120_000);
    (await skillwright()).show(journal);
    await waitForElement('.row.is-skill:has-text("user_guide.md")');
    await timeline.click('.row.is-skill:has-text("user_guide.md")');
    await timeline.click(BUTTON);
    await workbench.click(item('Arguments…'));
    await workbench.waitFor(`${PICK} input`);
    await workbench.fill(`${PICK} input`, '[]');
    await workbench.waitFor(`${PICK} .quick-input-message:has-text("Write a JSON object")`);
    const args = { skill_name: 'release-writer', file_path: 'references/guide.md' };
    await workbench.fill(`${PICK} input`, JSON.stringify(args));
    await press('Enter');
    const events = await waitForFork(journal, 1);
    const after = events.findIndex((event) => event.type === 'note' && event.copied !== undefined);
    const call = events.slice(after).find((event) => event.type === 'tool_call');
    assert.deepEqual(call?.type === 'tool_call' && call.args, args);
  });

  it('other guards can be chosen', async function () {
    this.timeout(60_000);
    (await skillwright()).show(journal);
    await waitForElement('.row.is-skill:has-text("user_guide.md")');
    await timeline.click('.row.is-model >> nth=2');
    await timeline.click(BUTTON);
    await workbench.click(item('Guards…'));
    await workbench.click(item('off'));
    const events = await waitForFork(journal, 2);
    assert.equal(events[0]?.type === 'run_started' && events[0].guards, 'off');
  });

  it('the run and its fork are compared', async function () {
    this.timeout(60_000);
    const button = '.notifications-center .notification-list-item:has-text("Compare it with") .monaco-text-button';
    await until('the offer to compare', async () => {
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts(button)).length > 0;
    });
    await workbench.click(button);
    await comparison.waitFor('.compared-run h2', { timeout: 30_000 });
    await comparison.waitFor('.is-fork:has-text("B is a fork of A from step")');
    assert.match((await comparison.texts('.is-fork')).join(''), /Changed: /);
    await screenshotInThemes('run/fork-comparison-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(comparison), []);
    await screenshotAt(560, 800, 'run/fork-comparison-narrow');
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('the Runs view lists the forks below the run', async function () {
    this.timeout(60_000);
    await focusRuns();
    // High enough for the runs of all tests before, because a list renders only visible rows.
    await setViewport(1400, 2400);
    const forks = '.monaco-list-row[aria-level="3"][aria-label*="fork at event"]';
    await workbench.waitFor(forks);
    // Tests before may have left forks, too.
    await until('both forks', async () => (await workbench.texts(forks)).length >= 2);
    await screenshotInThemes('run/fork-family-', ['dark', 'light']);
    await timeline.waitFor('.rows > .row[aria-rowindex="1"]');
    assert.equal(window.tabGroups.all.length, 1);
  });
});
