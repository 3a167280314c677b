/** Created files open in an editor, and renamed files are found under their new names. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type CodeAction,
  CodeActionKind,
  commands,
  Range,
  TabInputText,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { closeEditors } from '../harness/clean.ts';
import { codeOf, diagnosticsOf, inWorkspace, skillwright } from '../harness/skills.ts';
import { chooseAction, focusEditor, needsWindow, press, screenshot, type, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SKILL = 'library/mail-sorter/SKILL.md';
const KIND = CodeActionKind.QuickFix.append('skillwright').value;

function write(path: string, text: string): void {
  mkdirSync(dirname(inWorkspace(path)), { recursive: true });
  writeFileSync(inWorkspace(path), text);
}

const missing = () => diagnosticsOf(inWorkspace(SKILL)).find((one) => codeOf(one) === 'reference.missing');

/** Waits for fixes of the missing path and returns them. */
async function fixes(): Promise<readonly CodeAction[]> {
  const uri = Uri.file(inWorkspace(SKILL));
  return until('the fixes', async () => {
    const finding = missing();
    if (finding === undefined) return false;
    const actions = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      finding.range,
      KIND,
    );
    return actions.length > 0 && actions;
  });
}

/** Returns the path of the active tab, and true if the tab is permanent. */
function activeTab(): { path: string; pinned: boolean } | undefined {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  return tab?.input instanceof TabInputText ? { path: tab.input.uri.fsPath, pinned: !tab.isPreview } : undefined;
}

describe('files that are created or renamed', () => {
  before(async function () {
    needsWindow(this);
    await skillwright();
    const front = '---\nname: mail-sorter\ndescription: Sorts mail. Use it for mail.\n---\n\n';
    write(SKILL, `${front}Read \`references/rules.md\` first.\n`);
    write('library/mail-sorter/references/rules.md', '# Rules\n');
    for (const name of ['one', 'two', 'three', 'four'])
      write(`library/${name}/SKILL.md`, `---\nname: ${name}\ndescription: Does it. Use it for that.\n---\n\nDo it.\n`);
    await window.showTextDocument(Uri.file(inWorkspace(SKILL)));
  });

  afterEach(closeEditors);

  it('the first fix after renaming a bundled file in the Explorer points to the new name', async () => {
    const edit = new WorkspaceEdit();
    const at = (name: string) => Uri.file(inWorkspace('library/mail-sorter/references', name));
    edit.renameFile(at('rules.md'), at('what-goes-where.md'));
    assert.ok(await workspace.applyEdit(edit));
    // The path was updated. If the old one is restored, for example by an undo of this text only, a fix offers the new one.
    const document = await workspace.openTextDocument(Uri.file(inWorkspace(SKILL)));
    await until('the new path', () => document.getText().includes('what-goes-where.md'));
    const back = new WorkspaceEdit();
    const start = document.getText().indexOf('what-goes-where.md');
    back.replace(
      document.uri,
      new Range(document.positionAt(start), document.positionAt(start + 'what-goes-where.md'.length)),
      'rules.md',
    );
    assert.ok(await workspace.applyEdit(back));
    assert.ok(await document.save());
    const titles = await until('the new name', async () => {
      const now = await fixes();
      return /what-goes-where/.test(now[0]?.title ?? '') && now;
    });
    assert.deepEqual(
      titles.map(({ title }) => title),
      ['Change to references/what-goes-where.md', 'Create references/rules.md'],
    );
    const finding = missing();
    assert.match(
      finding?.message ?? '',
      /^The skill has no file `references\/rules\.md`\. Its new name is `references\/what-goes-where\.md`\./,
    );
  });

  it('a file created by a fix opens in a permanent tab', async () => {
    const editor = await window.showTextDocument(Uri.file(inWorkspace(SKILL)));
    const finding = missing();
    assert.ok(finding);
    const { Selection } = await import('vscode');
    editor.selection = new Selection(finding.range.start, finding.range.start);
    await chooseAction('editor.action.quickFix', 'Create references/rules.md', {
      onOpen: () => screenshot('edit/create-fix'),
    });
    const created = inWorkspace('library/mail-sorter/references/rules.md');
    await until('the new file', () => activeTab()?.path === created);
    assert.deepEqual(activeTab(), { path: created, pinned: true });
  });

  it('a new skill is created next to the others, and opens with its first placeholder selected', async () => {
    void commands.executeCommand('skillwright.newSkill');
    await workbench.waitFor('.quick-input-list .monaco-list-row:has-text("library")');
    const rows = await workbench.texts('.quick-input-list .monaco-list-row');
    // The examples have seven skills with faults, the library five; other tests create further ones next to the examples.
    const shown = rows.map((row) => row.replace(/\s+/g, ''));
    for (const row of ['faults7skills', 'library5skills']) assert.ok(shown.includes(row), shown.join(', '));
    const counts = shown.flatMap((row) => /\d+(?=skills?$)/.exec(row)?.[0] ?? []).map(Number);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    );
    await screenshot('edit/new-skill');
    await type('library');
    await press('Enter');
    await workbench.waitFor('.quick-input-widget:has-text("Name of the skill and its folder")');
    await type('Tea Maker');
    await workbench.waitFor('.quick-input-message:has-text("The skill will be named tea-maker")');
    await screenshot('edit/new-skill-name');
    await press('Enter');
    await workbench.waitFor('.quick-input-widget:has-text("Description: what the skill does")');
    await type('Makes tea. Use it for tea.');
    await press('Enter');
    const file = inWorkspace('library/tea-maker/SKILL.md');
    await until('the new skill', () => activeTab()?.path === file);
    assert.equal(activeTab()?.pinned, true);
    const editor = await until(
      'its editor',
      () => window.activeTextEditor?.document.uri.fsPath === file && window.activeTextEditor,
    );
    assert.equal(editor.document.getText(editor.selection), 'Say what the agent does first.');
    await screenshot('edit/new-skill-opened');
    await focusEditor();
    await type('Boil water.');
    await until('the first step', () => /^1\. Boil water\.$/m.test(editor.document.getText()));
  });
});
