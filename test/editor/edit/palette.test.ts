/** Commands without anything to act on: each offers the command that must come first. */
import { commands } from 'vscode';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, press, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('a command with nothing to do', () => {
  before(async function () {
    needsWindow(this);
    await skillwright();
  });

  for (const [command, message, button] of [
    ['openRun', 'There are no saved runs', 'Run Agent'],
    ['resumeRun', 'There is no run to resume', 'Run Agent'],
    ['removeApiKey', 'There are no API keys', 'Set API Key'],
  ] as const) {
    it(`${command} explains why, and offers ${button}`, async () => {
      await commands.executeCommand('notifications.clearAll');
      void commands.executeCommand(`skillwright.${command}`);
      // VS Code shows no toasts in tests; the message is in the notification list.
      await until('the message', async () => {
        await commands.executeCommand('notifications.showList');
        const shown = (await workbench.texts('.notifications-center .notification-list-item')).join(' ');
        return shown.includes(message) && shown.includes(button);
      });
      await press('Escape');
      await commands.executeCommand('notifications.clearAll');
    });
  }
});
