/** Files dropped and pasted into a skill's document: one edit in the form of its context, which one undo reverts. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { commands, Position, Range, Selection, type TextEditor, Uri, window, workspace } from 'vscode';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { focusEditor, needsWindow, screenshot, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = 'skills/dropped';
const TEXT =
  '---\nname: dropped\ndescription: Takes files. Use it for files.\n---\n\nRead  first.\n\n```sh\npython \n```\n';
const PROSE = new Position(5, 5);
const FENCE = new Position(8, 7);
/** The smallest valid PNG image. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function openSkill(text = TEXT): Promise<TextEditor> {
  const file = inWorkspace(SKILL, 'SKILL.md');
  const document = await workspace.openTextDocument(Uri.file(file));
  const editor = await window.showTextDocument(document);
  const all = new Range(0, 0, document.lineCount, 0);
  if (document.getText() !== text) await editor.edit((edit) => edit.replace(all, text));
  return editor;
}

/** Dispatches an event with data at the cursor in VS Code's window. `fill` is JavaScript that fills `data`. */
async function dispatchTransfer(kind: 'drop' | 'paste', fill: string, editor: TextEditor, at: Position): Promise<void> {
  // The button of the previous drop disappears when the cursor leaves its text.
  const top = new Position(0, 0);
  editor.selection = new Selection(top, top);
  await workbench.waitForNone('.post-edit-widget');
  editor.selection = new Selection(at, at);
  await focusEditor();
  await until('the cursor', () => editor.selection.active.isEqual(at));
  // Rendering lags behind, and the event is dispatched at the visible cursor.
  let stableCount = 0;
  let last = '';
  await until('the drawn cursor at rest', async () => {
    const now = await workbench.evaluate<string>(`(() => {
      const { left, top } = document.querySelector('.editor-instance .cursors-layer .cursor')?.getBoundingClientRect() ?? {};
      const line = document.querySelector('.editor-instance .line-numbers.active-line-number')?.textContent;
      return [line, left, top].join(' ');
    })()`);
    stableCount = now === last && now.startsWith(`${at.line + 1} `) ? stableCount + 1 : 0;
    last = now;
    return stableCount > 5;
  });
  await until('the cursor in the window', async () =>
    workbench.evaluate<boolean>(`(() => {
      const cursor = document.querySelector('.editor-instance .cursors-layer .cursor');
      if (cursor === null || cursor.getBoundingClientRect().height === 0) return false;
      const data = new DataTransfer();
      ${fill};
      const { left, top } = cursor.getBoundingClientRect();
      const common = { bubbles: true, cancelable: true, composed: true };
      const event = ${
        kind === 'drop'
          ? "new DragEvent('drop', { ...common, dataTransfer: data, clientX: left, clientY: top + 4 })"
          : "new ClipboardEvent('paste', { ...common, clipboardData: data })"
      };
      const target = ${kind === 'drop' ? 'document.elementFromPoint(left + 1, top + 4)' : 'document.activeElement'};
      target.dispatchEvent(event);
      return true;
    })()`),
  );
}

/** Returns JavaScript that adds a URI as the Explorer of a remote window provides it. */
const uris = (path: string) =>
  `data.setData('text/uri-list', 'vscode-remote://' + location.host + ${JSON.stringify(Uri.file(path).path)})`;
const image = `data.items.add(new File([Uint8Array.from(atob('${PNG}'), (one) => one.charCodeAt(0))], 'image.png', { type: 'image/png' }))`;

/**
 * Waits until VS Code has completed a drop or a paste and offers its alternatives. Until then, an undo reverts only the
 * text, because the file is written afterwards and merged into the undo stack last.
 */
const waitForCompletion = (): Promise<void> => workbench.waitFor('.post-edit-widget');

async function expectLine(editor: TextEditor, expected: string): Promise<void> {
  try {
    await until(expected, () => editor.document.getText().split('\n').includes(expected));
  } catch (error) {
    throw new Error(`${String(error)}; there was:\n${editor.document.getText()}`);
  }
}

describe('files dropped and pasted into a skill', () => {
  before(async function () {
    needsWindow(this);
    await skillwright();
    mkdirSync(inWorkspace(SKILL, 'references'), { recursive: true });
    mkdirSync(inWorkspace(SKILL, 'scripts'), { recursive: true });
    writeFileSync(inWorkspace(SKILL, 'SKILL.md'), TEXT);
    writeFileSync(inWorkspace(SKILL, 'references/guide.md'), '# The guide\n');
    writeFileSync(inWorkspace(SKILL, 'scripts/run.py'), 'print(1)\n');
    writeFileSync(join(homedir(), 'elsewhere.csv'), 'a,b\n');
  });

  after(async () => {
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('inserts the path of a bundled file in the form of its context', async () => {
    const editor = await openSkill();
    await dispatchTransfer('drop', uris(inWorkspace(SKILL, 'references/guide.md')), editor, PROSE);
    await expectLine(editor, 'Read `references/guide.md` first.');
    await screenshot('drop/path');
    await dispatchTransfer('drop', uris(inWorkspace(SKILL, 'scripts/run.py')), editor, FENCE);
    await expectLine(editor, 'python scripts/run.py');
  });

  it('copies a file from elsewhere into the folder for its type, and undoes both in one step', async () => {
    const editor = await openSkill();
    const copy = inWorkspace(SKILL, 'assets/elsewhere.csv');
    await dispatchTransfer('drop', uris(join(homedir(), 'elsewhere.csv')), editor, PROSE);
    await expectLine(editor, 'Read `assets/elsewhere.csv` first.');
    await waitForCompletion();
    assert.equal(readFileSync(copy, 'utf8'), 'a,b\n');
    assert.equal(editor.document.getText().match(/elsewhere/g)?.length, 1, 'nothing twice');
    await screenshot('drop/copied');
    await focusEditor();
    await commands.executeCommand('undo');
    await until('the text as it was', () => editor.document.getText() === TEXT);
    await until('no copy', () => !existsSync(copy));
  });

  it('saves a pasted image under an unused name', async () => {
    const editor = await openSkill();
    mkdirSync(inWorkspace(SKILL, 'assets'), { recursive: true });
    writeFileSync(inWorkspace(SKILL, 'assets/image.png'), 'taken');
    await dispatchTransfer('paste', image, editor, PROSE);
    await expectLine(editor, 'Read ![image 2](assets/image-2.png) first.');
    await waitForCompletion();
    assert.equal(readFileSync(inWorkspace(SKILL, 'assets/image-2.png')).toString('base64'), PNG);
    assert.equal(readFileSync(inWorkspace(SKILL, 'assets/image.png'), 'utf8'), 'taken');
    await screenshot('drop/image');
    await focusEditor();
    await commands.executeCommand('undo');
    await until('the text as it was', () => editor.document.getText() === TEXT);
    await until('no image', () => !existsSync(inWorkspace(SKILL, 'assets/image-2.png')));
  });

  it('leaves Markdown outside skills to VS Code', async () => {
    const plain = inWorkspace('plain.md');
    writeFileSync(plain, 'See  here.\n');
    const editor = await window.showTextDocument(await workspace.openTextDocument(Uri.file(plain)));
    await dispatchTransfer('drop', uris(inWorkspace(SKILL, 'scripts/run.py')), editor, new Position(0, 4));
    await expectLine(editor, 'See [text](skills/dropped/scripts/run.py) here.');
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
