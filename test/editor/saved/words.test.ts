/** Misses of the last run at the words of SKILL.md: diagnostics, code lenses, and links to the timeline rows. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type CodeAction,
  type CodeLens,
  commands,
  languages,
  Position,
  Range,
  Selection,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { settledRun, timeline, waitForElement } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshot, screenshotAt, screenshotInThemes, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = 'skills/changelog-demo/SKILL.md';
const TEXT = `---
name: changelog-demo
description: Writes a changelog. Use when the user asks for one.
---

# Changelog

First read the tone manual.
Then write one line for each change.
`;
const uri = () => Uri.file(inWorkspace(SKILL));
const misses = () => languages.getDiagnostics(uri()).filter(({ source }) => source === 'skillwright run');
const lenses = async () =>
  ((await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri())) ?? []).filter(({ command }) =>
    command?.title.includes('in the last run'),
  );

describe('misses in the editor', () => {
  let journal = '';

  before(async function () {
    needsWindow(this);
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
    await workspace.fs.createDirectory(Uri.file(inWorkspace('skills/changelog-demo/references')));
    writeFileSync(inWorkspace('skills/changelog-demo/references/tone.md'), '# Tone\n');
    writeFileSync(inWorkspace(SKILL), TEXT);
    journal = await settledRun('Write it', 'simulated/stubborn', 'skills/changelog-demo');
  });

  it('mark the words that provoked them, and name the model as simulated', async () => {
    // Misses are shown while the run is active.
    const [found] = await until('all misses', () => /3 misses/.test(misses()[0]?.message ?? '') && misses());
    const document = await workspace.openTextDocument(uri());
    assert.equal(document.getText(found?.range), 'the tone manual');
    assert.match(found?.message ?? '', /the simulated model requested references\/tone_manual\.md/);
    assert.match(found?.message ?? '', /3 misses in the last run/);
  });

  it('are counted by a code lens above their line, which opens their rows one after the other', async () => {
    await window.showTextDocument(uri());
    const [lens] = await until('the lens', async () => (await lenses()).length > 0 && (await lenses()));
    assert.equal(lens?.range.start.line, 7);
    assert.equal(lens?.command?.title, '3 misses in the last run (simulated) · show');
    await workbench.waitFor('.codelens-decoration a:has-text("3 misses in the last run")');
    await screenshotInThemes('saved/words-', ['dark', 'light', 'contrast']);
    await workbench.click('.codelens-decoration a:has-text("3 misses in the last run")');
    const selected = () => timeline.evaluate<string>('document.querySelector(".row.selected").textContent');
    await waitForElement('.row.selected.s-miss');
    const first = await until('the miss', async () => /tone_manual/.test(await selected()) && selected());
    const at = () =>
      timeline.evaluate<number>('Number(document.querySelector(".row.selected").getAttribute("aria-rowindex"))');
    const place = await at();
    await screenshot('saved/rows');
    await commands.executeCommand(lens.command?.command ?? '', ...(lens.command?.arguments ?? []));
    await until('the next miss', async () => (await at()) > place);
    assert.match(first, /load_skill_resource/);
    await screenshotAt(500, 800, 'saved/rows-narrow');
  });

  it('offer the fix and a link to the rows, as code actions and as a command', async () => {
    const [found] = misses();
    assert.ok(found);
    const actions = await commands.executeCommand<CodeAction[]>('vscode.executeCodeActionProvider', uri(), found.range);
    const titles = actions.map(({ title }) => title);
    assert.ok(titles.includes('Show 3 misses in the timeline'), titles.join('\n'));
    assert.ok(
      titles.some((title) => title.includes('references/tone.md')),
      titles.join('\n'),
    );
    await commands.executeCommand('workbench.action.closeAllEditors');
    const editor = await window.showTextDocument(uri());
    editor.selection = new Selection(new Position(7, 2), new Position(7, 2));
    await commands.executeCommand('skillwright.showInTimeline');
    await waitForElement('.row.selected.s-miss');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are located from the timeline after their words were moved, edited or deleted', async () => {
    const { show } = await skillwright();
    await window.showTextDocument(uri());
    show(journal);
    await waitForElement('.cause-line');
    const selected = () => window.activeTextEditor?.document.getText(window.activeTextEditor.selection);
    const line = () => window.activeTextEditor?.selection.start.line;
    await timeline.click('.row:has-text("Guard: same path")');
    /** Waits until the details contain this text, and follows the link of the cause. */
    const follow = async (expected: RegExp) => {
      await until('the details', async () => expected.test((await timeline.texts('.details')).join(' ')));
      await timeline.click('.cause-line .link');
    };
    const apply = (change: (edit: WorkspaceEdit) => void) => {
      const edit = new WorkspaceEdit();
      change(edit);
      return workspace.applyEdit(edit);
    };
    await apply((edit) => edit.insert(uri(), new Position(6, 0), 'A line before.\nAnd another one.\n'));
    await follow(/changelog-demo\/SKILL\.md:10/);
    await until('the moved words', () => line() === 9 && selected() === 'the tone manual');
    assert.doesNotMatch((await timeline.texts('.details')).join(' '), /changed|edited/);
    await screenshot('saved/cause-moved');
    await apply((edit) => edit.insert(uri(), new Position(9, 26), ' (`references/tone.md`)'));
    await follow(/This line has changed/);
    await until('the words of the edited line', () => line() === 9 && selected() === 'the tone manual');
    await screenshot('saved/cause-edited');
    await apply((edit) => edit.delete(uri(), new Range(9, 0, 10, 0)));
    await follow(/no longer in the file/);
    await until('the place where they stood', () => line() === 7 && selected() === '');
    await until('what is said', async () => {
      // VS Code shows no toasts in tests; the message is in the notification list.
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts('.notifications-center')).join(' ').includes('no longer in this file');
    });
    await screenshot('saved/cause-gone');
    await commands.executeCommand('notifications.clearAll');
    // The window may have saved the document.
    await apply((edit) => edit.replace(uri(), new Range(0, 0, 100, 0), TEXT));
    await until('the fix again', async () => /Apply Fix/.test((await timeline.texts('.details')).join(' ')));
    await workspace.saveAll();
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('move with their line, disappear when it changes, and reappear when that is undone', async () => {
    const editor = await window.showTextDocument(uri());
    await editor.edit((edit) => edit.insert(new Position(6, 0), 'A line before.\n'));
    await until('the moved words', () => misses()[0]?.range.start.line === 8);
    // Next to the words, like the quick fix.
    await editor.edit((edit) => edit.insert(new Position(8, 26), ' (`references/tone.md`)'));
    await until('no diagnostic', () => misses().length === 0);
    assert.deepEqual(await lenses(), []);
    await commands.executeCommand('undo');
    await until('the diagnostic again', () => misses().length === 1);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('follow changes by other programs', async () => {
    writeFileSync(inWorkspace(SKILL), TEXT.replace('the tone manual', '`references/tone.md`'));
    await until('no diagnostic', () => misses().length === 0);
    writeFileSync(inWorkspace(SKILL), TEXT);
    await until('the diagnostic again', () => misses().length === 1);
  });

  it('are shown along with successful requests, with links from the lane to the words and back by the lens', async () => {
    writeFileSync(inWorkspace(SKILL), TEXT.replace('the tone manual', '`references/tone.md`'));
    const { show } = await skillwright();
    const second = await settledRun('Read it', 'simulated/weak', 'skills/changelog-demo');
    await commands.executeCommand('workbench.action.closeAllEditors');
    show(second);
    await waitForElement('.lane .m-read');
    await timeline.click('.lane .m-read');
    const editor = await until('the words', () => {
      const active = window.activeTextEditor;
      return active?.document.getText(active.selection) === 'references/tone.md' && active;
    });
    assert.equal(editor.document.uri.fsPath, uri().fsPath);
    const lens = await until('the lens', async () =>
      (await lenses()).find(({ command }) => command?.title === 'requested once in the last run (simulated) · show'),
    );
    assert.equal(lens.range.start.line, 7);
    await screenshot('saved/read-lens');
    await commands.executeCommand(lens.command?.command ?? '', ...(lens.command?.arguments ?? []));
    await waitForElement('.row.selected:has-text("references/tone.md")');
    const { library, remove } = await skillwright();
    void remove((await library.list()).filter(({ run }) => run.journal === second));
    writeFileSync(inWorkspace(SKILL), TEXT);
    await until('the diagnostic again', () => misses().length === 1);
  });

  it('disappear with their run', async () => {
    const { library, remove } = await skillwright();
    assert.ok(readFileSync(journal, 'utf8').includes('"guard"'));
    void remove((await library.list()).filter(({ run }) => run.journal === journal));
    await until('no diagnostic', () => misses().length === 0);
    await commands.executeCommand('skillwright.runs.undoDelete');
    await until('the diagnostic again', () => misses().length === 1);
  });
});
