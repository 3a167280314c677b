/** The session of an agent that begins in this folder: its timeline opens and grows, with the decisions of the hooks. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationTarget, commands, languages, Uri, window, workspace } from 'vscode';
import { timeline } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshotAt, screenshotInThemes } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = inWorkspace('skills/brew-demo');
const MISSED = join(SKILL, 'references/menu.md');
const TEXT = `---
name: brew-demo
description: Brews tea. Use when the user asks for tea.
---

# Tea

Read \`references/menu.md\` first, and then \`references/prices.md\`.
`;
const TOLD =
  'The skill `brew-demo` has no file `references/menu.md`; the nearest that it has is `references/menus.md`.';
const transcript = inWorkspace('live/4a2b.jsonl');
const data = process.env.XDG_DATA_HOME ?? join(homedir(), '.local/share');
const record = join(data, 'skillwright/hook/sessions/claude-code/4a2b.jsonl');

let count = 0;
/** Adds a message to the transcript, as Claude Code writes it. */
function say(role: 'user' | 'assistant', content: unknown): void {
  const message = role === 'user' ? { role, content } : { id: `m${count}`, role, model: 'claude-made-up', content };
  const line = {
    type: role,
    uuid: `u${count}`,
    parentUuid: count === 0 ? null : `u${count - 1}`,
    sessionId: '4a2b',
    cwd: inWorkspace('.'),
    version: '2.1.0',
    timestamp: new Date().toISOString(),
    message,
  };
  count++;
  appendFileSync(transcript, `${JSON.stringify(line)}\n`);
}

/** Adds a read and its result. */
function read(id: string, path: string, content: string, isError: boolean): void {
  say('assistant', [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }]);
  say('user', [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }]);
}

const remember = (line: object): void => appendFileSync(record, `${JSON.stringify({ at: Date.now(), ...line })}\n`);

describe('the session of an agent that begins', function () {
  this.timeout(120_000);
  const settings = workspace.getConfiguration('skillwright');
  const manifest = Uri.file(join(SKILL, 'SKILL.md'));

  /** True if a miss of a session is shown at these words of the skill. */
  const isMarked = (words: string): boolean =>
    languages.getDiagnostics(manifest).some(({ source, range }) => {
      const line = TEXT.split('\n')[range.start.line] ?? '';
      return source === 'skillwright session' && line.slice(range.start.character).startsWith(words);
    });

  before(async function () {
    needsWindow(this);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
    for (const [path, text] of [
      [manifest.fsPath, TEXT],
      [join(SKILL, 'references/menus.md'), '# Teas\n'],
      [transcript, ''],
      [record, ''],
    ] as const) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    await settings.update('live.openSessions', true, ConfigurationTarget.Global);
    await skillwright();
    await window.showTextDocument(manifest);
  });

  after(async () => {
    await settings.update('live.openSessions', undefined, ConfigurationTarget.Global);
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const path of [SKILL, dirname(transcript), record]) rmSync(path, { recursive: true, force: true });
  });

  it('opens by itself, and the focus stays in the editor', async () => {
    say('user', 'Brew some tea');
    read('c1', manifest.fsPath, TEXT.replace(/^/gm, '     1\t'), false);
    remember({ event: 'session', session: '4a2b', directory: inWorkspace('.'), transcript });
    remember({ event: 'skill', manifest: manifest.fsPath });
    await timeline.waitFor('.row', { timeout: 30_000 });
    assert.equal(window.activeTextEditor?.document.uri.toString(), manifest.toString());
  });

  it('shows a decision of the hooks below its call, and the miss in the skill', async () => {
    read('d1', MISSED, 'File does not exist.', true);
    remember({ event: 'missed', path: MISSED, call: 'd1', step: 1, skill: 'brew-demo', told: TOLD });
    await timeline.waitFor('.row:has-text("Guard warning")', { timeout: 30_000 });
    await until('the miss in SKILL.md', () => isMarked('references/menu.md'), 30_000);
    read('d2', MISSED, 'File does not exist.', true);
    remember({ event: 'missed', path: MISSED, call: 'd2', step: 2, skill: 'brew-demo', told: TOLD });
    say('assistant', [{ type: 'tool_use', id: 'd3', name: 'Read', input: { file_path: MISSED } }]);
    const denied = `${TOLD} It was requested in 2 steps before.`;
    say('user', [{ type: 'tool_result', tool_use_id: 'd3', content: denied, is_error: true }]);
    remember({ event: 'denied', began: Date.now(), path: MISSED, call: 'd3', step: 3, told: denied });
    await timeline.waitFor('.row:has-text("Guard: same path missed 3 times")', { timeout: 30_000 });
    await timeline.click('.row:has-text("Guard: same path missed 3 times")');
    await timeline.waitFor('aside.details :text("Said to the model")');
    const details = (await timeline.texts('aside.details')).join('\n');
    assert.match(details, /It was requested in 2 steps before\.[\s\S]*Skillwright's hook, while the client ran/);
    await screenshotInThemes('live-session/denied-', ['dark', 'light', 'contrast']);
    await screenshotAt(320, 860, 'live-session/denied-narrow');
  });

  it('is followed while it is hidden', async () => {
    await commands.executeCommand('workbench.action.joinAllGroups');
    await window.showTextDocument(manifest);
    const other = join(SKILL, 'references/prices.md');
    read('d4', other, 'File does not exist.', true);
    remember({ event: 'missed', path: other, call: 'd4', step: 1, skill: 'brew-demo', told: TOLD });
    await until('the second miss in SKILL.md', () => isMarked('references/prices.md'), 30_000);
  });
});
