/** A hidden timeline, and one of a long run. Their durations are printed; `docs/figures.md` lists the figures. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { commands, ViewColumn, window, workspace } from 'vscode';
import { longRun } from '../../../client/panel/harness/runs.ts';
import { startRun, timeline } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { TIMEOUT_FACTOR } from '../harness/timeout-factor.ts';
import { needsWindow } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const ROWS = 100_000;

async function hide(): Promise<void> {
  const document = await workspace.openTextDocument({ content: 'in front' });
  await window.showTextDocument(document, { viewColumn: ViewColumn.Active });
  await until('the text in front', () => window.activeTextEditor?.document === document);
}

const rowCount = () =>
  timeline.evaluate<number>('Number(document.querySelector("[role=treegrid]")?.getAttribute("aria-rowcount") ?? 0)');

/** Retries if the previous page is just closing. */
const waitForRows = () => until('rows', async () => (await rowCount()) > 0, 30_000);

describe('a timeline behind another editor', () => {
  before(async function () {
    needsWindow(this);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('shows all new events as soon as it becomes visible again', async function () {
    this.timeout(60_000);
    const { runs, show } = await skillwright();
    const journal = await startRun('Behind');
    show(journal);
    await waitForRows();
    await hide();
    await until('the end of the run', () => runs.find(journal) === undefined, 30_000);
    const seen = performance.now();
    show(journal);
    await timeline.waitFor('.row.is-guard', { timeout: 10_000 });
    const took = performance.now() - seen;
    console.log(`      caught up ${Math.round(took)} ms after it was seen again, VS Code's new page included`);
    assert.match((await timeline.texts('header')).join(' '), /stopped by a guard/);
    assert.ok(took < 5_000 * TIMEOUT_FACTOR, `${Math.round(took)} ms`);
  });

  it('of a long run keeps its scroll position, and scrolls', async function () {
    this.timeout(120_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const { show } = await skillwright();
    const journal = inWorkspace('.skillwright/runs/long/journal.jsonl');
    mkdirSync(dirname(journal), { recursive: true });
    const events = longRun(inWorkspace('skills'), ROWS);
    writeFileSync(journal, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const opened = performance.now();
    show(journal);
    await waitForRows();
    const first = performance.now() - opened;
    await until('all rows', async () => (await rowCount()) >= ROWS, 60_000);
    const all = performance.now() - opened;
    await hide();
    const seen = performance.now();
    show(journal);
    await waitForRows();
    const again = performance.now() - seen;
    await until('all rows again', async () => (await rowCount()) >= ROWS, 60_000);
    const allAgain = performance.now() - seen;
    // From the start of a frame's scripts to the next task: script, style, layout and paint.
    const costs = await timeline.evaluate<number[]>(
      `(async () => {
      const scroller = document.querySelector('.scroller');
      const costs = [];
      for (let step = 0; step < 150; step++) {
        scroller.scrollTop = step < 100 ? step * 180 : (step * 7919 * 22) % (${ROWS} * 22);
        costs.push(await new Promise((done) => requestAnimationFrame(() => {
          const began = performance.now();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now() - began);
          port2.postMessage(0);
        })));
      }
      return costs;
    })()`,
      { timeout: 30_000 },
    );
    // Elements are reused. Each soon shows its row, and they are in row order for screen readers.
    const rowsNow = () =>
      timeline.evaluate<{ index: number; empty: boolean }[]>(
        `[...document.querySelectorAll('.rows .row:not(.selected)')].map((row) => ({
          index: Number(row.getAttribute('aria-rowindex')),
          empty: row.style.opacity === '0',
        }))`,
      );
    const drawn = await until('all rows in sight, in order', async () => {
      const now = await rowsNow();
      const top = now[0]?.index ?? 0;
      return now.every((row, place) => !row.empty && row.index === top + place) && now;
    });
    assert.ok(drawn.length > 10 && drawn.length < 100, `${drawn.length} rows`);
    const sorted = costs.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1);
    const ms = (value: number) => `${Math.round(value)} ms`;
    console.log(
      `      ${ROWS} rows: first ${ms(first)}, all ${ms(all)}; seen again: first ${ms(again)}, all ${ms(allAgain)}`,
    );
    console.log(`      scrolling, a frame with its paint: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
    assert.ok(first < 15_000 * TIMEOUT_FACTOR, ms(first));
  });
});
