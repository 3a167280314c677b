/** Findings and fixes in the editor while the user types. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  commands,
  Position,
  type Range,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { codeOf, diagnosticsOf, inWorkspace, skillwright, untilCodes } from '../harness/skills.ts';
import {
  canDriveWindow,
  focusEditor,
  open,
  press,
  screenshot,
  setTheme,
  takesPictures,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

async function openDocument(file: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument(file);
  await window.showTextDocument(document);
  return document;
}

async function fixes(document: TextDocument, range: Range): Promise<readonly CodeAction[]> {
  const kind = CodeActionKind.QuickFix.append('skillwright').value;
  return commands.executeCommand<CodeAction[]>('vscode.executeCodeActionProvider', document.uri, range, kind);
}

describe('editing a skill', () => {
  before(() => skillwright());

  it('underlines only the words that make a model guess', async () => {
    const document = await openDocument(inWorkspace('skills/release-writer/SKILL.md'));
    const diagnostics = await until('a guess', () => {
      const now = diagnosticsOf(document.fileName).filter((one) => codeOf(one) === 'reference.guessable');
      return now.length > 0 && now;
    });
    const words = diagnostics.map((one) => document.getText(one.range));
    assert.ok(words.includes('the user guide'), `the words underlined are: ${words.join(' | ')}`);
  });

  it('offers a fix that inserts the path into the sentence and resolves the finding', async () => {
    const document = await openDocument(inWorkspace('skills/release-writer/SKILL.md'));
    const guess = await until('the guess', () =>
      diagnosticsOf(document.fileName).find((one) => document.getText(one.range) === 'the user guide'),
    );
    const fix = await until('the fix', async () =>
      (await fixes(document, guess.range)).find(({ title }) => title.includes('references/guide.md')),
    );
    if (canDriveWindow && takesPictures) await problemsWithFix(guess.range);
    assert.ok(fix.edit && (await workspace.applyEdit(fix.edit)));
    await until('the guess to be gone', () =>
      diagnosticsOf(document.fileName).every((one) => document.getText(one.range) !== 'the user guide'),
    );
    assert.match(document.getText(), /the user guide.{0,4}`?references\/guide\.md/);
    await commands.executeCommand('workbench.action.files.revert');
  });

  it('updates while the user types, without saving', async () => {
    const file = inWorkspace('skills/csv-summary/SKILL.md');
    const document = await openDocument(file);
    await untilCodes(file, []);
    const edit = new WorkspaceEdit();
    edit.insert(
      document.uri,
      document.lineAt(document.lineCount - 1).range.end,
      '\n\nRead `references/nothing-here.md` first.\n',
    );
    await workspace.applyEdit(edit);
    const [missing] = await untilCodes(file, ['reference.missing']);
    assert.equal(document.getText(missing?.range), 'references/nothing-here.md');
    await commands.executeCommand('workbench.action.files.revert');
    await untilCodes(file, []);
  });

  it('updates when files are created and deleted on disk', async () => {
    const file = inWorkspace('faults/photo-shrinker/SKILL.md');
    const document = await openDocument(file);
    const before = await until('the missing script', () => {
      const now = diagnosticsOf(file).filter((one) => codeOf(one) === 'reference.missing');
      return now.length > 0 && now;
    });
    const target = document.getText(before[0]?.range);
    const script = inWorkspace('faults/photo-shrinker', target);
    mkdirSync(dirname(script), { recursive: true });
    writeFileSync(script, 'echo done\n');
    await until('silence once the script is there', () =>
      diagnosticsOf(file).every((one) => codeOf(one) !== 'reference.missing' || document.getText(one.range) !== target),
    );
    rmSync(script);
    await until('the finding again once it is gone', () =>
      diagnosticsOf(file).some((one) => codeOf(one) === 'reference.missing' && document.getText(one.range) === target),
    );
  });

  it('finds the fault of each example, including unopened files', async () => {
    const faults: Readonly<Record<string, string>> = {
      'meeting-notes': 'reference.missing',
      'bug-report': 'reference.case',
      'photo-shrinker': 'reference.missing',
      'recipe-card': 'frontmatter.syntax',
      'commit-message': 'frontmatter.missing',
    };
    for (const [skill, code] of Object.entries(faults)) {
      const file = inWorkspace('faults', skill, 'SKILL.md');
      await until(`${code} in ${skill}`, () => diagnosticsOf(file).some((one) => codeOf(one) === code));
    }
  });

  it('checks the skill’s other Markdown files, and none outside a skill', async () => {
    const inside = inWorkspace('skills/changelog/references/format.md');
    const document = await openDocument(inside);
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), 'See [the rest](nowhere-to-be-found.md).\n\n');
    await workspace.applyEdit(edit);
    await untilCodes(inside, ['reference.missing']);
    await commands.executeCommand('workbench.action.files.revert');
    const outside = await openDocument(inWorkspace('README.md'));
    const more = new WorkspaceEdit();
    more.insert(outside.uri, new Position(0, 0), 'See [the rest](nowhere-to-be-found.md).\n\n');
    await workspace.applyEdit(more);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(diagnosticsOf(outside.fileName), []);
    await commands.executeCommand('workbench.action.files.revert');
  });

  it('offers to run an agent above the first line', async () => {
    const document = await openDocument(inWorkspace('skills/csv-summary/SKILL.md'));
    const lens = await until('the code lens', async () => {
      const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 10);
      return lenses.find((one) => one.command?.command === 'skillwright.runAgent');
    });
    assert.equal(lens.range.start.line, 0);
    assert.deepEqual(lens.command?.arguments, [inWorkspace('skills/csv-summary')]);
  });

  it('reports nothing that VS Code itself reports', async () => {
    const file = inWorkspace('skills/release-writer/SKILL.md');
    const { languages } = await import('vscode');
    const all = languages.getDiagnostics(Uri.file(file));
    const places = all.map((one) => `${one.range.start.line}:${one.range.start.character} ${one.message}`);
    assert.equal(new Set(places).size, places.length, places.join('\n'));
  });
});

/** Takes the image for the README: Problems with a fix. */
async function problemsWithFix(range: Range): Promise<void> {
  const editor = window.activeTextEditor;
  assert.ok(editor);
  editor.selection = new (await import('vscode')).Selection(range.start, range.start);
  editor.revealRange(range);
  await commands.executeCommand('workbench.panel.markers.view.focus');
  await workbench.fill('.panel input[placeholder^="Filter"]', 'release-writer');
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(theme);
    await open('editor.action.quickFix', '.action-widget', focusEditor);
    await screenshot(`edit/problems-${theme}`);
    await press('Escape');
  }
  await setTheme('dark');
}
