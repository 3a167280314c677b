/** The request of a model call in the details of its row. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { commands } from 'vscode';
import { violationsIn } from '../harness/axe.ts';
import { settledRun, timeline } from '../harness/runs.ts';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshotAt, screenshotInThemes } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('the request of a model call', () => {
  before(async function () {
    needsWindow(this);
    this.timeout(120_000);
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closeAllEditors');
    const journal = await settledRun('Write release notes');
    (await skillwright()).show(journal);
    await timeline.waitFor('.row.is-model');
  });

  it('is a tab of its details, reached with the keyboard', async function () {
    this.timeout(120_000);
    await timeline.click('.row.is-model >> nth=2');
    await timeline.waitFor('#tab-request');
    await timeline.click('#tab-summary');
    await press('ArrowRight');
    await press('ArrowRight');
    await timeline.waitFor('#tab-request[aria-selected=true]:focus');
    await timeline.waitFor('[role=tabpanel] h3:has-text("System message")');
    await timeline.waitFor('.shares th:has-text("Skill release-writer")');
    const [text = ''] = await timeline.texts('[role=tabpanel]');
    assert.match(text, /About [\d,]+ in total/);
    assert.match(text, /Instructions\s*\d+\s*\d+%\s*Tool descriptions\s*\d+\s*\d+%/);
    assert.match(text, /Changes since the previous call\s*2 messages were added; nothing else changed\./);
    assert.match(text, /You have skills: folders with instructions/);
    assert.match(text, /4 tools\s*list_skills/);
    await screenshotInThemes('run/request-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshotAt(560, 800, 'run/request-narrow');
  });

  it('stays selected in the row of the next call, and is explained in the messages', async () => {
    await timeline.click('.row.is-model >> nth=3');
    await timeline.waitFor('#tab-request[aria-selected=true]');
    await timeline.click('#tab-messages');
    await timeline.waitFor('.chat p:has-text("Instructions and tool descriptions are on the Request tab.")');
  });

  it('adds up to the tokens of the run, by part, in the details of the run', async function () {
    this.timeout(120_000);
    await timeline.click('.row.is-agent');
    await timeline.click('#tab-summary');
    await timeline.waitFor('.shares th:has-text("Skill release-writer")');
    const [text = ''] = await timeline.texts('.panel');
    assert.match(text, /Tokens sent, by part \(est\.\)\s*\d+ requests with about [\d,]+ tokens/);
    assert.match(text, /Skill release-writer\s*[\d,]+ × \d+\s*\d+%/);
    await timeline.evaluate('document.querySelector(".shares").scrollIntoView()');
    await screenshotInThemes('run/run-tokens-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
  });

  it('has a share of the context in its row, and the rows can be sorted by their headers', async function () {
    this.timeout(120_000);
    const names = () => timeline.texts('.row:not(.is-cause) .words');
    const tree = await names();
    assert.equal((await timeline.texts('.row.is-model .col-context')).filter((text) => text === '100%').length, 1);
    const header = '.ruler [role=columnheader]:has-text("Tokens in")';
    await timeline.click(`${header} button`);
    await timeline.waitFor(`${header}[aria-sort=descending]`);
    await timeline.waitFor('.sorted[aria-label="Sorted by tokens, largest first. Show the tree"]');
    await until('the sorted rows', async () => /^turn [^1]\b/.test((await names())[0] ?? ''));
    await screenshotInThemes('run/sorted-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
    await screenshotAt(560, 800, 'run/sorted-narrow');
    await timeline.click('.row.is-model >> nth=0');
    await press('Escape');
    await timeline.waitForNone('.sorted');
    // The elements are put in order after the rows have been drawn.
    await until('the tree', async () => isDeepStrictEqual(await names(), tree));
  });
});
