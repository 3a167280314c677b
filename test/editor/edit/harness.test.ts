/** Tests of the harness that the other in-editor tests rely on. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { ColorThemeKind, window, workspace } from 'vscode';
import { cacheFolder, configFolder, dataFolder } from '../../../skill/disk.ts';
import { needsWindow, picture, press, setTheme, setViewport, type, workbench } from '../harness/ui.ts';

describe('harness', () => {
  it('opens a copy of the examples', () => {
    const [folder] = workspace.workspaceFolders ?? [];
    assert.equal(folder?.name, 'examples');
    assert.ok(!folder.uri.fsPath.startsWith(process.cwd() + sep), 'a copy, so that tests may write');
  });

  it('has a separate home folder next to that copy, which contains everything that the product stores', () => {
    const scratch = dirname(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '');
    for (const folder of [homedir(), cacheFolder(), dataFolder(), configFolder()])
      assert.ok(folder.startsWith(join(scratch, 'home')), `${folder} is below ${scratch}`);
  });

  it('takes named screenshots in the given theme and size', async function () {
    needsWindow(this);
    await setTheme('light');
    assert.equal(window.activeColorTheme.kind, ColorThemeKind.Light);
    await setViewport(900, 600);
    const path = await picture('harness/light');
    await setTheme('dark');
    await setViewport(1280, 800);
    assert.ok(path && statSync(path).size > 5000);
  });

  it('presses keys, types, reads and clicks in the window', async function () {
    needsWindow(this);
    await press('F1');
    await workbench.waitFor('.quick-input-widget input');
    await type('Toggle Panel Visibility');
    await workbench.waitFor('.quick-input-list [aria-label*="Toggle Panel Visibility"]');
    await press('Escape');
    await workbench.waitForNone('.quick-input-widget');
    assert.equal(await workbench.evaluate('document.querySelectorAll(".monaco-workbench").length'), 1);
  });

  it('names the condition that did not become true', async function () {
    needsWindow(this);
    await assert.rejects(workbench.click('#no-such-element', { timeout: 200 }), /no-such-element/);
  });
});
