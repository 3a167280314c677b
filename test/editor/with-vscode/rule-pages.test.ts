/** Links from findings to their rules' pages, with only the contents of the `.vsix` on disk. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commands, extensions, TabInputCustom, window, workspace } from 'vscode';
import { codeOf, diagnosticsOf, inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshotAt, screenshotInThemes, webview, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const file = () => inWorkspace('faults/meeting-notes/SKILL.md');
const page = webview('h1#referencemissing');
const active = () => window.tabGroups.activeTabGroup.activeTab;

async function pageIsShown(): Promise<void> {
  await until('the page', () => {
    const input = active()?.input;
    return input instanceof TabInputCustom && input.uri.path.endsWith('/reference.missing.md');
  });
  await page.waitFor('text=Why a model fails', { timeout: 30_000 });
}

describe('the page of a rule', () => {
  before(async function () {
    needsWindow(this);
    await skillwright();
    const extension = extensions.getExtension('skillwright.skillwright')?.extensionPath ?? '';
    assert.ok(!existsSync(join(extension, 'client')), 'this is the package, not the checkout');
    await window.showTextDocument(await workspace.openTextDocument(file()));
    await until('a finding', () => diagnosticsOf(file()).some((one) => codeOf(one) === 'reference.missing'));
  });

  beforeEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await window.showTextDocument(await workspace.openTextDocument(file()));
  });

  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closePanel');
  });

  it('opens as a Markdown preview from Problems', async () => {
    await commands.executeCommand('workbench.panel.markers.view.focus');
    // Errors of other files come first.
    await commands.executeCommand('workbench.action.toggleMaximizedPanel');
    await workbench.click(
      '.markers-panel .code-link:has-text("reference.missing"), .markers-panel a:has-text("reference.missing")',
    );
    await pageIsShown();
    await commands.executeCommand('workbench.action.closePanel');
    await screenshotInThemes('with-vscode/rule-page-', ['dark', 'light']);
    await screenshotAt(600, 800, 'with-vscode/rule-page-narrow');
  });

  it('opens from the peek view of a problem, in which VS Code runs no commands', async () => {
    await commands.executeCommand('editor.action.marker.next');
    await workbench.click('.marker-widget a.code-link, .zone-widget a.code-link');
    await pageIsShown();
  });

  it('has working links to other pages', async () => {
    const [finding] = diagnosticsOf(file()).filter((one) => codeOf(one) === 'reference.missing');
    const target = typeof finding?.code === 'object' ? finding.code.target : undefined;
    assert.ok(target);
    await commands.executeCommand('vscode.open', target.with({ path: '/rules/README.md' }));
    const index = webview('h1#the-rules');
    await index.click('a:has-text("reference.missing")');
    await pageIsShown();
  });
});
