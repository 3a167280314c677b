/** Sessions of other agents: the list of those on this machine, and their timelines. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  CancellationTokenSource,
  type CodeAction,
  ConfigurationTarget,
  commands,
  DataTransfer,
  DataTransferItem,
  languages,
  Range,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { sessionDrop } from '../../../client/views/session-drop.ts';
import { acquireLock } from '../../../runtime/disk/lock.ts';
import { UNFINISHED_FILE, UNFINISHED_LOCK } from '../../../runtime/protocol/sessions.ts';
import { violationsInThemes } from '../harness/axe.ts';
import { focusedItem } from '../harness/run-agent.ts';
import { timeline } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  needsWindow,
  open,
  press,
  screenshot,
  screenshotAt,
  screenshotInThemes,
  setViewport,
  webview,
  workbench,
} from '../harness/ui.ts';
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
const sessionOf = (folder: string): string => sessionWith(TEXT, folder, [join(folder, 'references/tone_manual.md')]);

/** A session of Claude Code in which the agent reads SKILL.md, and then misses these paths. */
function sessionWith(skill: string, folder: string, paths: readonly string[]): string {
  const message = (index: number, role: string, content: unknown) => ({
    type: role,
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : `u${index - 1}`,
    sessionId: '3f1c',
    cwd: '/work/letters',
    version: '2.0.0',
    timestamp: `2026-11-12T10:00:${10 + index}.000Z`,
    message:
      role === 'user'
        ? { role, content }
        : { id: `m${index}`, role, model: 'claude-made-up', content, usage: { input_tokens: 900, output_tokens: 20 } },
  });
  const call = (id: string, path: string) => [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }];
  const result = (id: string, content: string, isError = false) => [
    { type: 'tool_result', tool_use_id: id, content, is_error: isError || undefined },
  ];
  const records = [
    message(0, 'user', 'Write a letter of thanks'),
    message(1, 'assistant', call('c1', join(folder, 'SKILL.md'))),
    message(2, 'user', result('c1', skill.replace(/^/gm, '     1\t'))),
    ...paths.flatMap((path, index) => [
      message(2 * index + 3, 'assistant', call(`d${index}`, path)),
      message(2 * index + 4, 'user', result(`d${index}`, 'File does not exist.', true)),
    ]),
    message(2 * paths.length + 3, 'assistant', [{ type: 'text', text: 'Dear all, thank you.' }]),
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

  // A dialog that a failed test leaves open would cover the pages.
  afterEach(() => commands.executeCommand('workbench.action.closeQuickOpen'));

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
    assert.match(rows, /Claude Code, 1 miss/);
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

  it('becomes an eval case, which is reviewed, checked and undone like any edit', async function () {
    this.timeout(90_000);
    const file = inWorkspace(`${SKILL}/evals/evals.json`);
    await open('skillwright.makeCase', `${widget} .monaco-list-row:has-text("Requests no missing file.")`, async () => {
      await commands.executeCommand('workbench.action.closeQuickOpen');
    });
    const rows = (await workbench.texts(`${widget} .monaco-list-rows`)).join('\n');
    assert.match(rows, /Loads letter-demo\./);
    assert.match(rows, /The run requested 1 missing file/);
    await screenshotInThemes('make-case', ['dark', 'light']);
    await screenshotAt(700, 860, 'make-case-narrow');
    await press('Enter');
    const textOf = () =>
      window.activeTextEditor?.document.uri.fsPath === file ? window.activeTextEditor.document.getText() : undefined;
    await until('the case', () => textOf()?.includes('Write a letter of thanks') === true);
    const added = textOf() ?? '';
    assert.deepEqual(JSON.parse(added), {
      skill_name: 'letter-demo',
      evals: [
        {
          id: 'write-a-letter-of-thanks',
          prompt: 'Write a letter of thanks',
          assertions: [
            { text: 'Loads letter-demo.', check: 'loaded' },
            { text: 'Requests no missing file.', check: 'max_misses', limit: 0 },
          ],
        },
      ],
    });
    await screenshotInThemes('made-case', ['dark', 'light']);
    await commands.executeCommand('undo');
    await until('no case', () => textOf() === '');
    await commands.executeCommand('redo');
    await until('the case again', () => textOf() === added);

    // A mistake is reported as one types, with a fix.
    const uri = Uri.file(file);
    const edit = new WorkspaceEdit();
    const document = await workspace.openTextDocument(uri);
    const start = document.positionAt(added.indexOf('max_misses'));
    edit.replace(uri, new Range(start, start.translate(0, 'max_misses'.length)), 'max_mises');
    await workspace.applyEdit(edit);
    const found = () => languages.getDiagnostics(uri).filter(({ source }) => source === 'skillwright');
    await until('the mistake', () => found().length === 1);
    assert.match(found()[0]?.message ?? '', /`max_mises` is not judged\. Write `max_misses`/);
    const range = found()[0]?.range ?? new Range(start, start);
    const actions = await commands.executeCommand<CodeAction[]>('vscode.executeCodeActionProvider', uri, range);
    const fix = actions.find(({ title }) => title === 'Change to max_misses');
    assert.ok(fix?.edit);
    await workspace.applyEdit(fix.edit);
    await until('no mistake', () => found().length === 0);
    assert.equal(textOf(), added);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('leads from a miss back to the words of SKILL.md', async function () {
    this.timeout(30_000);
    await timeline.click('.row:not(.is-model):has-text("tone_manual")');
    await timeline.waitFor(':text("the tone manual")');
    await timeline.waitFor(':text("Apply Fix")');
    assert.doesNotMatch((await timeline.texts('button')).join(' '), /Run Again/);
    await screenshot('session-miss');
    await timeline.click('.row.is-agent:has-text("Write a letter of thanks")');
    await timeline.click('button:has-text("Run This Prompt Here")');
    // The workspace of the tests has agents.
    await workbench.click(`${widget} .monaco-list-row:has-text("No agent, only skills")`);
    await workbench.waitFor(focusedItem('letter-demo'));
    // The previous click may still take the focus from the list.
    await workbench.click(`${widget} .monaco-button:has-text("OK")`);
    await workbench.waitFor(`${widget} .monaco-list-row:has-text("Write a letter of thanks")`);
    assert.match((await workbench.texts(`${widget} .quick-input-title`)).join(' '), /Run Agent as Claude Code/);
    await screenshot('session-prompt');
    await press('Escape');
  });

  it('is shown at the words in the editor, with its client and date, and leads to the row', async function () {
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const document = await workspace.openTextDocument(inWorkspace(`${SKILL}/SKILL.md`));
    await window.showTextDocument(document);
    const found = () => languages.getDiagnostics(document.uri).find(({ source }) => source === 'skillwright session');
    await until('the miss', () => found() !== undefined);
    assert.match(found()?.message ?? '', /references\/tone_manual\.md\. Missed in Claude Code, Nov 12, 2026\./);
    assert.equal(document.getText(found()?.range), 'the tone manual');
    await workbench.waitFor('.codelens-decoration:has-text("Missed in Claude Code, Nov 12, 2026")');
    await screenshotInThemes('session-miss-in-editor', ['dark', 'light']);
    await workbench.click('.codelens-decoration a:has-text("Missed in Claude Code")');
    await timeline.waitFor('.row.selected:has-text("tone_manual"), [aria-selected="true"]:has-text("tone_manual")', {
      timeout: 20_000,
    });
    await commands.executeCommand('skillwright.clearSessionMisses');
    await until('no miss', () => found() === undefined);
  });

  it('is counted in the view of skills, whose numbers lead to its sessions, and its words to SKILL.md', async function () {
    this.timeout(90_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('skillwright.showSkillsInUse', 'letter-demo');
    const page = webview('main.runs-table');
    await page.waitFor('.skill-pane h2:has-text("letter-demo")');
    await page.waitForNone('.reading');
    const line = '.is-skills .line:not(.spare):has(.cell-skill .words:text-is("letter-demo"))';
    // Own runs of the skill would count, too.
    const cells = await page.texts(`${line} .cell`);
    // The session does not say which skills were offered.
    assert.deepEqual(cells.slice(1, 6), ['—', '1', '0', '1', '1']);
    assert.match((await page.texts('.is-skills .line.heading')).join(' '), /In this workspace/);
    assert.deepEqual(await violationsInThemes(page, 'skills-in-use-'), []);
    await screenshotAt(700, 860, 'skills-in-use-narrow');
    // The server may not have known the new skill yet when the sessions were read.
    await page.click('[aria-label="Read Sessions Again"]');
    await page.click('.skill-pane button.link:has-text("the tone manual")');
    await until(
      'the words',
      () => window.activeTextEditor?.document.getText(window.activeTextEditor.selection) === 'the tone manual',
    );
    await commands.executeCommand('skillwright.showSkillsInUse');
    await page.click(`${line} .cell-missed .words`);
    await page.waitFor('.is-runs .line.active:has-text("Write a letter of thanks")');
    await page.waitFor('.sorted:has-text("letter-demo: missed")');
    assert.deepEqual(await page.texts('.is-runs .line:not(.spare) .cell-client .words'), ['Claude Code']);
    // The number has led to the row with the focus: Enter opens it.
    await press('Enter');
    await timeline.waitFor('.row:has-text("tone_manual")', { timeout: 20_000 });
    await commands.executeCommand('skillwright.clearSessionMisses');
  });

  it('is shown while it is read, which can be stopped and done again', async function () {
    this.timeout(120_000);
    const { openSession } = await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    const journal = (await openSession(file)) ?? assert.fail('The session was not read.');
    await commands.executeCommand('workbench.action.closeAllEditors');
    // As if another window were reading it: its journal has only a part.
    const folder = dirname(journal);
    const lock = acquireLock(join(folder, UNFINISHED_LOCK));
    assert.ok(lock.kind === 'locked');
    writeFileSync(join(folder, UNFINISHED_FILE), JSON.stringify({ writer: 'other', share: 0.349 }));
    writeFileSync(journal, `${readFileSync(journal, 'utf8').split('\n').slice(0, 5).join('\n')}\n`);
    const stopped = openSession(file);
    await timeline.waitFor('.head .sub:has-text("Reading 3f1c.jsonl… 34 %")', { timeout: 30_000 });
    await timeline.waitFor('.read-progress i[style*="34%"]');
    await timeline.waitFor('.row.is-agent:has-text("Write a letter of thanks")');
    assert.doesNotMatch((await timeline.texts('.row')).join(' '), /tone_manual/);
    await screenshotInThemes('session-reading', ['dark', 'light', 'contrast']);
    await setViewport(700, 860);
    await screenshot('session-reading-narrow');
    await timeline.click('button:has-text("Stop")');
    await timeline.waitFor('.head .sub:has-text("Only 34 % of 3f1c.jsonl was read")');
    await timeline.waitForNone('.read-progress');
    assert.equal(await stopped, undefined);
    await screenshot('session-unread-narrow');
    await setViewport(1400, 860);
    await screenshotInThemes('session-unread', ['dark', 'light']);
    lock.release();
    await timeline.click('button:has-text("Read All")');
    await timeline.waitFor('.row:not(.is-model):has-text("tone_manual")', { timeout: 30_000 });
    await timeline.waitForNone('.head .sub:has-text("Only")');
    assert.equal((await timeline.texts('button:has-text("Read All")')).length, 0);
    await until('the complete journal', () => !existsSync(join(folder, UNFINISHED_FILE)));
  });

  it('is followed while it grows, and when it is replaced', async function () {
    this.timeout(120_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('skillwright.openSession', Uri.file(file));
    await timeline.waitFor('.row:not(.is-model):has-text("tone_manual")');
    await timeline.click('.row:not(.is-model):has-text("tone_manual")');
    assert.equal((await timeline.texts('.badge.live')).length, 0);
    const base = { sessionId: '3f1c', cwd: '/work/letters', version: '2.0.0' };
    const content = [{ type: 'text', text: 'A shorter letter.' }];
    const usage = { input_tokens: 900, output_tokens: 20 };
    for (const record of [
      { type: 'user', uuid: 'u6', parentUuid: 'u5', message: { role: 'user', content: 'Now a shorter one' } },
      {
        type: 'assistant',
        uuid: 'u7',
        parentUuid: 'u6',
        message: { id: 'm7', role: 'assistant', model: 'claude-made-up', content, usage },
      },
    ])
      appendFileSync(file, `${JSON.stringify({ ...base, timestamp: '2026-11-12T10:01:00.000Z', ...record })}\n`);
    await timeline.waitFor('.row:has-text("A shorter letter")', { timeout: 30_000 });
    await timeline.waitFor('.row.is-agent:has-text("Now a shorter one")');
    await timeline.waitFor('.badge.live');
    // The selection stays.
    await timeline.waitFor('.row.selected:has-text("tone_manual")');
    await screenshotInThemes('session-live', ['dark', 'light']);
    writeFileSync(file, sessionOf(inWorkspace(SKILL)).replace('Write a letter of thanks', 'Write a letter of regret'));
    await timeline.waitFor('.head h1:has-text("Write a letter of regret")', { timeout: 30_000 });
    await timeline.waitForNone('.row:has-text("A shorter letter")');
    writeFileSync(file, sessionOf(inWorkspace(SKILL)));
    await timeline.waitFor('.head h1:has-text("Write a letter of thanks")', { timeout: 30_000 });
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('opens in an editor of its own, and a file that is not a session as text', async function () {
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const [rollout, other] = ['projects/rollout-a.jsonl', 'projects/rollout-b.jsonl'].map((name) =>
      Uri.file(inWorkspace(`sessions/${name}`)),
    );
    assert.ok(rollout && other);
    // The content decides: this one is of Claude Code.
    writeFileSync(rollout.fsPath, sessionOf(inWorkspace(SKILL)));
    writeFileSync(other.fsPath, '{"a": 1}\n');
    await commands.executeCommand('vscode.openWith', rollout, 'skillwright.session');
    await timeline.waitFor('.row:not(.is-model):has-text("tone_manual")', { timeout: 20_000 });
    await workbench.waitFor('.tab.active:has-text("rollout-a.jsonl")');
    await commands.executeCommand('vscode.openWith', other, 'skillwright.session');
    await until('the text', () => window.activeTextEditor?.document.uri.fsPath === other.fsPath);
    await commands.executeCommand('notifications.clearAll');
  });

  it('opens when its file is dropped onto the Runs view', async () => {
    const opened: string[] = [];
    const drop = sessionDrop(async (path) => void opened.push(path));
    const transfer = new DataTransfer();
    transfer.set('text/uri-list', new DataTransferItem(`${Uri.file(file)}\r\n`));
    const { token } = new CancellationTokenSource();
    assert.deepEqual(drop.dropMimeTypes, ['text/uri-list', 'files']);
    await drop.handleDrop?.(undefined, transfer, token);
    assert.deepEqual(opened, [file]);
    // A web address is not opened.
    transfer.set('text/uri-list', new DataTransferItem('https://example.com/a.jsonl'));
    await drop.handleDrop?.(undefined, transfer, token);
    assert.deepEqual(opened, [file]);
    await commands.executeCommand('notifications.clearAll');
  });

  it('opens from the explorer, and explains why a file is not a session', async function () {
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

  it('says the kind and the true place of a miss, and which files were never read that the skill tells to read', async function () {
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const wrong = inWorkspace('sessions/wrong-base.jsonl');
    const body = TEXT.replace('First read the tone manual.', 'Read `references/tone.md`. Read `references/forms.md`.');
    writeFileSync(wrong, sessionWith(body, inWorkspace(SKILL), ['/work/letters/references/tone.md']));
    await commands.executeCommand('skillwright.openSession', Uri.file(wrong));
    await timeline.click('.row:has-text("references/tone.md")');
    await timeline.waitFor('dd:has-text("path of the skill resolved in the workspace")');
    const facts = (await timeline.texts('dl.facts dd')).join('\n');
    assert.match(facts, /\/work\/letters\/references\/tone\.md/);
    assert.match(facts, /skills\/letter-demo\/references\/tone\.md/);
    await screenshotInThemes('session-miss-place', ['dark', 'light', 'contrast']);
    await setViewport(700, 860);
    await screenshot('session-miss-place-narrow');
    await setViewport(1400, 860);
    await timeline.click('.row:has-text("Instructed to read")');
    const note = (await timeline.texts('.row:has-text("Instructed to read")')).join(' ');
    assert.match(
      note,
      /0 of 2 read; references\/tone\.md missed at turn 2 and never read, references\/forms\.md never read/,
    );
    await screenshotInThemes('session-never-read', ['dark', 'light']);
    await setViewport(700, 860);
    await screenshot('session-never-read-narrow');
    await setViewport(1400, 860);
    rmSync(wrong);
  });

  it('suggests the next step if there are none', async function () {
    this.timeout(30_000);
    await settings.update('sessions.folders', { '/': false }, ConfigurationTarget.Global);
    await commands.executeCommand('workbench.action.closeQuickOpen');
    void commands.executeCommand('skillwright.openSession');
    await workbench.waitFor(`${widget} .monaco-list-row:has-text("Add Folder…")`, { timeout: 20_000 });
    await workbench.waitFor(`${widget} input[placeholder*="No sessions found"]`);
    await screenshot('session-list-empty');
    await press('Escape');
    await commands.executeCommand('skillwright.showSkillsInUse');
    const page = webview('main.runs-table');
    await page.waitFor('.foot:not(:has-text("not read"))');
    await page.click('.views button:has-text("Runs and Sessions")');
    await screenshot('skills-in-use-empty');
  });
});
