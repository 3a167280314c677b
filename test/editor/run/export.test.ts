/** "Export Run…": from the timeline and the Runs view, with a list of what leaves before anything is saved. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, window } from 'vscode';
import { settledRun, waitForElement } from '../harness/runs.ts';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshotInThemes, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const PICK = '.quick-input-widget';
const item = (text: string) => `${PICK} .monaco-list-row:has-text("${text}")`;

/** Waits for a message in the notification list, because VS Code shows no toasts in tests, and clears the list. */
async function waitForNotification(text: string): Promise<void> {
  await until(text, async () => {
    await commands.executeCommand('notifications.showList');
    const shown = await workbench.texts('.notifications-center .notification-list-item');
    return shown.some((message) => message.includes(text));
  });
  await commands.executeCommand('notifications.clearAll');
}

/** By the accessible name: a row that VS Code reuses still contains its earlier text, hidden. */
const row = (name: string) => `${PICK} .monaco-list-row[aria-label*="${name}"]`;

describe('Export Run', () => {
  let journal = '';

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    journal = await settledRun('Write the notes for 2.4 with sk-live-0123456789abcdefghij');
    const { show } = await skillwright();
    show(journal);
    await waitForElement('.row.is-agent');
  });

  it('lists what leaves, with the redacted secrets, and shows it in an editor', async function () {
    this.timeout(60_000);
    await workbench.waitFor('.editor-actions [aria-label^="Export Run…"]');
    void commands.executeCommand('skillwright.exportRun');
    await workbench.waitFor(item('OpenTelemetry'));
    await screenshotInThemes('run/export-format-', ['dark', 'light']);
    await workbench.click(item('HTML'));
    await workbench.waitFor(item('Secrets redacted in 3 places'));
    await workbench.waitFor(item('model calls'));
    await workbench.waitFor(item('Absolute paths'));
    await screenshotInThemes('run/export-content-', ['dark', 'light', 'contrast']);
    await workbench.click(item('Absolute paths'));
    await workbench.click(item('Home folders hidden'));
    await workbench.waitFor(item('Absolute paths'));
    await workbench.click(item('Only a Part'));
    await workbench.fill(`${PICK} input`, '3-3');
    await press('Enter');
    await workbench.waitFor(row('1 model call,'));
    await workbench.waitForNone(row('tool call'));
    await screenshotInThemes('run/export-part-', ['dark']);
    await workbench.click(item('Preview'));
    const content = await until('the preview', () => {
      const text = window.activeTextEditor?.document.getText() ?? '';
      return text.includes('gen_ai.output.messages') && text;
    });
    assert.match(content, /sk…\[redacted\]/);
    assert.doesNotMatch(content, /0123456789abcdefghij/);
  });

  it('writes each format to a file', async function () {
    this.timeout(60_000);
    const api = await skillwright();
    const folder = mkdtempSync(join(tmpdir(), 'export-'));
    try {
      for (const [format, pattern] of [
        ['html', /^<!DOCTYPE html>[\s\S]*Content-Security-Policy/],
        ['otlp', /"gen_ai\.operation\.name"/],
        ['perfetto', /"traceEvents"/],
      ] as const) {
        const out = join(folder, format);
        void api.export({ file: journal, format, out });
        await waitForNotification(`Exported the run to ${format}.`);
        assert.match(readFileSync(out, 'utf8'), pattern);
      }
      void api.export({ file: journal, format: 'otlp', out: join(folder, 'absent', 'trace') });
      await waitForNotification('Choose an existing folder');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('asks for the run if no timeline is active', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    void commands.executeCommand('skillwright.exportRun');
    await workbench.waitFor(`${PICK} input[placeholder="Select the run to export"]`);
    await workbench.waitFor(item('Write the notes for 2.4'));
    await press('Escape');
    await workbench.waitForNone(PICK);
  });
});
