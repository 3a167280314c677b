/** What a new user is shown first. */
import assert from 'node:assert/strict';
import { commands, extensions, languages, window } from 'vscode';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, screenshot, setTheme, setViewport, workbench } from '../harness/ui.ts';
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

  it('opens with its pictures', async function () {
    needsWindow(this);
    this.timeout(60_000);
    // In less room VS Code leaves the pictures out.
    await setViewport(1700, 1000);
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.openWalkthrough', 'skillwright.skillwright#start', false);
    await workbench.waitFor('.gettingStartedContainer :text("Get Started with Skillwright")', { timeout: 15_000 });
    for (const [theme, shown] of [
      ['dark', steps()],
      ['light', steps().slice(0, 1)],
      ['contrast', steps().slice(-1)],
    ] as const) {
      await setTheme(theme);
      for (const { id, title } of shown) {
        await workbench.click(`.gettingStartedContainer .step-title:has-text("${title}")`);
        await workbench.waitFor('iframe.webview.ready');
        // The picture in it is drawn a moment later.
        await new Promise((resolve) => setTimeout(resolve, 400));
        await screenshot(`walkthrough/${theme}-${id}`);
      }
    }
  });

  it('writes the example with a click, and the step is done', async function () {
    needsWindow(this);
    this.timeout(60_000);
    await setTheme('dark');
    await workbench.click(`.gettingStartedContainer .step-title:has-text("${steps()[0]?.title}")`);
    await workbench.click('.gettingStartedContainer .monaco-button:has-text("New Example Skill")');
    await workbench.click('.quick-input-list .monaco-list-row[aria-label^="skills"]');
    await until('the example', () => window.activeTextEditor?.document.fileName.includes('release-notes-example'));
    const { uri } = window.activeTextEditor?.document ?? assert.fail('no editor');
    await until('the faults', () => languages.getDiagnostics(uri).length === 2);
    await screenshot('walkthrough/beside');
    // On a busy machine VS Code opens it over the steps.
    await commands.executeCommand('workbench.action.openWalkthrough', 'skillwright.skillwright#start', false);
    await workbench.waitFor('[data-done-step-id$="#check"][aria-checked="true"]');
  });
});
