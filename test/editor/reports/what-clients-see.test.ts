/** "Show What Clients See": the page about what each client offers to a model, and why it does not offer a skill. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { commands, Uri, window } from 'vscode';
import { violationsIn, violationsInThemes } from '../harness/axe.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { chooseInMenu, needsWindow, press, screenshot, setViewport, webview, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const SHOW = 'skillwright.showWhatClientsSee';
const SKILLS = '.pane:has(> .pane-header[aria-label^="Skills"])';
const page = webview('#catalog');
const textOf = (selector: string) => page.texts(selector).then((texts) => texts.join('\n'));
const client = (name: string) => `nav li:has-text("${name}")`;
const list = () => textOf('.list');

const skill = (name: string, description = `Does what ${name} does. Use it when asked to.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nDo it.\n`;

const added = [inWorkspace('.claude'), join(homedir(), '.claude/skills/mine')];
const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

describe('the page of what clients see', function () {
  this.timeout(150_000);

  before(async function () {
    needsWindow(this);
    write(inWorkspace('.claude/skills/minutes/SKILL.md'), skill('minutes'));
    write(
      inWorkspace('.claude/skills/letters/SKILL.md'),
      skill(
        'letters',
        `Writes letters of every kind. ${'Use it for thanks, for complaints and for invitations. '.repeat(9)}`,
      ),
    );
    write(inWorkspace('.claude/skills/common/invoices/SKILL.md'), skill('invoices'));
    write(inWorkspace('.claude/skills/orders/skill.md'), skill('orders'));
    write(join(homedir(), '.claude/skills/mine/SKILL.md'), skill('mine'));
    await skillwright();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.closeSidebar');
    await setViewport(1400, 1000);
  });

  after(async () => {
    for (const one of added) rmSync(one, { recursive: true, force: true });
    await commands.executeCommand('workbench.action.closeAllEditors');
    await setViewport(1400, 860);
  });

  it('shows the list as the model gets it, shares, and what is not offered, accessibly', async () => {
    await commands.executeCommand(SHOW);
    await page.waitFor('h1:has-text("Claude Code")', { timeout: 30_000 });
    assert.match(await list(), /^- mine: Does what mine does[\s\S]*- letters: Writes letters[\s\S]*- minutes: /m);
    assert.match(await textOf('.offered tbody'), /minutes[\s\S]*\.claude\/skills\/minutes\/SKILL\.md[\s\S]*\d+ %/);
    assert.match(await textOf('.offered tbody'), /~\/\.claude\/skills\/mine\/SKILL\.md/);
    assert.match(
      await textOf('.causes'),
      /common\/invoices\/SKILL\.md[\s\S]*too-deep[\s\S]*orders\/skill\.md[\s\S]*file-name/,
    );
    assert.match(await textOf('nav'), /Claude Code\s*3 offered, 2 not[\s\S]*Codex\s*0 offered/);
    assert.deepEqual(await violationsInThemes(page, 'clients-see/page-'), []);
    await setViewport(320, 860);
    await page.evaluate('document.scrollingElement.scrollTo(0, 0); 0');
    await screenshot('clients-see/page-narrow');
    assert.equal(
      await page.evaluate('document.scrollingElement.scrollWidth <= innerWidth'),
      true,
      'no sideways scrolling',
    );
    assert.deepEqual(await violationsIn(page), [], 'narrow');
    await page.evaluate("document.querySelector('.causes').scrollIntoView(); 0");
    await screenshot('clients-see/page-narrow-not-offered');
    await setViewport(1400, 1000);
  });

  it('has another client after a choice by the keyboard, where the focus stays, and remembers it', async () => {
    await page.evaluate(`[...document.querySelectorAll('nav a')].find((a) => a.textContent === 'opencode').focus()`);
    await press('Enter');
    await page.waitFor('section > h1:has-text("opencode")');
    await until('the focus', () => page.evaluate<boolean>("document.activeElement.textContent === 'opencode'"));
    assert.match(await list(), /<name>invoices<\/name>/);
    await screenshot('clients-see/opencode');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await commands.executeCommand(SHOW);
    await page.waitFor('section > h1:has-text("opencode")', { timeout: 30_000 });
    await page.click(`${client('Claude Code')} a`);
    await page.waitFor('section > h1:has-text("Claude Code")');
  });

  it('leads to a skill, and to the quick fix of one that is not offered', async () => {
    // The page opens next to an editor, which then shows the skill.
    await commands.executeCommand('workbench.action.closeAllEditors');
    await window.showTextDocument(Uri.file(inWorkspace('skills/csv-summary/SKILL.md')));
    await commands.executeCommand(SHOW);
    await page.waitFor('.offered', { timeout: 30_000 });
    await page.click('.offered a:has-text("minutes")');
    await until(
      'the skill',
      () => window.activeTextEditor?.document.fileName === inWorkspace('.claude/skills/minutes/SKILL.md'),
    );
    await page.waitFor('.causes li:has-text("orders") .quick a', { timeout: 30_000 });
    const shown = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.causes li')].filter((li) => li.querySelector('.quick').checkVisibility())
        .map((li) => li.querySelector('.badge').textContent)`,
    );
    assert.deepEqual(shown, ['file-name'], 'no quick fix moves a skill');
    await page.click('.causes li:has-text("orders") .quick a');
    await workbench.waitFor('.action-widget .monaco-list-row:has-text("Rename the file to SKILL.md")');
    await screenshot('clients-see/quick-fix');
    await press('Escape');
  });

  it('is read again when a skill or a setting of the home changes', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand(SHOW);
    await page.waitFor('.list', { timeout: 30_000 });
    // Written again and again, because VS Code may need some time until it watches the folders.
    let blanks = '';
    await until(
      'the new skill',
      async () => {
        if (/- recipes: /.test(await list())) return true;
        blanks += '\n';
        write(inWorkspace('.claude/skills/recipes/SKILL.md'), `${skill('recipes')}${blanks}`);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return false;
      },
      20_000,
    );
    const settings = join(homedir(), '.claude/settings.json');
    writeFileSync(settings, '{"skillOverrides":{"mine":"off"}}');
    try {
      await until('the setting', async () => !/- mine/.test(await list()), 20_000);
      assert.match(await textOf('.causes'), /disabled[\s\S]*skillOverrides[\s\S]*~\/\.claude\/settings\.json/);
    } finally {
      rmSync(settings);
    }
    await until('the skill again', async () => /- mine/.test(await list()), 20_000);
  });

  it('shows one skill first from its menu in the Skills view, and all of them again', async () => {
    await commands.executeCommand('skillwright.skills.focus');
    const row = `${SKILLS} [role=treeitem][aria-label*="skill invoices"]`;
    await workbench.waitFor(row);
    await workbench.click(row, { button: 'right' });
    await chooseInMenu('Show What Clients See');
    await page.waitFor('h1:has-text("invoices")', { timeout: 30_000 });
    assert.match(await textOf('nav'), /Claude Code\s*not offered: too-deep[\s\S]*opencode\s*offered/);
    assert.match((await page.texts('.causes li')).at(0) ?? '', /invoices/);
    await commands.executeCommand('workbench.action.closeSidebar');
    assert.deepEqual(await violationsInThemes(page, 'clients-see/skill-'), []);
    await page.click('.actions a:has-text("Show All Skills")');
    await page.waitFor('h1:has-text("Skills as clients offer them")', { timeout: 30_000 });
  });

  it('tells how to be offered by a client that does not look where the skill is', async () => {
    await commands.executeCommand(SHOW, inWorkspace('skills/release-writer'));
    await page.waitFor('.empty h2', { timeout: 30_000 });
    assert.match(await textOf('section'), /No client offers this skill here\./);
    assert.match(
      await textOf('.empty'),
      /release-writer\/SKILL\.md is in none of the folders[\s\S]*into \.claude\/skills/,
    );
    assert.deepEqual(await violationsInThemes(page, 'clients-see/elsewhere-', { themes: ['dark', 'light'] }), []);
  });

  it('says what to do where a client finds nothing', async () => {
    rmSync(inWorkspace('.claude'), { recursive: true });
    await commands.executeCommand(SHOW);
    // The page is read again after the removal, and may be loaded again during a click.
    await until('the page of Codex', async () => {
      await page.click(`${client('Codex')} a`, { timeout: 5_000 });
      await page.waitFor('.empty:has-text("where Codex looks") a:has-text("Create a skill")', { timeout: 2_000 });
      return true;
    });
    assert.match(await textOf('.empty'), /No skill is where Codex looks[\s\S]*\.agents\/skills or \.codex\/skills/);
    assert.deepEqual(await violationsInThemes(page, 'clients-see/empty-', { themes: ['dark', 'light'] }), []);
    await page.click(`${client('Claude Code')} a`);
  });
});
