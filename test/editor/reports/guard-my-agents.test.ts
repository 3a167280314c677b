/** "Guard My Agents…": the hooks of a client, from the choice to the written settings, and back. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { commands } from 'vscode';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshot, screenshotInThemes, setViewport, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const GUARD = 'skillwright.guardMyAgents';
const PICK = '.quick-input-widget';
const row = (text: string) => `${PICK} .monaco-list-row:has-text("${text}")`;
/** Matches an entry by its position, from 0. */
const at = (index: number) => `${PICK} .monaco-list-row[data-index="${index}"]`;
const [ON, OFF] = [at(1), at(2)];
const SETTINGS = join(homedir(), '.claude/settings.json');
const MINE = '{\n  // The model of my choice.\n  "model": "opus",\n  "hooks": {}\n}\n';
const text = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Chooses an entry, and waits for the next step. */
async function choose(entry: string, next: string): Promise<void> {
  await workbench.click(entry);
  await workbench.waitFor(next);
}

/** Waits for a notification. VS Code shows no toasts in tests; it is in the list. */
async function notified(words: RegExp): Promise<void> {
  await until('the notification', async () => {
    await commands.executeCommand('notifications.showList');
    return words.test((await workbench.texts('.notifications-center .notification-list-item')).join(' '));
  });
}

describe('guarding agents', function () {
  this.timeout(150_000);

  before(async function () {
    needsWindow(this);
    mkdirSync(join(homedir(), '.claude'), { recursive: true });
    writeFileSync(SETTINGS, MINE);
    await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
  });

  after(async () => {
    rmSync(SETTINGS, { force: true });
    rmSync(inWorkspace('.codex'), { recursive: true, force: true });
    await commands.executeCommand('workbench.action.closeAllEditors');
    await setViewport(1400, 860);
  });

  it('shows the costs of each choice and the settings as they would become, and writes them', async () => {
    void commands.executeCommand(GUARD);
    await workbench.waitFor(row('Claude Code'), { timeout: 30_000 });
    await screenshotInThemes('guard-my-agents/clients-', ['dark', 'light', 'contrast']);
    assert.match((await workbench.texts(row('Claude Code'))).join(), /not guarded/);
    await choose(row('Claude Code'), row('Advise'));
    await screenshotInThemes('guard-my-agents/guard-', ['dark', 'light', 'contrast']);
    assert.match((await workbench.texts(ON)).join(), /can leave you without an answer/);
    await choose(row('Advise'), row('At the End of a Turn'));
    await choose(at(0), row('All My Projects'));
    await choose(row('All My Projects'), row('Install'));
    await workbench.waitFor('.editor.modified .view-line:has-text("PostToolUse")');
    assert.match((await workbench.texts(row('Install'))).join(), /Reads folders of skills/);
    assert.equal(text(SETTINGS), MINE, 'the preview writes nothing');
    await screenshotInThemes('guard-my-agents/preview-', ['dark', 'light', 'contrast']);
    await setViewport(320, 860);
    await screenshot('guard-my-agents/preview-narrow');
    await setViewport(1400, 860);
    await workbench.click(row('Install'));
    await until('the hooks', () => text(SETTINGS).includes('skillwright-hook.cjs'));
    assert.match(text(SETTINGS), /\/\/ The model of my choice\./);
    await notified(/Guarded from the next session on: Claude Code/);
    await screenshot('guard-my-agents/installed');
    await workbench.waitForNone('.editor.modified');
    await commands.executeCommand('notifications.clearAll');
  });

  it('says whether the hooks have ever run here', async () => {
    void commands.executeCommand(GUARD);
    await workbench.waitFor(row('all projects: guard advise, check on'), { timeout: 30_000 });
    assert.match((await workbench.texts(row('Claude Code'))).join(), /Never ran in this folder/);
    await screenshot('guard-my-agents/guarded');
    await workbench.click(row('Doctor'));
    await workbench.waitFor('.tab:has-text("Hooks.md")');
    await screenshotInThemes('guard-my-agents/doctor-', ['dark', 'light', 'contrast']);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('takes back what it wrote, to the byte', async () => {
    void commands.executeCommand(GUARD, 'claude-code');
    await workbench.waitFor(row('Uninstall for All Projects'), { timeout: 30_000 });
    await choose(row('Uninstall for All Projects'), row('Continues without the hooks'));
    await screenshot('guard-my-agents/uninstall');
    await workbench.click(row('Continues without the hooks'));
    await until('the settings of before', () => text(SETTINGS) === MINE);
  });

  it('changes the settings of a project, and nothing after Cancel', async () => {
    const file = inWorkspace('.codex/hooks.json');
    void commands.executeCommand(GUARD, 'codex');
    await workbench.waitFor(row('Advise'), { timeout: 30_000 });
    await choose(ON, row('Checks nothing'));
    await choose(OFF, row('do not commit it'));
    await choose(at(1), row('Cancel'));
    await workbench.click(row('Cancel'));
    await workbench.waitForNone(PICK);
    assert.equal(existsSync(file), false);
    void commands.executeCommand(GUARD, 'codex');
    await workbench.waitFor(row('Advise'), { timeout: 30_000 });
    await choose(ON, row('Checks nothing'));
    await choose(OFF, row('do not commit it'));
    await choose(at(1), row('Install'));
    await press('Enter');
    await until('the hooks', () => /--guard on --check off/.test(text(file)));
    await notified(/enter \/hooks/);
  });
});
