/** Editor features on request: fixes on save, sections moved to files, colors, inlay hints, symbols. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  ConfigurationTarget,
  commands,
  type DocumentSymbol,
  Position,
  Selection,
  type SymbolInformation,
  type TextEditor,
  Uri,
  window,
  workspace,
} from 'vscode';
import { closeEditors } from '../harness/clean.ts';
import { codeOf, diagnosticsOf, inWorkspace, skillwright } from '../harness/skills.ts';
import {
  chooseAction,
  focusEditor,
  needsWindow,
  press,
  screenshot,
  screenshotAt,
  screenshotInThemes,
  setTheme,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const FILES = {
  'references/rates.md': '# Rates\n\n## EU\n\nA table.\n',
  'references/tone.md': '# Tone\n',
  'scripts/total.py': 'print(1)\n',
  'SKILL.md': `---
name: price-notes
description: Writes notes on prices. Use it for prices.
allowed-tools: Read Bash(python:*)
---

# Price notes

Read [the rates](references/Rates.md#eu) first, then \`references/tone.md\`.
Run \`python scripts/total.py\`, and use the \`csv-summary\` skill for tables.

## Discounts

See [the rates](references/rates.md) and [the list of countries](references/countries.md#alps).

## Steps

1. Look a price up, with [discounts](#discounts).
2. For the wording, see the wording guide.
`,
};
const path = (name: string): string => inWorkspace('skills/price-notes', name);
const onDisk = (name: string): string => readFileSync(path(name), 'utf8');

async function openSkill(): Promise<TextEditor> {
  return window.showTextDocument(Uri.file(path('SKILL.md')));
}

async function at(words: string): Promise<TextEditor> {
  const editor = await openSkill();
  const offset = editor.document.getText().indexOf(words);
  assert.ok(offset >= 0, `SKILL.md contains ${words}`);
  const position = editor.document.positionAt(offset);
  editor.selection = new Selection(position, position);
  return editor;
}

async function focusAt(words: string): Promise<void> {
  await at(words);
  await focusEditor();
}

describe('code actions and semantic tokens', () => {
  before(async () => {
    await skillwright();
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
    }
    await openSkill();
    await until('the findings', () => diagnosticsOf(path('SKILL.md')).some((one) => codeOf(one) === 'reference.case'));
  });
  after(async () => {
    await closeEditors();
    rmSync(inWorkspace('skills/price-notes'), { recursive: true, force: true });
  });

  it('colors paths, names and words by their targets, in every theme', async function () {
    needsWindow(this);
    await at('# Price');
    const colors = async (words: string) =>
      workbench.evaluate<string | undefined>(
        `(() => { const one = [...document.querySelectorAll('.view-line span span')].find((one) => one.textContent === ${JSON.stringify(words)}); return one && getComputedStyle(one).color; })()`,
      );
    for (const theme of ['dark', 'light', 'contrast'] as const) {
      await setTheme(theme);
      await until(`colors of ${theme}`, async () => {
        const [existing, missing, skill] = [
          await colors('references/tone.md'),
          await colors('references/countries.md'),
          await colors('csv-summary'),
        ];
        return existing !== undefined && missing !== undefined && skill !== undefined && existing !== missing;
      });
      await screenshot(`edit/semantic-${theme}`);
    }
    await setTheme('dark');
  });

  it('shows the cost of loading a path after it, if enabled', async function () {
    needsWindow(this);
    const hints = () =>
      workbench.evaluate<boolean>(`document.querySelector('.view-lines')?.textContent.includes('tokens')`);
    assert.equal(await hints(), false);
    const settings = workspace.getConfiguration('skillwright');
    await settings.update('inlayHints.tokens', true, ConfigurationTarget.Workspace);
    await until('hints', hints);
    await screenshotInThemes('edit/inlay-hints-', ['light', 'dark']);
    await screenshotAt(700, 700, 'edit/inlay-hints-narrow');
    await settings.update('inlayHints.tokens', undefined, ConfigurationTarget.Workspace);
    await until('no hints', async () => !(await hints()));
  });

  it('does not duplicate what VS Code lists itself', async () => {
    const editor = await openSkill();
    const names = (symbols: readonly (DocumentSymbol | SymbolInformation)[]): string[] =>
      symbols.flatMap((one) => [one.name, ...('children' in one ? names(one.children) : [])]);
    const outline = await commands.executeCommand<DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      editor.document.uri,
    );
    assert.equal(names(outline).filter((name) => name.includes('Discounts')).length, 1);
    const found = await until('the skill', async () => {
      const all = await commands.executeCommand<SymbolInformation[]>(
        'vscode.executeWorkspaceSymbolProvider',
        'price-notes',
      );
      return all.some(({ name }) => name === 'price-notes') && all;
    });
    assert.equal(found.filter(({ name }) => name === 'price-notes').length, 1);
    const files = await commands.executeCommand<SymbolInformation[]>(
      'vscode.executeWorkspaceSymbolProvider',
      'total.py',
    );
    assert.deepEqual(
      files.map(({ name, containerName }) => [name, containerName]),
      [['scripts/total.py', 'price-notes']],
    );
    const sections = await commands.executeCommand<SymbolInformation[]>(
      'vscode.executeWorkspaceSymbolProvider',
      'Discounts',
    );
    assert.equal(sections.filter(({ location }) => location.uri.fsPath === path('SKILL.md')).length, 1);
  });

  it('creates a missing file with the title and the heading that its link names', async function () {
    needsWindow(this);
    // The new file changes the diagnostics, and thus the actions, while the chosen action is still running.
    const slow = workspace.onWillSaveTextDocument(({ document, waitUntil }) => {
      if (document.fileName.endsWith('countries.md'))
        waitUntil(new Promise<void>((resolve) => setTimeout(resolve, 1_200)));
    });
    let titles: readonly string[] = [];
    await chooseAction('editor.action.quickFix', 'Create references/countries.md', {
      ready: () => focusAt('references/countries.md'),
      onOpen: async () => {
        titles = await workbench.texts('.action-widget .monaco-list-row');
        await screenshot('edit/actions-quick-fix');
      },
    });
    assert.ok(titles.some((title) => title.includes('Suppress reference.missing')));
    await until(
      'the file',
      () => existsSync(path('references/countries.md')) && onDisk('references/countries.md') !== '',
    );
    assert.equal(onDisk('references/countries.md'), '# The list of countries\n\n## Alps\n');
    // The file opens shortly after it was written.
    await until('the file in the editor', () => window.activeTextEditor?.document.fileName.endsWith('countries.md'));
    slow.dispose();
  });

  it('moves a section into a file, which one undo reverts', async function () {
    needsWindow(this);
    const before = (await at('## Discounts')).document.getText();
    const moved = path('references/discounts.md');
    const fileExists = (): boolean => existsSync(moved) && readFileSync(moved, 'utf8') !== '';
    await chooseAction('editor.action.refactor', 'Move the section', {
      ready: () => focusAt('## Discounts'),
      onOpen: () => screenshot('edit/actions-refactor'),
    });
    await until('the file', fileExists);
    assert.equal(
      readFileSync(moved, 'utf8'),
      '# Discounts\n\nSee [the rates](rates.md) and [the list of countries](countries.md#alps).\n',
    );
    const editor = await openSkill();
    const after = before
      .replace(/## Discounts\n\n.*\n/, '## Discounts\n\nSee [Discounts](references/discounts.md).\n')
      .replace('(#discounts)', '(references/discounts.md#discounts)');
    await until('the path', () => editor.document.getText() === after);
    await screenshot('edit/actions-moved');
    await focusEditor();
    await commands.executeCommand('undo');
    await until('the prompt, or the original text', async () => {
      // VS Code may ask about undoing the change in all files.
      if (await workbench.evaluate<boolean>(`document.querySelector('.monaco-dialog-box') !== null`))
        await press('Enter');
      return editor.document.getText() === before;
    });
  });

  it('applies only safe fixes on save', async () => {
    const editor = await openSkill();
    const scope = { languageId: 'skill', uri: editor.document.uri };
    const settings = workspace.getConfiguration('editor', scope);
    const onSave = { 'source.fixAll.skillwright': 'explicit' };
    await settings.update('codeActionsOnSave', onSave, ConfigurationTarget.Workspace);
    try {
      assert.ok(editor.document.getText().includes('references/Rates.md#eu'));
      await until('the fix', async () => {
        // An unchanged text is not saved again.
        await editor.edit((edit) => edit.insert(new Position(editor.document.lineCount, 0), '\nThe end.\n'));
        const before = editor.document.getText();
        await editor.document.save();
        return onDisk('SKILL.md') === before.replace('references/Rates.md#eu', 'references/rates.md#eu');
      });
    } finally {
      await settings.update('codeActionsOnSave', undefined, ConfigurationTarget.Workspace);
    }
  });
});
