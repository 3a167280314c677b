/** Second launch, on the same profile: VS Code brings the timeline back by itself. */
import assert from 'node:assert/strict';
import { languages, Uri } from 'vscode';
import { inWorkspace } from '../harness/skills.ts';
import { needsWindow, screenshot, webview } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

it('the timeline is back after a restart, with the whole run', async function () {
  needsWindow(this);
  this.timeout(60_000);
  const timeline = webview('[role=treegrid]');
  const rows = await until(
    'the rows',
    async () => {
      const texts = await timeline.texts('[role=row]');
      return texts.length > 3 && texts;
    },
    40_000,
  );
  assert.match((await timeline.texts('header')).join(' '), /Before the restart/);
  assert.ok(rows.some((text) => text.includes('load_skill')));
  await screenshot('reopen/restored');
});

it('the misses of the last run stand at their words again, without a file opened', async () => {
  const skill = Uri.file(inWorkspace('skills/release-writer/SKILL.md'));
  const [miss] = await until('the misses', () => {
    const found = languages.getDiagnostics(skill).filter(({ source }) => source === 'skillwright run');
    return found.length > 0 && found;
  });
  assert.match(miss?.message ?? '', /in the last run/);
});
