/** Renames: F2 on a path, and files renamed in the Explorer, including their references, in one undo step. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { commands, Selection, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { closeEditors } from '../harness/clean.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { focusEditor, needsWindow, open, press, screenshot, screenshotInThemes, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

/** The names of a test's skills. Each test has its own, because VS Code treats a recreated file as changed. */
let tea = '';
let milk = '';
let count = 0;
let files: Readonly<Record<string, string>> = {};

const skill = () => `renames/${tea}/SKILL.md`;
const front = (name: string) => `---\nname: ${name}\ndescription: Makes ${name}. Use it for that.\n---\n\n`;
const BODY =
  'Read [the rules](references/rules.md#water), then `references/rules.md`.\n\nFor green tea follow the brewing guide.\n';

const uriOf = (path: string) => Uri.file(inWorkspace(path));
/** Returns the current text of a document, saved or not. */
const textOf = async (path: string) => (await workspace.openTextDocument(uriOf(path))).getText();

async function createSkills(): Promise<void> {
  await closeEditors();
  count++;
  tea = `tea-${count}`;
  milk = `milk-${count}`;
  files = {
    [`renames/${tea}/SKILL.md`]: front(tea) + BODY,
    [`renames/${tea}/references/rules.md`]: '# Rules\n\n## Water\n\nRun `python scripts/boil.py`.\n',
    [`renames/${tea}/references/brewing-guide.md`]: '# Brewing\n',
    [`renames/${tea}/scripts/boil.py`]: 'print("see references/rules.md")\n',
    [`renames/${milk}/SKILL.md`]: `${front(milk)}After the \`${tea}\` skill: [rules](../${tea}/references/rules.md).\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(inWorkspace(path)), { recursive: true });
    writeFileSync(inWorkspace(path), text);
  }
}

/** Opens SKILL.md with the cursor in these words. */
async function placeCursorIn(words: string) {
  const editor = await window.showTextDocument(uriOf(skill()));
  const found = editor.document.getText().indexOf(words);
  assert.ok(found >= 0, `${words} in ${skill()}`);
  const at = editor.document.positionAt(found + 2);
  editor.selection = new Selection(at, at);
  return editor;
}

/** Returns the edit that the server would make, after waiting until it has read the skill. */
async function renameEdit(words: string, name: string): Promise<WorkspaceEdit> {
  return until('the edit of the rename', async () => {
    // A file changed on disk is reread with a delay.
    const { document, selection } = await placeCursorIn(words);
    const edit = await commands.executeCommand<WorkspaceEdit | undefined>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      selection.active,
      name,
    );
    return edit !== undefined && edit.size > 0 && edit;
  });
}

/** Focuses a file of `references` in the Explorer. */
async function focusInExplorer(name: string): Promise<void> {
  await commands.executeCommand('revealInExplorer', uriOf(`renames/${tea}/references/${name}`));
  await workbench.waitFor(
    `.explorer-folders-view .monaco-list:focus-within .monaco-list-row.focused:has-text("${name}")`,
  );
}

/** Waits for a message in the notification list, because VS Code shows no toasts in tests. */
const waitForMessage = (message: string) =>
  until(`the message "${message}"`, async () => {
    await commands.executeCommand('notifications.showList');
    const shown = await workbench.texts('.notifications-center .notification-list-item');
    return shown.join(' ').includes(message);
  });

describe('renames', () => {
  before(async function () {
    needsWindow(this);
    await skillwright();
    await workspace.getConfiguration('explorer').update('confirmUndo', 'light', true);
  });

  beforeEach(createSkills);

  after(closeEditors);

  it('F2 on a path in code renames the file and every reference to it', async () => {
    // The other skill's text was just written and is read with a delay.
    await until('the other skill', async () => {
      const plan = await renameEdit('`references', 'references/laws.md');
      return plan.entries().some(([uri]) => uri.path.endsWith(`${milk}/SKILL.md`));
    });
    await open('editor.action.rename', '.rename-box input', async () => {
      await placeCursorIn('`references');
      await focusEditor();
    });
    await screenshotInThemes('edit/rename-path-', ['light', 'dark']);
    await workbench.fill('.rename-box input', 'references/house-rules.md');
    await press('Enter');
    await until('the new file', () => existsSync(inWorkspace(`renames/${tea}/references/house-rules.md`)));
    assert.equal(existsSync(inWorkspace(`renames/${tea}/references/rules.md`)), false);
    await until('the new paths', async () => (await textOf(skill())).includes('`references/house-rules.md`'));
    assert.equal(
      await textOf(skill()),
      front(tea) + BODY.replaceAll('references/rules.md', 'references/house-rules.md'),
    );
    assert.match(await textOf(`renames/${milk}/SKILL.md`), /references\/house-rules\.md\)/);
    assert.equal(
      readFileSync(inWorkspace(`renames/${tea}/references/house-rules.md`), 'utf8'),
      files[`renames/${tea}/references/rules.md`],
    );
    // Scripts are not edited, only reported.
    await waitForMessage(`Update ${tea}/scripts/boil.py:1`);
    await screenshot('edit/rename-scripts');
    await commands.executeCommand('notifications.clearAll');
  });

  it('F2 renames a heading and a name', async () => {
    const anchor = await renameEdit('#water', 'Hot water');
    const described = anchor
      .entries()
      .map(([uri, edits]) => [uri.path.split('/').slice(-2).join('/'), edits.map(({ newText }) => newText)]);
    assert.deepEqual(Object.fromEntries(described), {
      'references/rules.md': ['Hot water'],
      [`${tea}/SKILL.md`]: ['hot-water'],
    });
    // The other skill's text was rewritten by the previous test and is reread with a delay.
    await until('the other skill', async () => {
      const name = await renameEdit(tea, 'coffee-maker');
      return name.entries().some(([uri]) => uri.path.endsWith(`${milk}/SKILL.md`));
    });
  });

  it('renaming a file in the Explorer updates its references, and one undo restores them', async () => {
    await renameEdit('`references', 'references/laws.md');
    await window.showTextDocument(uriOf(skill()));
    // The input box closes if the Explorer re-renders or something else takes the focus.
    await until('the new name', async () => {
      const box = '.explorer-item .monaco-inputbox input';
      await open('renameFile', box, () => focusInExplorer('rules.md'));
      await workbench.fill(box, 'house-rules.md', { timeout: 1_500 });
      await press('Enter');
      await workbench.waitForNone(box);
      return existsSync(inWorkspace(`renames/${tea}/references/house-rules.md`));
    });
    await until('the new paths', async () => (await textOf(skill())).includes('`references/house-rules.md`'));
    await until('the new file', () => existsSync(inWorkspace(`renames/${tea}/references/house-rules.md`)));
    assert.equal(existsSync(inWorkspace(`renames/${tea}/references/rules.md`)), false);
    assert.match(await textOf(`renames/${milk}/SKILL.md`), /house-rules/);
    await screenshot('edit/rename-explorer');
    await commands.executeCommand('notifications.clearAll');
    await focusInExplorer('house-rules.md');
    await commands.executeCommand('undo');
    await until('the old file', () => existsSync(inWorkspace(`renames/${tea}/references/rules.md`)));
    await until('the old paths', async () => (await textOf(skill())) === front(tea) + BODY);
    assert.equal(await textOf(`renames/${milk}/SKILL.md`), files[`renames/${milk}/SKILL.md`]);
  });

  it('previews changes to words that may refer to the file', async () => {
    await renameEdit('`references', 'references/laws.md');
    const edit = new WorkspaceEdit();
    edit.renameFile(uriOf(`renames/${tea}/references/brewing-guide.md`), uriOf(`renames/${tea}/references/green.md`));
    void workspace.applyEdit(edit);
    const row = '.panel .monaco-list-row:has-text("references/green.md")';
    await workbench.waitFor(row);
    await screenshotInThemes('edit/rename-preview-', ['dark', 'light']);
    await workbench.click(`${row} .edit-checkbox`);
    await workbench.click('.panel .monaco-button:has-text("Apply")');
    await until('the path behind the words', async () =>
      (await textOf(skill())).includes('the brewing guide (`references/green.md`).'),
    );
    await until('the new file', () => existsSync(inWorkspace(`renames/${tea}/references/green.md`)));
  });

  it('lists the references to a deleted file', async () => {
    await renameEdit('`references', 'references/laws.md');
    const edit = new WorkspaceEdit();
    edit.deleteFile(uriOf(`renames/${tea}/references/rules.md`));
    assert.ok(await workspace.applyEdit(edit));
    await waitForMessage(`Update ${tea}/SKILL.md:6`);
    await screenshot('edit/delete-told');
    assert.equal(await textOf(skill()), front(tea) + BODY);
    await commands.executeCommand('notifications.clearAll');
  });
});
