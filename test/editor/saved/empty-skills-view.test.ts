/** The Skills view without skills. Runs before all other files, because a skill whose text was open stays listed for a while. */
import { mkdirSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { commands } from 'vscode';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { needsWindow, screenshot, workbench } from '../harness/ui.ts';

const VIEW = '.pane:has(> .pane-header[aria-label^="Skills"])';

describe('the Skills view without a skill', () => {
  before(async function () {
    needsWindow(this);
    this.timeout(90_000);
    await skillwright();
    await commands.executeCommand('skillwright.skills.focus');
    await workbench.waitFor(`${VIEW} [role=treeitem][aria-label*="skill release-writer"]`);
  });

  it('shows the next step', async function () {
    this.timeout(60_000);
    const backupFolder = join(homedir(), 'aside');
    mkdirSync(backupFolder, { recursive: true });
    const folders = ['skills', 'agents', 'faults'];
    for (const name of folders) renameSync(inWorkspace(name), join(backupFolder, name));
    try {
      await workbench.waitFor(`${VIEW} .welcome-view :text("No skills found")`);
      await workbench.waitFor(`${VIEW} .monaco-button:has-text("New Skill")`);
      await screenshot('skills-view/empty');
    } finally {
      for (const name of folders) renameSync(join(backupFolder, name), inWorkspace(name));
    }
    await workbench.waitFor(`${VIEW} [role=treeitem][aria-label*="skill release-writer"]`);
  });
});
