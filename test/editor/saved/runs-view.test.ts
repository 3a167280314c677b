/** Saved runs: the view in the activity bar, and the journal editor. Runs before all other files that create runs. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands, env, TabInputCustom, TabInputWebview, Uri, ViewColumn, window, workspace } from 'vscode';
import { formatTime } from '../../../client/timeline/model/date-format.ts';
import { violationsIn, violationsInThemes } from '../harness/axe.ts';
import { focusRuns, settledRun, timeline, waitForElement } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { timelineTabs } from '../harness/tabs.ts';
import {
  needsWindow,
  press,
  screenshot,
  screenshotAt,
  screenshotInThemes,
  type,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const RUNS = '.skillwright/runs';
const run = async (prompt: string, model: string, skill?: string) => settledRun(prompt, model, skill);
/** The selector of the view's pane; the Skills view is above it. */
const VIEW = '.pane:has(> .pane-header[aria-label^="Runs"])';
const row = (text: string) => `${VIEW} [role=treeitem][aria-label*="${text}"]`;

describe('the Runs view', () => {
  let journal = '';

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await skillwright();
    await focusRuns();
  });

  it('shows the next step if there are no runs', async () => {
    await workbench.waitFor(`${VIEW} .welcome-view :text("No agent has run in this workspace yet")`);
    await workbench.waitFor(`${VIEW} .monaco-button:has-text("Run Agent")`);
    await screenshot('saved/empty');
  });

  it('groups runs by skill, with live state, calls and a mark for simulated models', async function () {
    this.timeout(60_000);
    journal = await run('Write the notes for 2.4', 'simulated/stubborn');
    await run('Write it in one line', 'simulated/heeding');
    await run('Summarize the sales', 'simulated/weak', 'skills/csv-summary');
    await workbench.waitFor(row('skill release-writer, 2 runs'));
    await workbench.waitFor(row('skill csv-summary, 1 run'));
    const [label = ''] = await until('the run', async () => {
      const labels = await workbench.evaluate<string[]>(
        `[...document.querySelectorAll('${VIEW} [role=treeitem]')].map((item) => item.ariaLabel)`,
      );
      const found = labels.filter((one) => one.includes('Write the notes for 2.4'));
      return found.length === 1 && found;
    });
    assert.match(label, /Write the notes for 2\.4, stopped by a guard, \d+ model calls, simulated\/stubborn, /);
    await workbench.waitFor(row('waiting for you'));
    await screenshotInThemes('saved/view-', ['dark', 'light', 'contrast']);
  });

  it("begins with the prompt, followed by the time (in VS Code's language), calls and model", async () => {
    const rows = await until('the rows', async () => {
      const read = await workbench.evaluate<readonly { name: string; description: string }[]>(`(() =>
        [...document.querySelectorAll('${VIEW} [role=treeitem][aria-level="2"]')].map((row) => ({
          name: row.querySelector('.label-name').textContent,
          description: row.querySelector('.label-description').textContent,
        })))()`);
      return read.length === 3 && read;
    });
    const { library } = await skillwright();
    for (const { run } of await library.list()) {
      const startTime = new Date(run.started.time);
      const found = rows.find(({ name }) => name === run.started.prompt);
      assert.ok(found, `${run.started.prompt} in ${JSON.stringify(rows)}`);
      const [time = '', calls = '', model] = found.description.split(' · ');
      const times = [formatTime(startTime, env.language), formatTime(startTime, env.language, true)];
      assert.ok(times.includes(time), found.description);
      assert.match(calls, /^\d+ calls?$/);
      assert.equal(model, run.started.model);
    }
    await screenshotAt(500, 800, 'saved/view-narrow');
  });

  it('applies a key to the focused run, whatever is selected', async () => {
    await workbench.click(row('Write it in one line'));
    await waitForElement('.row.is-agent');
    await focusRuns();
    await press('ArrowDown');
    await workbench.waitFor(`${VIEW} .monaco-list-row.focused[aria-label*="Write the notes for 2.4"]`);
    await press('F2');
    await workbench.waitFor('.quick-input-widget input');
    const inputValue = await workbench.evaluate<string>(`document.querySelector('.quick-input-widget input').value`);
    await press('Escape');
    assert.equal(inputValue, 'Write the notes for 2.4');
  });

  it('opens, renames and pins a run with the keyboard and its buttons', async () => {
    await workbench.click(row('Write the notes for 2.4'));
    await waitForElement('.row.is-guard');
    await focusRuns();
    await press('F2');
    await workbench.waitFor('.quick-input-widget input');
    await press('Control+A');
    await type('Before the fix');
    await press('Enter');
    await workbench.waitFor(row('Before the fix, stopped by a guard'));
    await workbench.hover(row('Before the fix'));
    await workbench.click(`${row('Before the fix')} [aria-label^="Pin Run"]`);
    await workbench.waitFor(row('Pinned, 1 run'));
    assert.deepEqual(JSON.parse(readFileSync(join(dirname(journal), 'meta.json'), 'utf8')), {
      name: 'Before the fix',
      pinned: true,
    });
    await screenshot('saved/pinned');
  });

  it('filters runs by the typed text, and reports if none matches', async () => {
    void commands.executeCommand('skillwright.runs.filter');
    await workbench.waitFor('.quick-input-widget input[placeholder^="Words in the name"]');
    await type('csv waiting');
    await workbench.waitForNone(row('Before the fix'));
    await workbench.waitFor(row('Summarize the sales'));
    await workbench.waitFor(`${VIEW} :text("1 of 3 runs match")`);
    await screenshot('saved/filtered');
    await type(' nothing like it');
    await workbench.waitFor(`${VIEW} .welcome-view :text("No run matches the filter")`);
    await press('Enter');
    await workbench.click(`${VIEW} .monaco-button:has-text("Show All Runs")`);
    await workbench.waitFor(row('Before the fix'));
    await commands.executeCommand('skillwright.runs.groupByAgent');
    await workbench.waitFor(row('agent agent, '));
    await screenshot('saved/by-agent');
    await commands.executeCommand('skillwright.runs.groupBySkill');
    await workbench.waitForNone(row('agent agent, '));
    await workbench.waitFor(row('skill csv-summary, 1 run'));
  });

  it('does not delete an active run', async () => {
    const { runs } = await skillwright();
    const [live] = runs.live();
    assert.ok(live, 'a run waits');
    await workbench.click(row('Summarize the sales'));
    await waitForElement('button:visible:has-text("Approve")');
    await focusRuns();
    await press('Delete');
    await until('the message', async () => {
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts('.notifications-center')).join(' ').includes('still in progress');
    });
    assert.ok(existsSync(live.journal));
    await commands.executeCommand('notifications.clearAll');
    runs.stop(live.journal);
    await until('its end', () => runs.live().length === 0, 30_000);
  });

  it('deletes a run only after a confirmation, closes its timeline, and restores the run', async () => {
    const before = readFileSync(journal, 'utf8');
    await workbench.click(row('Before the fix'));
    await waitForElement('.row.is-guard');
    await focusRuns();
    await press('Delete');
    // VS Code refuses to show a dialog in tests, which counts as Cancel.
    assert.ok(existsSync(journal));
    const { library, remove } = await skillwright();
    void remove((await library.list()).filter(({ run }) => run.journal === journal));
    await workbench.waitForNone(row('Before the fix'));
    await until('the timeline to close', () =>
      window.tabGroups.all.every((group) => group.tabs.every((tab) => !tab.label.includes('Write the notes'))),
    );
    assert.ok(!existsSync(journal));
    await commands.executeCommand('skillwright.runs.undoDelete');
    await workbench.waitFor(row('Before the fix'));
    assert.equal(readFileSync(journal, 'utf8'), before);
  });

  it('applies the retention settings, but always keeps pinned runs', async function () {
    this.timeout(60_000);
    const { library } = await skillwright();
    const section = workspace.getConfiguration('skillwright.runs.retention');
    await section.update('count', 1, true);
    try {
      await library.applyRetention();
      assert.equal((await library.list()).length, 2, 'the newest, and the pinned one');
      assert.ok(existsSync(journal));
    } finally {
      await section.update('count', undefined, true);
    }
  });
});

