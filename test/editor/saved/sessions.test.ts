/** Sessions of other agents: the list of those on this machine, and their timelines. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationTarget, commands, Uri, workspace } from 'vscode';
import { timeline } from '../harness/runs.ts';
import { inWorkspace } from '../harness/skills.ts';
import { needsWindow, open, press, screenshot, screenshotInThemes, setViewport, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = 'skills/letter-demo';
const TEXT = `---
name: letter-demo
description: Writes letters. Use when the user asks for one.
---

# Letters

First read the tone manual.
`;
const FILE = 'sessions/projects/-work/3f1c.jsonl';
const widget = '.quick-input-widget:not([style*="display: none"])';

/** A session of Claude Code in which the agent guesses a path from the words of the skill. */
function sessionOf(folder: string): string {
  const message = (index: number, role: string, content: unknown) => ({
    ...{ type: role, uuid: `u${index}`, parentUuid: index === 0 ? null : `u${index - 1}`, sessionId: '3f1c' },
    ...{ cwd: '/work/letters', version: '2.0.0', timestamp: `2026-11-12T10:00:${10 + index}.000Z` },
    message:
      role === 'user'
        ? { role, content }
        : { id: `m${index}`, role, model: 'claude-made-up', content, usage: { input_tokens: 900, output_tokens: 20 } },
  });
  const call = (id: string, path: string) => [
    { type: 'tool_use', id, name: 'Read', input: { file_path: join(folder, path) } },
  ];
  const result = (id: string, content: string, isError = false) => [
    { type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) },
  ];
  const records = [
    message(0, 'user', 'Write a letter of thanks'),
    message(1, 'assistant', call('c1', 'SKILL.md')),
    message(2, 'user', result('c1', TEXT.replace(/^/gm, '     1\t'))),
    message(3, 'assistant', call('c2', 'references/tone_manual.md')),
    message(4, 'user', result('c2', 'File does not exist.', true)),
    message(5, 'assistant', [{ type: 'text', text: 'Dear all, thank you.' }]),
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const badges = async () => (await timeline.texts('.head .badge')).join(' ');

describe('a session of another agent', () => {
  const settings = workspace.getConfiguration('skillwright');
  const file = inWorkspace(FILE);

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
    for (const [path, text] of [
      [inWorkspace(`${SKILL}/SKILL.md`), TEXT],
      [inWorkspace(`${SKILL}/references/tone.md`), '# Tone\n'],
      [file, sessionOf(inWorkspace(SKILL))],
    ] as const) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    // Only the folder of this test, whatever there is on this machine.
    const folders = { [homedir()]: false, [inWorkspace('sessions')]: true };
    await settings.update('sessions.folders', folders, ConfigurationTarget.Global);
  });

  after(async () => {
    await settings.update('sessions.folders', undefined, ConfigurationTarget.Global);
    await setViewport(1400, 860);
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const folder of [SKILL, 'sessions']) rmSync(inWorkspace(folder), { recursive: true, force: true });
  });

  it('is listed with its client, misses, time and skills, and opens in a timeline', async function () {
    this.timeout(60_000);
    await open(
      'skillwright.openSession',
      `${widget} .monaco-list-row:has-text("Write a letter of thanks")`,
      async () => {
        await commands.executeCommand('workbench.action.closeQuickOpen');
      },
    );
    const rows = (await workbench.texts(`${widget} .monaco-list-row`)).join('\n');
    assert.match(rows, /Claude Code, 1 missed file/);
    assert.match(rows, /letters/);
    assert.match(rows, /letter-demo/);
    assert.match(rows, /Open File…/);
    await screenshotInThemes('session-list', ['dark', 'light']);
    await workbench.click(`${widget} .monaco-list-row:has-text("Write a letter of thanks")`);
    await timeline.waitFor('.row', { timeout: 20_000 });
    assert.match(await badges(), /Claude Code session, .*2026/);
    assert.doesNotMatch(await badges(), /guards: off/);
    const actions = (await timeline.texts('.head .acts')).join(' ');
    assert.doesNotMatch(actions, /Resume|Run Again/);
    await screenshotInThemes('session-timeline', ['dark', 'light']);
  });

  it('is shown in a narrow window', async () => {
    await setViewport(700, 860);
    await timeline.waitFor('.row');
    await screenshot('session-narrow');
    await setViewport(1400, 860);
  });

  it('leads from a miss back to the words of SKILL.md', async function () {
    this.timeout(30_000);
    await timeline.click('.row:has-text("tone_manual")');
    await timeline.waitFor(':text("the tone manual")');
    await timeline.waitFor(':text("Apply Fix")');
    assert.doesNotMatch((await timeline.texts('button')).join(' '), /Run Again/);
    await screenshot('session-miss');
  });

  it('opens from the explorer, and a file that is no session says why', async function () {
    this.timeout(30_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('skillwright.openSession', Uri.file(file));
    await timeline.waitFor('.row');
    await workspace.fs.writeFile(Uri.file(inWorkspace('sessions/none.json')), Buffer.from('{"a": 1}'));
    void commands.executeCommand('skillwright.openSession', Uri.file(inWorkspace('sessions/none.json')));
    // VS Code shows no toasts in tests; the message is in the notification list.
    await until('the reason', async () => {
      await commands.executeCommand('notifications.showList');
      const shown = await workbench.texts('.notifications-center .notification-list-item');
      return shown.join(' ').includes('none.json');
    });
    await screenshot('session-refused');
    await commands.executeCommand('notifications.clearAll');
  });

  it('without any, the list says what to do', async function () {
    this.timeout(30_000);
    await settings.update('sessions.folders', { '/': false }, ConfigurationTarget.Global);
    await commands.executeCommand('workbench.action.closeQuickOpen');
    void commands.executeCommand('skillwright.openSession');
    await workbench.waitFor(`${widget} .monaco-list-row:has-text("Add Folder…")`, { timeout: 20_000 });
    await workbench.waitFor(`${widget} input[placeholder*="No sessions found"]`);
    await screenshot('session-list-empty');
    await press('Escape');
  });
});
