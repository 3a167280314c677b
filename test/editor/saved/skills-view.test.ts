/** The Skills view in the activity bar: its contents, updates and actions. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { commands, env, window, workspace } from 'vscode';
import { settledRun } from '../harness/runs.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  chooseInMenu,
  needsWindow,
  press,
  screenshot,
  screenshotAt,
  screenshotInThemes,
  setTheme,
  setViewport,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const VIEW = '.pane:has(> .pane-header[aria-label^="Skills"])';
const row = (text: string) => `${VIEW} [role=treeitem][aria-label*="${text}"]`;
const own = join(homedir(), '.claude/skills/mail');

/** Returns the accessibility labels of the visible rows, in order. */
const accessibleLabels = () =>
  workbench.evaluate<string[]>(
    `[...document.querySelectorAll('${VIEW} [role=treeitem]')]
      .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top).map((item) => item.ariaLabel)`,
  );

/** Expands a collapsed row. */
async function unfold(text: string, child: string): Promise<void> {
  await workbench.waitFor(row(text));
  // VS Code folds a row again if the tree is refreshed, as after a run, while the children of the row are being loaded.
  await until(`${child} below ${text}`, async () => {
    if ((await workbench.texts(`${row(text)}[aria-expanded="false"]`)).length > 0)
      await workbench.click(`${row(text)} .monaco-tl-twistie`);
    await workbench.waitFor(row(child), { timeout: 1_000 });
    return true;
  });
}

