/** Paths without a file: what they are taken for, in the hover and the Skills view, and what the author says of them. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { commands, Selection, type TextEditor, Uri, window, workspace } from 'vscode';
import { closeEditors } from '../harness/clean.ts';
import { hoversAt } from '../harness/hovers.ts';
import { diagnosticsOf, inWorkspace, skillwright, untilCodes } from '../harness/skills.ts';
import {
  chooseAction,
  focusEditor,
  needsWindow,
  press,
  screenshot,
  screenshotAt,
  setTheme,
  setViewport,
  showHover,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const TEXT = `---
name: tax-report
description: Writes tax reports. Use it for taxes.
---

# Tax report

First read \`references/rates.md\`, then fill in \`references/form.md\`.

\`\`\`bash
python -c 'print(1)' > references/result.txt
\`\`\`

Finally, check \`references/result.txt\`, and compare \`references/rates.md\` with \`references/{year}.md\`.
It was formerly \`scripts/run.sh\`.
`;
const SKILL = 'skills/tax-report/SKILL.md';
const path = (): string => inWorkspace(SKILL);
const config = (): string => inWorkspace('.skillwright.json');
const VIEW = '.pane:has(> .pane-header[aria-label^="Skills"])';
const ROW = `${VIEW} [role=treeitem][aria-label*="skill tax-report"]`;
const label = (): Promise<string> =>
  workbench.evaluate<string>(`document.querySelector(${JSON.stringify(ROW)})?.ariaLabel ?? ''`);

async function openAt(words: string): Promise<TextEditor> {
  const editor = await window.showTextDocument(Uri.file(path()));
  const start = editor.document.positionAt(editor.document.getText().lastIndexOf(words));
  editor.selection = new Selection(start, start);
  return editor;
}

/** Returns the paths that are reported. */
const reported = (text: string): readonly string[] => {
  const lines = text.split('\n');
  return diagnosticsOf(path()).map(({ range: { start, end } }) =>
    (lines[start.line] ?? '').slice(start.character, end.character),
  );
};

describe('paths without a file', () => {
  before(async () => {
    await skillwright();
    mkdirSync(dirname(path()), { recursive: true });
    writeFileSync(path(), TEXT);
  });

  after(async () => {
    await closeEditors();
    rmSync(dirname(path()), { recursive: true, force: true });
    rmSync(config(), { force: true });
    await setTheme('dark');
    await setViewport(1280, 800);
  });

  it('have a hover that says why they are not reported', async () => {
    const { document } = await openAt('references/result.txt');
    await untilCodes(path(), ['reference.missing']);
    const at = (words: string) => document.positionAt(TEXT.lastIndexOf(words) + 3);
    const all = await hoversAt(document.uri, at('references/result.txt'));
    assert.match(
      all.join('\n'),
      /Not reported: taken for a file that is made at run time, because a command in the text writes it.*\(line 11\)/,
    );
    assert.match((await hoversAt(document.uri, at('scripts/run.sh'))).join('\n'), /Not reported: .*former name/);
  });

  it('are counted in the row of their skill', async function () {
    needsWindow(this);
    await commands.executeCommand('skillwright.skills.focus');
    await setViewport(1280, 1100);
    await workbench.waitFor(ROW);
    const counted = await until('the counts', async () => {
      const now = await label();
      return now.includes('paths without a file') && now;
    });
    assert.match(
      counted,
      /, paths without a file: 2 broken, 1 made at run time, 1 placeholder, 1 said to be absent, about \d+ tokens/,
    );
    const row = (await workbench.texts(ROW)).join(' ');
    assert.match(row, /2 broken, 1 made at run time, 1 placeholder · Writes tax reports/);
    for (const theme of ['dark', 'light'] as const) {
      await setTheme(theme);
      await openAt('references/result.txt');
      await showHover('Not reported');
      await screenshot(`paths/hover-${theme}`);
      await press('Escape');
      await commands.executeCommand('skillwright.skills.focus');
      await screenshot(`paths/skills-view-${theme}`);
    }
    await setTheme('dark');
    await screenshotAt(500, 1100, 'paths/skills-view-narrow');
    await setViewport(1280, 1100);
  });

  it('are never reported again once the author has said what they are, until that is undone', async function () {
    needsWindow(this);
    const said = async (title: string, words: string): Promise<void> => {
      await chooseAction('editor.action.quickFix', title, {
        ready: async () => {
          await openAt(words);
          await focusEditor();
        },
        onOpen: () => screenshot('paths/actions'),
      });
    };
    await said('This path is made when the skill runs', 'references/rates.md');
    await until('the saved pattern', () => existsSync(config()) && readFileSync(config(), 'utf8').includes('rates.md'));
    assert.deepEqual(JSON.parse(readFileSync(config(), 'utf8')), {
      paths: { 'references/rates.md': 'made-at-run-time' },
    });
    await until('the other path alone', () => reported(TEXT).join() === 'references/form.md');
    await until('the new counts', async () => /1 broken, 2 made at run time/.test(await label()));
    const before = readFileSync(config(), 'utf8');
    await said('This path is an example', 'references/form.md');
    await until('both patterns', () => readFileSync(config(), 'utf8').includes('form.md'));
    await untilCodes(path(), []);
    assert.equal((await window.showTextDocument(Uri.file(path()))).document.getText(), TEXT);

    // The editor's own undo, in the file that was changed.
    const { document } = await window.showTextDocument(Uri.file(config()));
    await focusEditor();
    await commands.executeCommand('undo');
    await until('the first pattern alone', () => document.getText() === before);
    await document.save();
    await until('the finding again', () => reported(TEXT).join() === 'references/form.md');
    await until('the counts again', async () => /1 broken, 2 made at run time/.test(await label()));
  });

  it('have their patterns listed', async function () {
    needsWindow(this);
    void commands.executeCommand('skillwright.showPathPatterns');
    const item = '.quick-input-widget .monaco-list-row:has-text("references/rates.md")';
    await workbench.waitFor(item);
    assert.match((await workbench.texts(item)).join(' '), /made-at-run-time/);
    await screenshot('paths/patterns');
    await workbench.click(item);
    await until('the entry', () => {
      const { selection, document } = window.activeTextEditor ?? {};
      const isOpen = document?.uri.fsPath === config();
      return isOpen && selection && document.lineAt(selection.start.line).text.includes('references/rates.md');
    });
    assert.ok(workspace.textDocuments.every(({ isDirty }) => !isDirty));
  });
});
