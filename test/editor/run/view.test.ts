/** The parts of a run’s view that a user can change: the details pane, folded repeats, the column of costs. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, workspace } from 'vscode';
import { violationsIn } from '../harness/axe.ts';
import { settledRun, timeline, waitUntilSettled, withoutPace } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshot, screenshotAt, screenshotInThemes, setViewport } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const rowCount = () =>
  timeline.evaluate<number>('Number(document.querySelector("[role=treegrid]")?.getAttribute("aria-rowcount") ?? 0)');

describe('the view of a run', () => {
  before(async function () {
    needsWindow(this);
    this.timeout(120_000);
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closeAllEditors');
    const journal = await settledRun('Write release notes');
    (await skillwright()).show(journal);
    await timeline.waitFor('.row.is-model');
  });

  it('hides the details and shows them again, with the keyboard and a button', async function () {
    this.timeout(120_000);
    await timeline.click('.row.is-model >> nth=1');
    await timeline.waitFor('aside.details');
    await press('d');
    await timeline.waitFor('.app:not(:has(aside.details))');
    await timeline.waitFor('[role=toolbar] [aria-label=Details][aria-pressed=false]');
    // The row keeps the focus.
    await timeline.waitFor('.row.selected:focus');
    await screenshotInThemes('run/details-hidden-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
    await setViewport(560, 800);
    await timeline.waitFor('.app:not(:has(aside.details))');
    await screenshot('run/details-hidden-narrow');
    await setViewport(1280, 800);
    await timeline.click('[role=toolbar] [aria-label=Details]');
    await timeline.waitFor('aside.details [role=tabpanel]');
    await timeline.waitFor('[role=toolbar] [aria-label=Details][aria-pressed=true]');
  });

  it('folds repeated misses into one row, and unfolds them with the keyboard and a button', async function () {
    this.timeout(120_000);
    const { runs, show } = await skillwright();
    const journal = await withoutPace(async () => {
      const started = await runs.start({
        prompt: 'Repeat',
        skills: [inWorkspace('skills/release-writer')],
        model: 'simulated/stubborn',
        guards: 'off',
        maxLlmCalls: 12,
        runs: inWorkspace('.skillwright/runs'),
        trusted: workspace.isTrusted,
      });
      assert.ok(started.kind !== 'failed');
      return waitUntilSettled(started.run.journal);
    });
    show(journal);
    await timeline.waitFor('h1:has-text("Repeat")');
    // The key folds the rows that are there.
    await until('all rows', async () => (await rowCount()) > 2 * 12);
    await timeline.click('.row.is-model >> nth=0');
    await press('r');
    // Two model calls list and load the skill; all others request the missing file.
    await timeline.waitFor('.row.is-model:has-text("turn 3") .repeats:has-text("×10")');
    await timeline.waitFor('[role=treegrid]:not(:has(.row:has-text("turn 4")))');
    await screenshotInThemes('run/repeats-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshotAt(560, 800, 'run/repeats-narrow');
    await timeline.click('.repeats');
    await timeline.waitFor('.row.is-model.selected:has-text("turn 3"):focus');
    await timeline.waitFor('.row.is-model:has-text("turn 4")');
    await press('r');
    await timeline.waitFor('.repeats');
    await press('r');
    await timeline.waitFor('[role=treegrid]:not(:has(.repeats))');
  });

  it('has a column for the cost of model calls, if some are known', async function () {
    this.timeout(120_000);
    // Simulated models have no price.
    const journal = await settledRun('Costs');
    const figures = [0.0123, 0.000_01, 1.5];
    const priced = readFileSync(journal, 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const event = JSON.parse(line) as { readonly type: string; readonly usage?: object };
        const costUsd = event.type === 'llm_response' ? figures.shift() : undefined;
        return costUsd === undefined
          ? line
          : JSON.stringify({ ...event, usage: { ...event.usage, costUsd, costSource: 'estimated' } });
      });
    assert.equal(figures.length, 0);
    const folder = inWorkspace('.skillwright/runs/costs');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'journal.jsonl'), `${priced.join('\n')}\n`);
    (await skillwright()).show(join(folder, 'journal.jsonl'));
    await timeline.waitFor('[role=columnheader]:has-text("Cost (est.)")');
    await timeline.waitFor('.row.is-agent .col-cost:has-text("$1.51")');
    const costs = await timeline.texts('.row.is-model .col-cost');
    assert.deepEqual(costs, ['$0.012', '<$0.0001', '$1.50']);
    await timeline.click('.row.is-agent .name');
    const list = '.details section:has(h3:has-text("Most expensive model calls (est.)"))';
    await timeline.waitFor(list);
    const turns = (await timeline.texts(`${list} .name`)).map((text) => /^turn \d+/.exec(text)?.[0]);
    assert.deepEqual(turns, ['turn 3', 'turn 1', 'turn 2']);
    await screenshotInThemes('run/costs-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshotAt(560, 800, 'run/costs-narrow');
    await timeline.click(`${list} button`);
    await timeline.waitFor('.row.is-model.selected:has-text("turn 3")');
  });
});
