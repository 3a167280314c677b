/** The first of two launches: timelines are open behind others, one of them pinned. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { commands } from 'vscode';
import { settledRun, waitForElement } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { timelineTabs } from '../harness/tabs.ts';
import { needsWindow } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = '---\nname: pourer\ndescription: Pours tea. Use it when there is tea to pour.\n---\n\nPour the tea.\n';

/** Starts a run of the skill `pourer`, and shows it. */
async function showRun(prompt: string): Promise<void> {
  const { show } = await skillwright();
  show(await settledRun(prompt, 'simulated/heeding', 'skills/pourer'));
  await until('the tab', () => timelineTabs(prompt).length === 1);
  await waitForElement(`header :text("${prompt}")`);
}

it('a run takes the tab of another run of its skill, unless that is pinned', async function () {
  needsWindow(this);
  this.timeout(90_000);
  mkdirSync(inWorkspace('skills/pourer'), { recursive: true });
  writeFileSync(inWorkspace('skills/pourer/SKILL.md'), SKILL);
  await showRun('Pin this');
  await commands.executeCommand('skillwright.pinTimeline');
  await until('the pin', () => timelineTabs('Pin this')[0]?.isPinned);
  await showRun('Replace this');
  await showRun('Keep this');
  await until('the end of the replaced tab', () => timelineTabs('Replace this').length === 0);
  assert.deepEqual(
    timelineTabs().map(({ label }) => label.slice(0, 9)),
    ['Pin this ', 'Keep this'],
  );
});
