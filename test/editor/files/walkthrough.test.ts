/** The walkthrough for new users. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type CodeAction, commands, extensions, languages, Uri, window, workspace } from 'vscode';
import { settledRun, timeline, waitForElement } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshot, setTheme, setViewport, takesPictures, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly completionEvents: readonly string[];
}

describe('the walkthrough', () => {
  before(async () => {
    await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    await setTheme('dark');
    await setViewport(1400, 860);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.view.explorer');
  });

  const steps = (): readonly Step[] =>
    extensions.getExtension('skillwright.skillwright')?.packageJSON.contributes.walkthroughs[0].steps;

  it('names commands that VS Code and the extension have', async () => {
    const known = await commands.getCommands(true);
    const named = steps().flatMap(({ description, completionEvents }) => [
      ...[...description.matchAll(/\(command:(?:toSide:)?([\w.]+)/g)].map(([, name = '']) => name),
      ...completionEvents.filter((event) => event.startsWith('onCommand:')).map((event) => event.slice(10)),
    ]);
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
    );
  });

  it('opens with its images', async function () {
    needsWindow(this);
    this.timeout(60_000);
    // In a smaller window, VS Code omits the images.
    await setViewport(1700, 1000);
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.openWalkthrough', 'skillwright.skillwright#start', false);
    await workbench.waitFor('.gettingStartedContainer :text("Get Started with Skillwright")', { timeout: 15_000 });
    for (const [theme, shown] of [
      ['dark', steps()],
      ['light', steps().slice(0, 1)],
      ['contrast', steps().slice(-1)],
    ] as const) {
      if (theme !== 'dark' && !takesPictures) continue;
      await setTheme(theme);
      for (const { id, title } of shown) {
        await workbench.click(`.gettingStartedContainer .step-title:has-text("${title}")`);
        await workbench.waitFor('iframe.webview.ready');
        if (!takesPictures) continue;
        // The image is rendered a moment later.
        await new Promise((resolve) => setTimeout(resolve, 400));
        await screenshot(`walkthrough/${theme}-${id}`);
      }
    }
  });

  it('creates the example with a click, and completes the step', async function () {
    needsWindow(this);
    this.timeout(60_000);
    await setTheme('dark');
    await workbench.click(`.gettingStartedContainer .step-title:has-text("${steps()[0]?.title}")`);
    await workbench.click('.gettingStartedContainer .monaco-button:has-text("New Example Skill")');
    await workbench.click('.quick-input-list .monaco-list-row[aria-label^="skills"]');
    await until('the example', () => window.activeTextEditor?.document.fileName.includes('release-notes-example'));
    const { uri } = window.activeTextEditor?.document ?? assert.fail('no editor');
    await until('the faults', () => languages.getDiagnostics(uri).length === 2);
    await screenshot('walkthrough/example-next-to-steps');
    // On a busy machine, VS Code opens the file on top of the steps.
    await commands.executeCommand('workbench.action.openWalkthrough', 'skillwright.skillwright#start', false);
    await workbench.waitFor('[data-done-step-id$="#check"][aria-checked="true"]');
  });

  it('describes what happens with the example: the fix, the run stopped by a guard, the link to the words', async function () {
    needsWindow(this);
    this.timeout(90_000);
    const descriptions = steps().map(({ description }) =>
      description.replaceAll(/\n?\[[^\]]*\]\(command:[^)]*\)/g, ''),
    );
    // The rest of the test follows these steps. Change them together.
    assert.deepEqual(descriptions.slice(0, 4), [
      'Create a skill with two faults. Words in its SKILL.md are underlined because a model that reads them requests a file that does not exist. **Hover over them** to see which.\nAll skills of the workspace are checked, those in your home folder when you open them.',
      'Put the cursor on “the user guide” and choose **Quick Fix** (Ctrl+. or Cmd+.) to insert the path into the sentence. Leave the other fault for the next step.',
      'Choose the skill, any prompt, and **simulated/stubborn**. It is not a language model and needs no key. It imitates what a weak model does with this skill. Guards stop a run that gets lost.',
      'The timeline shows each call as it happens. Select the row of the guard that stopped the run, and **click its cause** to open SKILL.md at the words that provoked the miss. The fix is one click away.',
    ]);
    const uri = Uri.file(inWorkspace('skills/release-notes-example/SKILL.md'));
    const document = await workspace.openTextDocument(uri);
    const faults = await until('both faults', () => {
      const found = languages.getDiagnostics(uri).filter(({ source }) => source === 'skillwright');
      return found.length === 2 && found;
    });
    assert.deepEqual(
      faults.map(({ range }) => document.getText(range)),
      ['the user guide', 'the provided template'],
    );
    assert.match(faults[0]?.message ?? '', /user_guide\.md/);
    const actions = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      faults[0]?.range,
    );
    const fix = actions.find(({ title }) => title.startsWith('Write the path of'));
    assert.ok(fix?.edit !== undefined && (await workspace.applyEdit(fix.edit)));
    assert.match(document.getText(), /see the user guide \(`references\/guide\.md`\)\./);
    await document.save();
    await commands.executeCommand('workbench.action.closeAllEditors');
    const journal = await settledRun('Any prompt', 'simulated/stubborn', 'skills/release-notes-example');
    assert.match(readFileSync(journal, 'utf8'), /"type":"run_finished","reason":"guard"/);
    (await skillwright()).show(journal);
    await waitForElement('text=/SKILL\\.md:\\d+/');
    await timeline.click('text=/SKILL\\.md:\\d+/');
    await until('the other words', () => {
      const { activeTextEditor: editor } = window;
      return editor?.document.getText(editor.selection) === 'the provided template';
    });
    (await skillwright()).show(journal);
    await timeline.waitFor('button:has-text("Apply Fix")');
  });
});
