/** "Evaluate This Skill": the page with the results, and the cases in the Test Explorer and in the gutter. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationTarget, commands, Position, Range, Selection, Uri, ViewColumn, window, workspace } from 'vscode';
import { violationsInThemes, violationsWithoutScripts } from '../harness/axe.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  focusEditor,
  needsWindow,
  press,
  screenshot,
  screenshotInThemes,
  setViewport,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const page = webview('#eval');
const timeline = webview('[role=treegrid]');
const SKILL = 'skills/release-writer';
const CASES = `{
  "evals": [
    {
      "id": "notes",
      "prompt": "Write the release notes.",
      "assertions": [
        { "text": "Loads the skill.", "check": "loaded" },
        { "text": "Requests no missing file.", "check": "max_misses", "limit": 0 }
      ]
    },
    { "id": "asks", "prompt": "Write release notes for version 2.", "should_trigger": true }
  ]
}
`;
const file = () => inWorkspace(SKILL, 'evals', 'evals.json');
const textOf = (selector: string) => page.texts(selector).then((texts) => texts.join('\n'));

const violations = () => violationsWithoutScripts(page);

describe('an eval of a skill', () => {
  before(async function () {
    needsWindow(this);
    await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
    await setViewport(1400, 860);
    mkdirSync(inWorkspace(SKILL, 'evals'), { recursive: true });
    writeFileSync(file(), CASES);
    const settings = workspace.getConfiguration('skillwright.evals');
    await settings.update('models', ['simulated/weak'], ConfigurationTarget.Workspace);
    await settings.update('trials', 2, ConfigurationTarget.Workspace);
  });

  after(async () => {
    const settings = workspace.getConfiguration('skillwright.evals');
    await settings.update('models', undefined, ConfigurationTarget.Workspace);
    await settings.update('trials', undefined, ConfigurationTarget.Workspace);
    await commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(inWorkspace(SKILL, 'evals'), { recursive: true, force: true });
  });

  it('shows the pass rates of its cases, is marked as simulated, and is accessible', async function () {
    this.timeout(120_000);
    await window.showTextDocument(Uri.file(inWorkspace(SKILL, 'SKILL.md')));
    await commands.executeCommand('skillwright.evaluateSkill', Uri.file(inWorkspace(SKILL, 'SKILL.md')));
    await page.waitFor('.evals', { timeout: 60_000 });
    assert.match(await textOf('main'), /simulated[\s\S]*All tasks[\s\S]*too few[\s\S]*notes[\s\S]*0\/2/i);
    assert.deepEqual(await violationsInThemes(page, 'evals/page-', { withoutScripts: true }), []);
    await commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
    await setViewport(500, 860);
    await screenshot('evals/page-narrow');
    assert.deepEqual(await violations(), [], 'narrow');
    await setViewport(1400, 860);
  });

  it('leads by the keyboard from a trial to its timeline, and from a case to its text', async () => {
    await page.click('h1');
    await page.evaluate("document.querySelector('#case-0 .trials a').focus()");
    await press('Enter');
    await timeline.waitFor('[role=row]', { timeout: 20_000 });
    assert.match((await timeline.texts('header')).join(' '), /Write the release notes/);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await commands.executeCommand('skillwright.showEvalResults', inWorkspace(SKILL));
    await page.click('#case-1 h3 a');
    const editor = await until('the case', () => {
      const { activeTextEditor: open } = window;
      return open?.document.uri.fsPath === file() && open;
    });
    assert.equal(editor.selection.active.line, 10);
  });

  it('says so if the skill has changed since, and not if only its cases have', async function () {
    this.timeout(60_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const editor = await window.showTextDocument(Uri.file(inWorkspace(SKILL, 'SKILL.md')), {
      viewColumn: ViewColumn.One,
    });
    await commands.executeCommand('skillwright.showEvalResults', inWorkspace(SKILL));
    await page.waitFor('.evals');
    const isChanged = () =>
      page.evaluate<boolean>("getComputedStyle(document.querySelector('.changed')).display !== 'none'");
    assert.equal(await isChanged(), false);
    const insertLine = () =>
      editor.edit((edit) => edit.insert(new Position(editor.document.lineCount, 0), '\nMore.\n'));
    await insertLine();
    await until('the note', isChanged);
    const again =
      "[...document.querySelectorAll('a')].filter((a) => a.checkVisibility() && a.textContent === 'Run Again')";
    assert.equal(await page.evaluate<number>(`${again}.length`), 1);
    await screenshotInThemes('evals/changed-', ['dark', 'light']);
    await window.showTextDocument(editor.document, ViewColumn.One);
    await commands.executeCommand('workbench.action.files.revert');
    writeFileSync(file(), CASES.replace('version 2', 'version 3'));
    await until('no note', async () => !(await isChanged()));
    writeFileSync(file(), CASES);
  });

  it('compares with the earlier text of the settings, which must be in the workspace', async function () {
    this.timeout(90_000);
    const settings = workspace.getConfiguration('skillwright.evals');
    const folder = inWorkspace('earlier/release-writer');
    cpSync(inWorkspace(SKILL), folder, { recursive: true });
    writeFileSync(join(folder, 'SKILL.md'), `${readFileSync(join(folder, 'SKILL.md'), 'utf8')}\nBe brief.\n`);
    const row = (text: string) => `.quick-input-list .monaco-list-row:has-text("${text}")`;
    const evaluate = () =>
      commands.executeCommand('skillwright.evaluateSkill', Uri.file(inWorkspace(SKILL, 'SKILL.md')));
    try {
      await settings.update('baseline', '../outside', ConfigurationTarget.Workspace);
      await evaluate();
      await until('the refusal', async () => {
        await commands.executeCommand('notifications.showList');
        return (await workbench.texts('.notifications-center')).join(' ').includes('outside the workspace');
      });
      await commands.executeCommand('notifications.clearAll');
      await settings.update('baseline', './earlier/release-writer', ConfigurationTarget.Workspace);
      await evaluate();
      await page.waitFor('th:has-text("earlier")', { timeout: 60_000 });
      assert.match(await textOf('.verdict'), /With the present text/i);
      await screenshotInThemes('evals/earlier-', ['dark', 'light']);
      // A choice replaces that of the settings, also for "Run Again", and is listed first the next time.
      void commands.executeCommand('skillwright.evaluateAgainst', Uri.file(inWorkspace(SKILL, 'SKILL.md')));
      await workbench.waitFor(row('No Skill'));
      await screenshotInThemes('evals/against-', ['dark', 'light']);
      await workbench.click(row('No Skill'));
      await page.waitForNone('th:has-text("earlier")', { timeout: 60_000 });
      await page.click('nav a.again');
      void commands.executeCommand('skillwright.evaluateAgainst', Uri.file(inWorkspace(SKILL, 'SKILL.md')));
      await workbench.waitFor(row('last time'));
      await press('Escape');
      assert.equal((await page.texts('th')).join(' ').includes('earlier'), false);
    } finally {
      await settings.update('baseline', undefined, ConfigurationTarget.Workspace);
      rmSync(inWorkspace('earlier'), { recursive: true, force: true });
    }
  });

  it('skips a case that nothing can judge, with the reason in its output', async function () {
    this.timeout(90_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('testing.clearTestResults');
    writeFileSync(file(), CASES.replace(/"assertions": \[[\s\S]*?\]/, '"assertions": ["The tone is friendly."]'));
    const editor = await window.showTextDocument(Uri.file(file()));
    await until('both cases', async () => (await workbench.texts('.testing-run-glyph')).length === 2, 30_000);
    editor.selection = new Selection(4, 8, 4, 8);
    await focusEditor();
    try {
      await commands.executeCommand('testing.runAtCursor');
      await workbench.waitFor('.testing-run-glyph.codicon-testing-skipped-icon', { timeout: 60_000 });
      await commands.executeCommand('testing.showMostRecentOutput');
      await until('the reason', async () =>
        /Not judged in [12] of 2 trials: Prose/.test((await workbench.texts('.xterm-rows')).join(' ')),
      );
      await screenshotInThemes('evals/skipped-', ['dark', 'light']);
    } finally {
      writeFileSync(file(), CASES);
      await until('the cases', () => editor.document.getText() === CASES);
    }
  });

  it('shows the result of each case in the gutter, and the failed assertion at its line', async function () {
    this.timeout(90_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const editor = await window.showTextDocument(Uri.file(file()));
    await until('both cases', async () => (await workbench.texts('.testing-run-glyph')).length === 2, 30_000);
    const timelineLink = '.test-output-peek-message-container a:has-text("Show the timeline of trial")';
    const failed = '.testing-run-glyph.codicon-testing-failed-icon';
    await commands.executeCommand('testing.clearTestResults');
    await workbench.waitForNone(failed);
    editor.selection = new Selection(4, 8, 4, 8);
    await focusEditor();
    await commands.executeCommand('testing.runAtCursor');
    await workbench.waitFor(failed, { timeout: 60_000 });
    assert.equal((await workbench.texts('.testing-run-glyph.codicon-testing-passed-icon')).length, 0, 'one case ran');
    await commands.executeCommand('testing.showMostRecentOutput');
    await workbench.click('.test-output-peek-tree .monaco-list-row:has-text("though at most 0 are allowed.")');
    await workbench.waitFor(timelineLink);
    await screenshotInThemes('evals/gutter-', ['dark', 'light']);
    await workbench.click(timelineLink);
    await timeline.waitFor('[role=row]', { timeout: 20_000 });
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await press('Escape');
  });

  it('stops from the Test Explorer', async function () {
    this.timeout(90_000);
    const settings = workspace.getConfiguration('skillwright.evals');
    await settings.update('trials', 1000, ConfigurationTarget.Workspace);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const editor = await window.showTextDocument(Uri.file(file()), { viewColumn: ViewColumn.One });
    const countRuns = () => readdirSync(inWorkspace('.skillwright/evals/runs')).length;
    const before = countRuns();
    await window.showTextDocument(editor.document, { viewColumn: ViewColumn.One, selection: new Range(4, 8, 4, 8) });
    await focusEditor();
    // The command ends with the run.
    const run = commands.executeCommand('testing.runAtCursor');
    await until('some trials', () => countRuns() > before + 10, 30_000);
    try {
      await commands.executeCommand('testing.cancelRun');
      await run;
      // Both sides of the case have 1,000 trials.
      assert.ok(countRuns() - before < 1000, `${countRuns() - before} trials ran`);
    } finally {
      await settings.update('trials', 2, ConfigurationTarget.Workspace);
      await commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
    }
  });

  it('skips a case that is not filled in, and leads to it', async function () {
    this.timeout(90_000);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('testing.clearTestResults');
    writeFileSync(file(), CASES.replace('Write the release notes.', '<fill in a task>'));
    const editor = await window.showTextDocument(Uri.file(file()));
    await until('both cases', async () => (await workbench.texts('.testing-run-glyph')).length === 2, 30_000);
    editor.selection = new Selection(4, 8, 4, 8);
    await focusEditor();
    try {
      await commands.executeCommand('testing.runAtCursor');
      await workbench.waitFor('.testing-run-glyph.codicon-testing-skipped-icon', { timeout: 60_000 });
      await until('the message', async () => {
        await commands.executeCommand('notifications.showList');
        return (await workbench.texts('.notifications-center')).join(' ').includes('The case notes is not filled in');
      });
      await screenshotInThemes('evals/not-filled-in-', ['dark', 'light']);
      await commands.executeCommand('notifications.clearAll');
      await commands.executeCommand('skillwright.evaluateSkill', Uri.file(inWorkspace(SKILL, 'SKILL.md')));
      await page.waitFor('a:has-text("Fill In the Case")', { timeout: 60_000 });
      assert.match(await textOf('main'), /Not filled in, so not run[\s\S]*notes[\s\S]*<fill in a task>/);
      await page.click('nav a:has-text("Fill In the Case")');
      await until('the case', () => window.activeTextEditor?.document.uri.fsPath === file());
    } finally {
      writeFileSync(file(), CASES);
      await until('the cases', () => editor.document.getText() === CASES);
    }
  });

  it('shows skills, files and cases in the Test Explorer, and follows edits', async function () {
    this.timeout(60_000);
    const editor = await window.showTextDocument(Uri.file(file()));
    await commands.executeCommand('workbench.view.testing.focus');
    const row = (text: string) => `.test-explorer .monaco-list-row:has-text("${text}")`;
    for (const name of ['release-writer', 'evals/evals.json']) {
      await workbench.click(row(name));
      await press('ArrowRight');
    }
    await workbench.waitFor(row('asks'));
    await editor.edit((edit) =>
      edit.replace(new Range(10, 0, 10, 500), '    { "id": "renamed", "prompt": "Another." }'),
    );
    await editor.edit((edit) => edit.insert(new Position(0, 0), '\n'));
    await workbench.waitFor(row('renamed'), { timeout: 20_000 });
    await workbench.waitForNone(row('asks'));
    await screenshotInThemes('evals/explorer-', ['dark', 'light']);
    await commands.executeCommand('workbench.action.files.revert');
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closePanel');
  });

  it('offers to create the first file with cases', async () => {
    void commands.executeCommand('skillwright.evaluateSkill', inWorkspace('skills/csv-summary'));
    await until('the offer', async () => {
      await commands.executeCommand('notifications.showList');
      return (await workbench.texts('.notifications-center')).join(' ').includes('csv-summary has no eval file');
    });
    await workbench.hover('.notifications-center .notification-list-item');
    await workbench.click('.notifications-center .monaco-button:has-text("Create evals/evals.json")');
    const created = inWorkspace('skills/csv-summary/evals/evals.json');
    const editor = await until('the first part to fill in', () => {
      const { activeTextEditor: open } = window;
      return (
        open?.document.uri.fsPath === created && /^<fill in .*>$/.test(open.document.getText(open.selection)) && open
      );
    });
    assert.match(editor.document.getText(), /"prompt": "Summarize a CSV file in a few sentences and a small table\."/);
    await commands.executeCommand('workbench.action.closeAllEditors');
    if (existsSync(created)) rmSync(inWorkspace('skills/csv-summary/evals'), { recursive: true });
  });
});