describe('the Skills view', () => {
  before(async function () {
    needsWindow(this);
    this.timeout(90_000);
    mkdirSync(own, { recursive: true });
    writeFileSync(
      join(own, 'SKILL.md'),
      '---\nname: mail\ndescription: Writes mail. Use it for mail.\n---\n\nKindly.\n',
    );
    await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await settledRun('Write the notes once more', 'simulated/stubborn');
    await commands.executeCommand('skillwright.skills.focus');
    // High enough for all rows, because a list renders only visible ones.
    await setViewport(1400, 1600);
    await workbench.waitFor(row('skill release-writer'));
  });

  after(async () => {
    rmSync(own, { recursive: true, force: true });
    await setTheme('dark');
    await setViewport(1400, 860);
  });

  it('lists the skills of the workspace and the user by folder', async () => {
    await until('the folders', async () => {
      const folders = (await accessibleLabels()).filter((one) => / skills? in /.test(one));
      return (
        folders.some((one) => one.startsWith('3 skills in skills, workspace')) &&
        folders.some((one) => one.startsWith('1 skill in agents/skills, workspace')) &&
        folders.some((one) => one.startsWith('1 skill in ~/.claude/skills, your own, read by Claude Code'))
      );
    });
    await workbench.waitFor(row('skill mail'));
  });

  it('shows problems, tokens by level, files by how they are referenced, and the last run', async () => {
    await unfold('skill release-writer', 'references/guide.md');
    const parts = await until('the parts', async () => {
      const all = await accessibleLabels();
      const from = all.findIndex((one) => one.startsWith('skill release-writer'));
      const some = all.slice(from, from + 10);
      // The row of the run first says that it is running.
      return some.some((one) => one.startsWith('assets/')) && some.some((one) => one.includes('by a guard')) && some;
    });
    assert.match(parts[0] ?? '', /^skill release-writer, .*last run: \d+ misses, about \d+ tokens in the catalogue, /);
    assert.match(parts[1] ?? '', /^Tokens: about \d+ in the catalogue, about \d+ as instructions, about [\d,]+ in /);
    assert.match(parts[2] ?? '', /^Last run: \d+ misses, .*stopped by a guard, simulated\/stubborn/);
    assert.match(parts[3] ?? '', /^SKILL\.md, about \d+ tokens, the instructions, \d+ miss(?:es)? in the last run/);
    const files = parts.slice(4).join('\n');
    assert.match(files, /references\/guide\.md, about \d+ tokens, /);
    await until('the badge', async () =>
      /skill release-writer, \d+ (?:error|warning)/.test((await accessibleLabels()).join('\n')),
    );
    await screenshotInThemes('skills-view/', ['dark', 'light', 'contrast']);
    await screenshotAt(500, 1600, 'skills-view/narrow');
  });

  it('misses go with their fix', async function () {
    this.timeout(60_000);
    const skill = inWorkspace('skills/release-writer/SKILL.md');
    const original = readFileSync(skill, 'utf8');
    writeFileSync(skill, original.replace('the user guide', 'references/guide.md'));
    try {
      await until('no misses', async () => {
        const labels = (await accessibleLabels()).join('\n');
        return (
          /^skill release-writer, .*last run: misses fixed since/m.test(labels) && !/SKILL\.md.* miss/.test(labels)
        );
      });
      await screenshot('skills-view/misses-fixed');
    } finally {
      writeFileSync(skill, original);
    }
    await until('the misses again', async () => /last run: \d+ misses/.test((await accessibleLabels()).join('\n')));
  });

  it('opens a file by Enter, and SKILL.md by the button of its skill', async () => {
    await workbench.click(row('references/guide.md'));
    await until('the guide', () => window.activeTextEditor?.document.fileName.endsWith('references/guide.md'));
    await workbench.hover(row('skill csv-summary'));
    await screenshot('skills-view/actions');
    await workbench.click(`${row('skill csv-summary')} [aria-label^="Open SKILL.md"]`);
    await until('its SKILL.md', () => window.activeTextEditor?.document.fileName.endsWith('csv-summary/SKILL.md'));
    await commands.executeCommand('skillwright.skills.focus');
    await press('Escape');
  });

  it('opens the timeline of the last run', async () => {
    await workbench.click(row('Last run: '));
    await until('the timeline', () =>
      window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.includes('Write the notes once more'))),
    );
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('starts a run and a new skill from a row', async () => {
    await workbench.click(row('skill csv-summary'));
    void commands.executeCommand('skillwright.skills.run');
    await workbench.waitFor('.quick-input-widget:has-text("Run Agent")');
    await press('Escape');
    await workbench.waitForNone('.quick-input-widget');
    const [folder] = workspace.workspaceFolders ?? [];
    assert.ok(folder);
    await workbench.click(row('3 skills in skills'));
    void commands.executeCommand('skillwright.skills.newHere');
    await workbench.waitFor('.quick-input-widget:has-text("New Skill") input');
    await press('Escape');
    await workbench.waitForNone('.quick-input-widget');
    await workbench.click(row('3 skills in skills'));
  });

  it('starts a stress test by the button of a skill, and shows its page', async function () {
    this.timeout(60_000);
    await workbench.click(row('skill csv-summary'));
    await workbench.click(`${row('skill csv-summary')} [aria-label^="Stress This Skill"]`);
    const page = webview('#stress');
    await page.waitFor('h1:has-text("csv-summary")', { timeout: 30_000 });
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('copies the path of a skill and of a file by the menu of its row', async () => {
    await unfold('skill release-writer', 'references/guide.md');
    for (const [label, path] of [
      ['references/guide.md', 'skills/release-writer/references/guide.md'],
      ['skill csv-summary', 'skills/csv-summary'],
    ] as const) {
      await workbench.click(row(label), { button: 'right' });
      await chooseInMenu('Copy Path');
      await until(`${path} in the clipboard`, async () => (await env.clipboard.readText()) === inWorkspace(path));
    }
  });

  it('updates when a file is added, a text changes, and a skill is added or removed', async () => {
    const orphan = inWorkspace('skills/release-writer/assets/orphan.txt');
    writeFileSync(orphan, 'Unreferenced.\n');
    await workbench.waitFor(row('assets/orphan.txt, about'));
    await workbench.waitFor(row('nothing references it'));
    await screenshot('skills-view/unreferenced');
    const manifest = inWorkspace('skills/release-writer/SKILL.md');
    appendFileSync(manifest, '\nSee `assets/orphan.txt`.\n');
    await until('its way', async () =>
      (await accessibleLabels()).some(
        (one) => one.startsWith('assets/orphan.txt') && one.includes('referenced by SKILL.md'),
      ),
    );
    rmSync(orphan);
    await workbench.waitForNone(row('assets/orphan.txt'));
    const fresh = inWorkspace('skills/fresh');
    mkdirSync(fresh);
    writeFileSync(join(fresh, 'SKILL.md'), '---\nname: fresh\ndescription: New. Use it.\n---\n\nNew.\n');
    await workbench.waitFor(row('skill fresh'));
    rmSync(fresh, { recursive: true });
    await workbench.waitForNone(row('skill fresh'));
  });
});
