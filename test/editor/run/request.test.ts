/** The request of a model call in the details of its row. */
import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { violationsIn } from '../harness/axe.ts';
import { settled, startRun, timeline } from '../harness/runs.ts';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshot, screenshotInThemes, setViewport } from '../harness/ui.ts';

describe('the request of a model call', () => {
  before(async function () {
    needsWindow(this);
    this.timeout(120_000);
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closeAllEditors');
    const journal = await startRun('Write release notes');
    (await skillwright()).show(journal);
    await settled(journal);
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
    const [text = ''] = await timeline.texts('[role=tabpanel]');
    assert.match(text, /Estimated tokens\s*Instructions\s*\d+\s*Tool descriptions\s*\d+/);
    assert.match(text, /Changes since the call before\s*Only messages were added\./);
    assert.match(text, /You have skills: folders with instructions/);
    assert.match(text, /4 tools\s*list_skills/);
    await screenshotInThemes('run/request-', ['dark', 'light', 'contrast']);
    assert.deepEqual(await violationsIn(timeline), []);
    await setViewport(560, 800);
    await screenshot('run/request-narrow');
    await setViewport(1280, 800);
  });

  it('stays selected in the row of the next call, and is explained in the messages', async () => {
    await timeline.click('.row.is-model >> nth=3');
    await timeline.waitFor('#tab-request[aria-selected=true]');
    await timeline.click('#tab-messages');
    await timeline.waitFor('.chat p:has-text("Instructions and tool descriptions are on the Request tab.")');
  });
});