describe('the tabs of timelines', () => {
  const file = () => Uri.file(inWorkspace('skills/release-writer/SKILL.md'));
  const labels = () =>
    window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof TabInputWebview)
      .map(({ label }) => label);

  before(async function () {
    needsWindow(this);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    // Close All Editors leaves pinned ones.
    await window.tabGroups.close(timelineTabs());
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are in one column next to the text, and have distinct titles even for the same prompt', async function () {
    this.timeout(90_000);
    const { show } = await skillwright();
    for (let number = 1; number <= 3; number += 1) {
      await window.showTextDocument(file(), { viewColumn: ViewColumn.One });
      show(await run('Write the same again', 'simulated/heeding'));
      await until('its title', () => labels().filter((label) => label.startsWith('Write the same')).length === number);
      assert.equal(window.tabGroups.all.length, 2, `${number} timelines`);
      // The next run would take its tab.
      await commands.executeCommand('skillwright.pinTimeline');
      await until('the pin', () => timelineTabs('Write the same').every(({ isPinned }) => isPinned));
    }
    assert.equal(new Set(labels()).size, 3, labels().join('\n'));
    for (const label of labels()) assert.ok(label.length < 45, label);
    // With a text editor in the column of the timelines, the next one opens in the other column.
    await window.showTextDocument(Uri.file(inWorkspace('skills/csv-summary/SKILL.md')), { viewColumn: ViewColumn.Two });
    show(await run('From the other column', 'simulated/heeding'));
    await until('its title', () => labels().some((label) => label.startsWith('From the other')));
    assert.equal(window.tabGroups.all.length, 2);
    await commands.executeCommand('workbench.action.closeSidebar');
    await screenshot('saved/columns');
  });

  it('format the time like the Runs view', async () => {
    const { library } = await skillwright();
    const found = (await library.list()).find(({ run }) => run.started.prompt === 'From the other column');
    const ended = formatTime(new Date(found?.run.finished?.time ?? ''), env.language, true);
    assert.notEqual(ended, '');
    await until('the time', async () => (await timeline.texts('header')).join(' ').includes(ended));
  });
});

