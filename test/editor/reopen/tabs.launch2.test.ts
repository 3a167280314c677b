/** The second launch: tabs of timelines that VS Code restored behind others, and has created no page for. */
import assert from 'node:assert/strict';
import { window } from 'vscode';
import { settledRun, waitForElement } from '../harness/runs.ts';
import { skillwright } from '../harness/skills.ts';
import { timelineTabs } from '../harness/tabs.ts';
import { needsWindow } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

/** Returns the journal of the run with this prompt. */
async function journalOf(prompt: string): Promise<string> {
  const { library } = await skillwright();
  const found = (await library.list()).find(({ run }) => run.started.prompt === prompt);
  assert.ok(found, prompt);
  return found.run.journal;
}

for (const [prompt, isPinned] of [
  ['Keep this', false],
  ['Pin this', true],
] as const)
  it(`a click on a run finds its tab after a restart: ${prompt}`, async function () {
    needsWindow(this);
    this.timeout(60_000);
    const { show } = await skillwright();
    const before = timelineTabs().length;
    assert.deepEqual(
      timelineTabs(prompt).map((tab) => [tab.isActive, tab.isPinned]),
      [[false, isPinned]],
    );
    show(await journalOf(prompt));
    await waitForElement(`header :text("${prompt}")`);
    await until('the tab in front', () => timelineTabs(prompt)[0]?.isActive);
    assert.equal(timelineTabs(prompt).length, 1);
    assert.equal(timelineTabs().length, before);
    assert.equal(timelineTabs(prompt)[0]?.isPinned, isPinned);
  });

it('a run takes the tab of another run of its skill after a restart, too', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const { show } = await skillwright();
  show(await settledRun('Later run', 'simulated/heeding', 'skills/pourer'));
  await until('one tab', () => timelineTabs('Later run').length === 1 && timelineTabs('Keep this').length === 0);
  assert.equal(timelineTabs('Pin this').length, 1);
  // Close All Editors, with which the next suite begins, leaves pinned ones.
  await window.tabGroups.close(timelineTabs());
});
