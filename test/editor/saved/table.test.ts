/** The table of own runs and of sessions of other agents. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { ConfigurationTarget, commands, workspace } from 'vscode';
import { violationsIn, violationsInThemes } from '../harness/axe.ts';
import { settledRun, timeline } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshot, setViewport, webview } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const PROMPTS = ['Write the first table', 'Write the second table'];
const SESSION = 'table-sessions/one.jsonl';
const page = webview('main.runs-table');
const line = (text: string) => `.is-runs .line:not(.spare):has-text("${text}")`;

/** A session of Claude Code that was answered. */
function session(): string {
  const records = ['Plan a tea party', [{ type: 'text', text: 'At four.' }]].map((content, index) => ({
    type: index === 0 ? 'user' : 'assistant',
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : 'u0',
    sessionId: 's1',
    cwd: '/work',
    version: '2.0.0',
    timestamp: `2026-11-12T10:00:0${index}.000Z`,
    message:
      index === 0
        ? { role: 'user', content }
        : { id: 'm1', role: 'assistant', model: 'made-up', content, usage: { input_tokens: 9, output_tokens: 3 } },
  }));
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

describe('the table of runs and sessions', () => {
  const settings = workspace.getConfiguration('skillwright');

  before(async function () {
    needsWindow(this);
    this.timeout(90_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
    const file = inWorkspace(SESSION);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, session());
    // Only the folder of this test, whatever there is on this machine.
    const folders = { [homedir()]: false, [dirname(file)]: true };
    await settings.update('sessions.folders', folders, ConfigurationTarget.Global);
    for (const prompt of PROMPTS) await settledRun(prompt);
  });

  after(async () => {
    await settings.update('sessions.folders', undefined, ConfigurationTarget.Global);
    const { library, remove } = await skillwright();
    void remove((await library.list()).filter(({ run: { started } }) => started.prompt.includes('table')));
    await setViewport(1400, 860);
    await commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(inWorkspace('table-sessions'), { recursive: true, force: true });
  });

  it('shows own runs with their misses, and reads no sessions of other agents by itself', async function () {
    this.timeout(60_000);
    await commands.executeCommand('skillwright.showRuns');
    for (const prompt of PROMPTS) await page.waitFor(line(prompt));
    await page.waitFor(`${line(PROMPTS[0] ?? '')} .cell-misses:not(:text-is("—"))`);
    const [client = ''] = await page.texts(`${line(PROMPTS[0] ?? '')} .cell-client`);
    assert.match(client, /^Skillwright\s*simulated$/);
    assert.match((await page.texts('.foot')).join(''), /sessions of other agents were not read/);
    assert.equal((await page.texts(line('Plan a tea party'))).length, 0);
    assert.deepEqual(await violationsInThemes(page, 'table/runs-'), []);
  });

  it('adds sessions of other agents when the user asks for them', async function () {
    this.timeout(60_000);
    await page.click('button:has-text("Add Sessions of Other Agents")');
    await page.waitFor(`${line('Plan a tea party')} .cell-client:has-text("Claude Code")`);
    await page.waitFor(`${line('Plan a tea party')} .cell-outcome:has-text("finished")`);
    // What the session does not say is not shown as 0.
    assert.deepEqual(await page.texts(`${line('Plan a tea party')} .cell-cost`), ['—']);
    await screenshot('table/with-sessions');
  });

  it('filters, sorts and opens a row with the keyboard alone', async function () {
    this.timeout(60_000);
    await press('Control+F');
    await page.waitFor('.find input:focus');
    for (const key of ['t', 'a', 'b', 'l', 'e']) await press(key);
    await page.waitForNone(line('Plan a tea party'));
    await press('Enter');
    await page.waitFor('.line.active .cell:focus');
    await press('Control+Home');
    await press('ArrowUp');
    await press('ArrowRight');
    await page.waitFor('[role=columnheader] button:focus:has-text("Prompt")');
    await press('Enter');
    await page.waitFor('[role=columnheader][aria-sort="ascending"]:has-text("Prompt")');
    await press('ArrowDown');
    await page.waitFor('.line.active:has-text("Write the first table") .cell-prompt:focus');
    await screenshot('table/keyboard');
    await press('Enter');
    await timeline.waitFor('.row:has-text("Write the first table")', { timeout: 20_000 });
  });

  it('compares two rows that were selected with the space bar', async function () {
    this.timeout(90_000);
    await commands.executeCommand('skillwright.showRuns');
    await page.click(`${line(PROMPTS[0] ?? '')} .cell-outcome`);
    await press('Space');
    await press('ArrowDown');
    await press('Space');
    await page.waitFor('.line.selected:has-text("Write the second table")');
    await page.click('button:has-text("Compare"):not(:disabled)');
    const comparison = webview('main.compare');
    await comparison.waitFor('.compared-run.is-a:has-text("Write the first table")', { timeout: 30_000 });
    await comparison.waitFor('.compared-run.is-b:has-text("Write the second table")');
  });

  it('is shown in a narrow window, keeps its filter when it was hidden, and shows runs that are deleted no longer', async function () {
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeOtherEditors');
    await commands.executeCommand('skillwright.showRuns');
    await setViewport(420, 800);
    await page.waitFor(line(PROMPTS[0] ?? ''));
    assert.deepEqual(await violationsIn(page), []);
    await screenshot('table/narrow');
    await setViewport(1400, 860);
    const { library, remove } = await skillwright();
    const [last] = (await library.list()).filter(({ run: { started } }) => started.prompt === PROMPTS[1]);
    assert.ok(last);
    void remove([last]);
    await page.waitForNone(line(PROMPTS[1] ?? ''));
    await until('the first run', async () => (await page.texts(line(PROMPTS[0] ?? ''))).length === 1);
  });
});
