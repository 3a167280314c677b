/** Progress of a run is shown until its timeline is open; the first webview of a window can take seconds. */
import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { StartupProgress } from '../../../client/runs/startup-progress.ts';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { needsWindow, screenshot, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const JOURNAL = '/nowhere/journal.jsonl';
const event = (one: object): RunEvent => one as RunEvent;
const statusBar = () => workbench.texts('.statusbar-item').then((texts) => texts.join('\n'));
/** Returns the texts in the notification list, because this window shows no toasts. */
const notifications = () => workbench.texts('.notification-list-item').then((texts) => texts.join('\n'));

describe('progress before the timeline is open', () => {
  // One instance for all tests, because VS Code gives a second status bar item of the same name the text of the first.
  let look: StartupProgress;

  before(function () {
    needsWindow(this);
    look = new StartupProgress();
  });
  after(() => look?.dispose());

  it('shows the last step in the status bar and a notification until the timeline has rows', async () => {
    const rows = Promise.withResolvers<void>();
    try {
      look.events(JOURNAL, [event({ type: 'run_started', seq: 1 }), event({ type: 'llm_request', seq: 2, call: 1 })]);
      void look.awaitTimeline(JOURNAL, rows.promise);
      await until('the status bar', async () => (await statusBar()).includes('Agent run: model call 1'));
      await commands.executeCommand('notifications.showList');
      await until('the notification', async () => /opening timeline.*model call 1/s.test(await notifications()));
      // The progress continues to be reported, including the end of the run.
      const args = { skill_name: 'demo', file_path: 'references/user_guide.md' };
      look.events(JOURNAL, [
        event({ type: 'tool_call', seq: 3, tool: 'load_skill_resource', args }),
        event({ type: 'tool_result', seq: 4, parent: 3, error_code: 'RESOURCE_NOT_FOUND' }),
      ]);
      await until('the miss', async () => /references\/user_guide\.md: RESOURCE_NOT_FOUND/.test(await statusBar()));
      await screenshot('tour/startup-progress');
      look.events(JOURNAL, [event({ type: 'run_finished', seq: 5, reason: 'guard' })]);
      await until('the end', async () => /run ended \(guard\)/.test(await notifications()));
      rows.resolve();
      await until('neither', async () => !/run ended/.test((await statusBar()) + (await notifications())));
    } finally {
      rows.resolve();
    }
  });

  it('shows nothing if the timeline opens immediately', async () => {
    look.events(JOURNAL, [event({ type: 'run_started', seq: 1 })]);
    await look.awaitTimeline(JOURNAL, Promise.resolve());
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.ok(!(await statusBar()).includes('Agent run: '));
  });
});
