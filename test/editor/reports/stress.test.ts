/** "Stress This Skill": the page, the words in the editor, the worst run, and the result if nothing is wasted. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  type CodeAction,
  ConfigurationTarget,
  commands,
  languages,
  Position,
  Range,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { violationsInThemes, violationsWithoutScripts } from '../harness/axe.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, press, screenshot, setViewport, type, webview, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const page = webview('#stress');
const skill = (name: string) => Uri.file(inWorkspace('skills', name, 'SKILL.md'));
const words = () =>
  languages.getDiagnostics(skill('release-writer')).filter(({ source }) => source === 'skillwright stress');
const stress = (name: string) => commands.executeCommand('skillwright.stressSkill', skill(name));
const textOf = (selector: string) => page.texts(selector).then((texts) => texts.join('\n'));

const violations = () => violationsWithoutScripts(page);

describe('a stress test of a skill', () => {
  before(async function () {
    needsWindow(this);
    await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
    await setViewport(1400, 860);
    // A previous test may have inserted the path into the sentence.
    const manifest = skill('release-writer').fsPath;
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(' (`references/guide.md`)', ''));
  });

  it('shows the words that waste calls, is marked as simulated, and is accessible', async function () {
    this.timeout(120_000);
    await window.showTextDocument(skill('release-writer'));
    await stress('release-writer');
    await page.waitFor('.causes h3', { timeout: 30_000 });
    assert.match(await textOf('main'), /simulated[\s\S]*the user guide[\s\S]*SKILL\.md:14/i);
    assert.match(await textOf('.facts'), /references\/user_guide\.md[\s\S]*references\/guide\.md/);
    assert.deepEqual(await violationsInThemes(page, 'stress/page-', { withoutScripts: true }), []);
    await commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
    await setViewport(500, 860);
    await screenshot('stress/page-narrow');
    assert.deepEqual(await violations(), [], 'narrow');
    await setViewport(1400, 860);
  });

  it('links to the words, whose diagnostics describe the cost and offer the fix', async () => {
    await page.click('.causes h3 a');
    const editor = await until('the words', () => {
      const { activeTextEditor: open } = window;
      return open?.document.getText(open.selection) === 'the user guide' && open;
    });
    const found = await until('both words', () => words().length === 2 && words());
    assert.match(
      found[0]?.message ?? '',
      /simulated models requested references\/user_guide\.md.*calls wasted in \d+ of 120/,
    );
    const range = found[0]?.range;
    assert.ok(range);
    const offered = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      skill('release-writer'),
      range,
    );
    const titles = offered.map(({ title }) => title);
    assert.ok(titles.includes('Show the stress test'), titles.join('\n'));
    assert.ok(
      titles.some((title) => title.includes('references/guide.md')),
      titles.join('\n'),
    );
    await screenshot('stress/words');
    await editor.edit((edit) => edit.insert(new Position(3, 0), '\n'));
    await until('the moved words', () => words()[0]?.range.start.line === range.start.line + 1);
    await editor.edit((edit) => edit.replace(words()[0]?.range ?? range, '`references/guide.md`'));
    await until('the other words alone', () => words().length === 1);
    await commands.executeCommand('workbench.action.files.revert');
    await until('the words again', () => words().length === 2);
  });

  it("applies the editor's fix from a button, and marks the words as changed", async () => {
    const manifest = skill('release-writer').fsPath;
    const before = readFileSync(manifest, 'utf8');
    await commands.executeCommand('skillwright.stress.report', inWorkspace('skills', 'release-writer'));
    const shownAt = (selector: string) =>
      page.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility() === true`);
    assert.deepEqual([await shownAt('#cause-0 .fix'), await shownAt('#cause-0 .done')], [true, false]);
    await page.click('#cause-0 .fix');
    await until('the path in the sentence', () =>
      readFileSync(manifest, 'utf8').includes('the user guide (`references/guide.md`)'),
    );
    await until('the page to say so', () => shownAt('#cause-0 .done'));
    assert.deepEqual([await shownAt('#cause-0 .fix'), await shownAt('#cause-1 .fix')], [false, true]);
    assert.match(await textOf('#cause-0'), /These words have changed since the test/);
    assert.deepEqual(
      await violationsInThemes(page, 'stress/fixed-', { themes: ['dark', 'light'], withoutScripts: true }),
      [],
    );
    writeFileSync(manifest, before);
    await until('the button again', () => shownAt('#cause-0 .fix'));
  });

  it('is marked as outdated until the change of the skill is undone, and offers to run again', async function () {
    this.timeout(120_000);
    const isChanged = () =>
      page.evaluate<boolean>("getComputedStyle(document.querySelector('.changed')).display !== 'none'");
    await commands.executeCommand('workbench.action.closeAllEditors');
    await window.showTextDocument(skill('release-writer'), { viewColumn: ViewColumn.One });
    await stress('release-writer');
    await page.waitFor('.causes h3', { timeout: 30_000 });
    assert.equal(await isChanged(), false);
    await page.evaluate('document.scrollingElement.scrollTo(0, 400); 0');
    await window.showTextDocument(skill('release-writer'), { viewColumn: ViewColumn.One });
    await window.activeTextEditor?.edit((edit) => edit.insert(new Position(3, 0), '\n'));
    await until('the change', isChanged);
    assert.match(await textOf('.changed'), /has changed since this test.*Run Again/s);
    assert.ok((await page.evaluate<number>('document.scrollingElement.scrollTop')) > 300, 'it stays where it was');
    assert.deepEqual(await violationsInThemes(page, 'stress/changed-', { withoutScripts: true }), []);
    // VS Code in the browser saves automatically, so there may be nothing to revert.
    const editor = await window.showTextDocument(skill('release-writer'), { viewColumn: ViewColumn.One });
    await editor.edit((edit) => edit.delete(new Range(3, 0, 4, 0)));
    await until('no change', async () => !(await isChanged()));
    const addedFile = Uri.file(inWorkspace('skills', 'release-writer', 'references', 'user_guide.md'));
    writeFileSync(addedFile.fsPath, '# Guide\n');
    try {
      await until('the new file', isChanged);
      await page.click('.changed a');
      await until('the new test', async () => !(await isChanged()), 30_000);
    } finally {
      rmSync(addedFile.fsPath);
    }
    await until('the file that is gone', isChanged);
    await stress('release-writer');
    await until('the last test', async () => !(await isChanged()), 30_000);
  });

  it('opens the worst run in the timeline, by the keyboard', async () => {
    await commands.executeCommand('skillwright.stress.report', inWorkspace('skills', 'release-writer'));
    await page.click('h1');
    for (const label of ['Apply Fix', 'Run Again', 'Open the Worst Run in the Timeline']) {
      await press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), label);
    }
    await press('Enter');
    const timeline = webview('[role=treegrid]');
    await timeline.waitFor('[role=row]', { timeout: 20_000 });
    assert.match((await timeline.texts('header')).join(' '), /simulated/i);
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('reports that nothing is wasted', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await stress('csv-summary');
    await page.waitFor('.empty');
    assert.match(await textOf('.empty'), /No words of this skill waste calls/);
    assert.deepEqual(await violations(), []);
    await screenshot('stress/nothing');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('does not take the focus from a dialog or an editor when it ends', async function () {
    this.timeout(90_000);
    const settings = workspace.getConfiguration('skillwright.stress');
    await settings.update('seeds', 60, ConfigurationTarget.Workspace);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const open = await window.showTextDocument(skill('csv-summary'), { viewColumn: ViewColumn.One });
    const result = stress('release-writer');
    await until('progress', async () => / simulated runs/.test((await workbench.texts('body')).join('')), 30_000);
    void commands.executeCommand('skillwright.selectModel');
    await workbench.waitFor('.quick-input-widget input');
    await result;
    await page.waitFor('.causes h3', { timeout: 30_000 });
    assert.equal(await workbench.evaluate('document.activeElement.tagName'), 'INPUT');
    await type('weak');
    assert.equal(await workbench.evaluate('document.activeElement.value'), 'weak');
    await press('Escape');
    await settings.update('seeds', undefined, ConfigurationTarget.Workspace);
    assert.equal(window.activeTextEditor?.document, open.document);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('can be stopped, and reports the results so far', async function () {
    this.timeout(60_000);
    const settings = workspace.getConfiguration('skillwright.stress');
    await settings.update('seeds', 1_000, ConfigurationTarget.Workspace);
    const stressed = stress('release-writer');
    await until(
      'progress',
      async () => / of 12,000 simulated runs/.test((await workbench.texts('body')).join('')),
      20_000,
    );
    // This window shows no toasts; the message is in the notification list.
    await commands.executeCommand('notifications.showList');
    await workbench.hover('.notifications-center .notification-list-item');
    await screenshot('stress/progress');
    await workbench.click('.notifications-center .monaco-button:has-text("Cancel")');
    await stressed;
    await page.waitFor('.partial');
    assert.match(await textOf('.partial'), /Stopped after [\d,]+ of 12,000 runs/);
    await settings.update('seeds', undefined, ConfigurationTarget.Workspace);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
});

describe('a stress test in all clients', () => {
  const settings = workspace.getConfiguration('skillwright.stress');

  before(async function () {
    needsWindow(this);
    await skillwright();
    // The clients are compared by the same words with fewer runs of each.
    await settings.update('seeds', 2, ConfigurationTarget.Workspace);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
    await setViewport(1400, 860);
  });

  after(() => settings.update('seeds', undefined, ConfigurationTarget.Workspace));

  it('compares the clients by words, accessibly', async function () {
    this.timeout(180_000);
    await window.showTextDocument(skill('release-writer'));
    await commands.executeCommand('skillwright.stressInClients', skill('release-writer'));
    await page.waitFor('.matrix', { timeout: 60_000 });
    assert.match(await textOf('.matrix thead'), /adk[\s\S]*claude-code[\s\S]*codex[\s\S]*gemini-cli/);
    assert.match(await textOf('.matrix tbody'), /the user guide[\s\S]*\d → 0/);
    assert.match(await textOf('.fixes'), /Paths in this file are relative to the folder of this SKILL\.md/);
    assert.deepEqual(await violationsInThemes(page, 'stress/clients-', { withoutScripts: true }), []);
    await commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
    await setViewport(500, 860);
    await screenshot('stress/clients-narrow');
    assert.deepEqual(await violations(), [], 'narrow');
    await setViewport(1400, 860);
  });

  it('applies a fix from the comparison, and then offers to run again', async function () {
    this.timeout(60_000);
    const manifest = skill('release-writer').fsPath;
    const before = readFileSync(manifest, 'utf8');
    const shownAt = (selector: string) =>
      page.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility() === true`);
    assert.equal((await page.texts('.actions a'))[0], 'Apply Fix');
    await page.click('.fixes li:has-text("scripts/group.py") .fix');
    await until('the sentence', () => readFileSync(manifest, 'utf8').includes('Paths in this file are relative'));
    await until('the note', () => shownAt('.changed a'));
    assert.equal(await shownAt('.actions .current'), false);
    await screenshot('stress/clients-fixed');
    writeFileSync(manifest, before);
    await until('no note', async () => !(await shownAt('.changed a')));
  });

  it('leads from a row to its words, and to the test of one client and back', async function () {
    this.timeout(180_000);
    await page.evaluate("document.querySelector('.matrix tbody tr:not(.total) a').focus()");
    await press('Enter');
    await until('the words of the first row', () => {
      const { activeTextEditor: open } = window;
      return open?.document.getText(open.selection) === 'the provided template';
    });
    await until('the diagnostics of ADK', () => words().length === 2);
    await stress('release-writer');
    await page.waitFor('.causes h3', { timeout: 60_000 });
    await page.click('.actions a:has-text("Compare Clients")');
    await page.waitFor('.matrix', { timeout: 60_000 });
  });
});
