/** Completion in VS Code: paths in code, and frontmatter fields. */
import assert from 'node:assert/strict';
import {
  type CompletionItem,
  type CompletionList,
  commands,
  Position,
  Selection,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { closeEditors } from '../harness/clean.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  focusEditor,
  needsWindow,
  press,
  screenshot,
  screenshotInThemes,
  setViewport,
  type,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const ROWS = '.suggest-widget.visible .monaco-list-row';

/** Returns the completions at a position, those of this extension and of others. */
async function completionsAt(document: TextDocument, position: Position): Promise<readonly CompletionItem[]> {
  const list = await commands.executeCommand<CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  return list.items;
}

describe('completion in a skill', () => {
  const file = inWorkspace('skills/csv-summary/SKILL.md');
  let document: TextDocument;

  before(async () => {
    await skillwright();
  });
  beforeEach(async () => {
    document = await workspace.openTextDocument(file);
    await window.showTextDocument(document);
  });
  afterEach(closeEditors);
  after(() => setViewport(1280, 800));

  /** Appends text to the document and moves the cursor to its end. */
  async function appendText(text: string): Promise<void> {
    const editor = window.activeTextEditor;
    assert.ok(editor);
    await editor.edit((edit) => edit.insert(document.lineAt(document.lineCount - 1).range.end, text));
    const end = document.lineAt(document.lineCount - 1).range.end;
    editor.selection = new Selection(end, end);
    editor.revealRange(new Selection(end, end));
  }

  it('offers bundled files when a code span starts, and inserts the chosen path', async function () {
    needsWindow(this);
    await appendText('\n\nRead ');
    await focusEditor();
    await type('`');
    await workbench.waitFor(ROWS);
    await type('what');
    // Until the list is filtered, another file is first.
    await workbench.waitFor(`${ROWS}.focused:has-text("what-to-look-for.md")`);
    await press('Control+Space');
    await workbench.waitFor('.suggest-details-container');
    await screenshotInThemes('edit/completion-path-', ['dark', 'light', 'contrast']);
    await press('Enter');
    await until('the path', () => document.getText().trimEnd().endsWith('Read `references/what-to-look-for.md'));
  });

  it('offers frontmatter fields with their documentation', async function () {
    needsWindow(this);
    const editor = window.activeTextEditor;
    assert.ok(editor);
    await editor.edit((edit) => edit.insert(new Position(1, 0), '\n'));
    editor.selection = new Selection(new Position(1, 0), new Position(1, 0));
    await focusEditor();
    await commands.executeCommand('editor.action.triggerSuggest');
    await until('the fields', async () => (await workbench.texts(ROWS)).some((row) => row.includes('allowed-tools')));
    await type('allowed');
    await until('the fields of that name', async () => {
      const rows = await workbench.texts(ROWS);
      return rows.length > 0 && rows.length < 5;
    });
    await setViewport(1000, 700);
    await screenshot('edit/completion-field');
  });

  it('offers each path once, in links and in code', async () => {
    for (const text of [
      '\n\n[it](',
      '\n\n[it](references/',
      '\n\n`references/',
      '\n\n[it](references/what-to-look-for.md#',
    ]) {
      await appendText(text);
      const end = document.lineAt(document.lineCount - 1).range.end;
      const items = await until(`what is offered in ${text.trim()}`, async () => {
        const now = await completionsAt(document, end);
        return now.length > 0 && now;
      });
      const words = items.map(({ insertText, label }) => String(insertText ?? label));
      assert.deepEqual(words, [...new Set(words)], text);
      await commands.executeCommand('workbench.action.files.revert');
    }
  });
});