describe('the editor of a journal', () => {
  before(function () {
    needsWindow(this);
  });

  const custom = () => {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof TabInputCustom && input.viewType === 'skillwright.journal';
  };

  async function open(name: string, content: string): Promise<void> {
    await commands.executeCommand('workbench.action.closeAllEditors');
    const file = inWorkspace('journals/.skillwright/runs', name, 'journal.jsonl');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    await commands.executeCommand('vscode.open', Uri.file(file));
  }

  function savedJournal(): string {
    for (const name of readdirSync(inWorkspace(RUNS)).filter((name) => !name.startsWith('.'))) {
      const content = readFileSync(inWorkspace(RUNS, name, 'journal.jsonl'), 'utf8');
      if (content.includes('"type":"guard"')) return content;
    }
    throw new Error('no run with a guard');
  }

  it('shows the timeline, or the text on request', async () => {
    await open('whole', savedJournal());
    await waitForElement('.row.is-guard');
    assert.ok(custom());
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshot('saved/editor');
    await commands.executeCommand('workbench.action.reopenTextEditor');
    await until('the text', () => window.activeTextEditor?.document.fileName.endsWith('journal.jsonl'));
    assert.match(window.activeTextEditor?.document.lineAt(0).text ?? '', /run_started/);
  });

  it('reports damaged lines and shows the others', async () => {
    const [first = '', ...rest] = savedJournal().split('\n');
    await open('damaged', [first, '{"seq": 2, "ty', ...rest].join('\n'));
    await waitForElement('.row.is-guard');
    assert.match((await timeline.texts('header')).join(' '), /1 line of the journal could not be read/);
    await screenshot('saved/damaged');
  });

  it('reports a file that is not a journal, and opens it as text', async () => {
    await open('foreign', '{"turn":1,"text":"Dear diary"}\n{"turn":2}\n');
    const page = webview('main.empty');
    await page.waitFor('text=/none of its 2 lines/');
    assert.deepEqual(await violationsInThemes(page, 'saved/foreign-'), []);
    await page.click('button:has-text("Open as Text")');
    await until('the text', () => window.activeTextEditor?.document.getText().includes('Dear diary'));
  });
});
