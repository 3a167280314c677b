/** The comparison of two runs: before and after an edit of a skill. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { commands, TabInputTextDiff, window, workspace } from 'vscode';
import { longRun } from '../../../client/panel/harness/runs.ts';
import { violationsIn, violationsInThemes } from '../harness/axe.ts';
import { focusRuns, settledRun, timeline, waitForElement } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  chooseInMenu,
  needsWindow,
  open,
  press,
  screenshot,
  screenshotInThemes,
  setViewport,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = 'skills/toast-demo';
/** Rows of the timeline of a long run. */
const STEPS = 4000;
const PROMPT = 'Write a toast';
const textWith = (words: string): string => `---
name: toast-demo
description: Writes toasts. Use when the user asks for one.
---

# Toasts

${words}
`;

const page = webview('main.compare');
const widget = '.quick-input-widget:not([style*="display: none"])';
const VIEW = '.pane:has(> .pane-header[aria-label^="Runs"])';
const row = (index: number) => `:nth-match(${VIEW} [role=treeitem][aria-level="2"][aria-label*="${PROMPT}"], ${index})`;

describe('the comparison of two runs', () => {
  let old = '';
  let edited = '';
  const manifest = inWorkspace(SKILL, 'SKILL.md');
  const run = async () => settledRun(PROMPT, 'simulated/stubborn', SKILL);

  before(async function () {
    needsWindow(this);
    this.timeout(90_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    mkdirSync(inWorkspace(SKILL, 'references'), { recursive: true });
    writeFileSync(inWorkspace(SKILL, 'references/tone.md'), '# Tone\n\nBe warm.\n');
    writeFileSync(manifest, textWith('First read the tone manual.'));
    old = await run();
    writeFileSync(manifest, textWith('First read `references/tone.md`.'));
    edited = await run();
  });

  afterEach(() => commands.executeCommand('workbench.action.closeQuickOpen'));

  after(async () => {
    const { library, remove } = await skillwright();
    void remove((await library.list()).filter(({ run: { started } }) => started.prompt === PROMPT));
    await setViewport(1400, 860);
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const folder of [SKILL, 'journals/long-a', 'journals/long-b'])
      rmSync(inWorkspace(folder), { recursive: true, force: true });
  });

  it('with the run before the edit names the text of the skill as the reason', async function () {
    this.timeout(60_000);
    const { show } = await skillwright();
    show(edited);
    await waitForElement('.row.is-answer');
    await commands.executeCommand('skillwright.compareBeforeEdit');
    await page.waitFor('.first:has-text("First difference, at step")', { timeout: 20_000 });
    assert.match((await page.texts('.first')).join(' '), /the text of a skill differs \(toast-demo\)/);
    assert.match((await page.texts('.figures')).join(' '), /Misses\s+[1-9]\d*\s[^→]*→\s+0/);
    assert.equal((await page.texts('.line.is-reason')).length, 1);
    assert.deepEqual(await violationsInThemes(page, '', { themes: ['light', 'dark'] }), []);
    await screenshotInThemes('compare/sides-', ['dark', 'light', 'contrast']);
  });

  it('goes from difference to difference by keys and buttons', async () => {
    const events = longRun(inWorkspace('skills'), STEPS);
    const journals = ['long-a', 'long-b'].map((name) => inWorkspace('journals', name, 'journal.jsonl'));
    const calls = events.filter(({ type }) => type === 'tool_result').length;
    let results = 0;
    for (const [index, journal] of journals.entries()) {
      mkdirSync(dirname(journal), { recursive: true });
      const changed = events.map((event) =>
        index === 1 && event.type === 'tool_result' && ++results % Math.floor(calls / 3) === 0
          ? { ...event, result: 'something else' }
          : event,
      );
      writeFileSync(journal, changed.map((event) => `${JSON.stringify(event)}\n`).join(''));
    }
    await commands.executeCommand('skillwright.compareRuns', ...journals);
    const position = async () => (await page.texts('.difference-count')).join('');
    await until('the first difference', async () => (await position()) === '1 of 3 differences', 30_000);
    // Only the lines in view are in the DOM.
    const lines = await page.evaluate<number>(`document.querySelectorAll('.line').length`);
    assert.ok(lines > 10 && lines < 80, `${lines} lines`);
    await page.click('.toolbar [aria-label="Next Difference"]');
    await until('the second difference', async () => (await position()).startsWith('2 of'));
    await page.waitFor('.line.active .cell.differs');
    await page.evaluate(`document.querySelector('.cell[tabindex="0"]').focus()`);
    await press('F8');
    await until('the third difference', async () => (await position()).startsWith('3 of'));
    const focused = () => page.evaluate<string>(`document.activeElement?.className ?? ''`);
    await until('the focus on it', async () => /cell differs/.test(await focused()));
    assert.deepEqual(await page.texts('main > [role=status]'), ['Difference 3 of 3']);
    await press('ArrowDown');
    await until('the next step', async () => !/differs/.test(await focused()));
    await press('Shift+F8');
    await until('the third difference again', async () => (await position()).startsWith('3 of'));
    await screenshot('compare/long');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await page.waitFor('.first:has-text("toast-demo")');
  });

  it('is one list on request, and in a narrow window', async () => {
    await page.click('.chip:has-text("One List")');
    await page.waitFor('.steps.is-list .cell.in-a:has-text("manual")');
    await screenshot('compare/list');
    await page.click('.chip:has-text("Side by Side")');
    await page.waitFor('.steps.is-sides');
    await commands.executeCommand('workbench.action.closeSidebar');
    await setViewport(640, 860);
    await page.waitFor('.steps.is-list');
    assert.deepEqual(await page.texts('.chip'), []);
    await screenshotInThemes('compare/narrow-', ['dark', 'light']);
    assert.deepEqual(await violationsIn(page), []);
    // In a low editor the header scrolls away, and the steps keep their room.
    await setViewport(640, 420);
    const height = () => page.evaluate<number>(`document.querySelector('.scroller').clientHeight`);
    await until('room for the steps', async () => (await height()) > 150);
    await page.click('button[aria-label="Go to Step"]');
    await page.waitFor('.line.active .cell:focus');
    await screenshot('compare/low');
    await setViewport(1400, 860);
    await page.waitFor('.steps.is-sides');
  });

  it('opens both versions of the text, and a step in its timeline', async function () {
    this.timeout(60_000);
    await page.click('button:has-text("Compare Texts")');
    const diff = await until('the diff', () => {
      const input = window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof TabInputTextDiff && input;
    });
    const texts = await Promise.all(
      [diff.original, diff.modified].map(async (uri) => (await workspace.openTextDocument(uri)).getText()),
    );
    assert.match(texts[0] ?? '', /the tone manual/);
    assert.match(texts[1] ?? '', /references\/tone\.md/);
    await workbench.waitFor('.monaco-diff-editor .view-line:has-text("manual")');
    await screenshot('compare/texts');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await page.click('.cell.in-a:has-text("manual")');
    await timeline.waitFor('.row.selected:has-text("manual")');
    await screenshot('compare/timeline');
  });

  it('is offered for two selected runs, and for one with those like it first', async function () {
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await focusRuns();
    await workbench.click(row(1));
    await waitForElement('.row.is-agent');
    await focusRuns();
    await press('Shift+ArrowDown');
    await workbench.click(row(1), { button: 'right' });
    await workbench.waitFor('.monaco-menu :text("Compare Selected Runs")');
    await screenshot('compare/menu');
    await chooseInMenu('Compare Selected Runs');
    await page.waitFor('.first', { timeout: 20_000 });
    // The earlier run is on the left.
    assert.match((await page.texts('.first')).join(' '), /toast-demo/);
    assert.match((await page.texts('.cell.in-a')).join(' '), /manual/);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const { show } = await skillwright();
    show(edited);
    await waitForElement('.row.is-answer');
    await open('skillwright.compareRun', `${widget} .monaco-list-row:has-text("${PROMPT}")`, async () => {
      await commands.executeCommand('workbench.action.closeQuickOpen');
    });
    const items = (await workbench.texts(`${widget} .monaco-list-row`)).join('\n');
    assert.match(items, /the same prompt, agent and skills/);
    assert.match(items, /Agent Session or File…/);
    await screenshot('compare/picker');
    await press('Escape');
  });

  it('takes the ids of two runs, and reports an unknown one', async () => {
    const { library } = await skillwright();
    const ids = await Promise.all(
      [old, edited].map(async (journal) => {
        const found = (await library.list()).find((one) => one.run.journal === journal);
        return found?.run.started.run;
      }),
    );
    await commands.executeCommand('skillwright.compareRuns', ...ids);
    await page.waitFor('.first');
    await commands.executeCommand('skillwright.compareRuns', inWorkspace('none/journal.jsonl'), old);
    await page.waitFor('.notice:has-text("Choose another run")');
    await commands.executeCommand('skillwright.compareRuns', ids[0], 'nope');
    await until('the message', async () => {
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts('.notifications-center')).join(' ').includes('none with the id nope');
    });
    await commands.executeCommand('notifications.clearAll');
  });

  it('says what to do if there is no run before the edit', async () => {
    const { show } = await skillwright();
    show(old);
    await waitForElement('.row.is-guard');
    void commands.executeCommand('skillwright.compareBeforeEdit');
    await until('the message', async () => {
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts('.notifications-center')).join(' ').includes('Run this prompt again after');
    });
    await commands.executeCommand('notifications.clearAll');
  });
});
