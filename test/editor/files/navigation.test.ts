/** Navigation between references and their targets alongside VS Code's Markdown support: hover, definition, references. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import {
  commands,
  type Location,
  type LocationLink,
  Selection,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import { hoversAt } from '../harness/hovers.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  needsWindow,
  press,
  screenshot,
  setTheme,
  setViewport,
  showHover,
  takesPictures,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const BODY = `---
name: shop
description: Keeps a shop. Use it for the shop.
argument-hint: "[shelf]"
---

# Shop

Read [the prices](references/prices.md#discounts) and \`references/prices.md\`, then run \`python scripts/count.py\`.
The sign is \`assets/sign.svg\`, or ![the sign](assets/sign.svg).

For the tone, see the style guide. Use the csv-summary skill for tables.
`;
const FILES: Readonly<Record<string, string>> = {
  'SKILL.md': BODY,
  'references/prices.md': '# Prices\n\nBread is 3.\n\n## Discounts\n\nOn Mondays, `bread` is 2.\n',
  'references/style-guide.md': '# Style guide\n\nShort and kind.\n',
  'scripts/count.py': '"""Counts what is on a shelf.\n\nUsage: count.py [--shelf NAME]\n"""\nprint(1)\n',
  'assets/sign.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120"><rect width="320" height="120" fill="#1d6f42"/><text x="70" y="78" font-size="48" fill="white">OPEN</text></svg>\n',
};

describe('navigation from a reference', () => {
  const folder = inWorkspace('skills/shop');
  let document: TextDocument;

  before(async () => {
    await skillwright();
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(inWorkspace('skills/shop', path, '..'), { recursive: true });
      writeFileSync(inWorkspace('skills/shop', path), text);
    }
    document = await workspace.openTextDocument(inWorkspace('skills/shop/SKILL.md'));
    await window.showTextDocument(document);
  });
  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(folder, { recursive: true });
  });

  /** `by` is an offset from the start of the words. */
  const at = (words: string, by = 2) => document.positionAt(document.getText().indexOf(words) + by);

  /** Returns VS Code's locations as `FILE:LINE`, with paths relative to the skill and lines from 1. */
  const locationsOf = async (command: string, words: string): Promise<readonly string[]> => {
    const found = await commands.executeCommand<readonly (Location | LocationLink)[]>(command, document.uri, at(words));
    return found.map((one) => {
      const [uri, range] =
        'uri' in one ? [one.uri, one.range] : [one.targetUri, one.targetSelectionRange ?? one.targetRange];
      return `${workspace.asRelativePath(uri, false).replace('skills/', '')}:${range.start.line + 1}`;
    });
  };
  const definition = (words: string) => locationsOf('vscode.executeDefinitionProvider', words);
  const references = async (words: string) => [...(await locationsOf('vscode.executeReferenceProvider', words))].sort();

  it('finds one definition', async () => {
    await until('the server', async () => (await definition('references/prices.md`')).length > 0);
    assert.deepEqual(await definition('references/prices.md`'), ['shop/references/prices.md:1']);
    assert.deepEqual(await definition('scripts/count.py'), ['shop/scripts/count.py:1']);
    assert.deepEqual(await definition('style guide'), ['shop/references/style-guide.md:1']);
    assert.deepEqual(await definition('csv-summary skill'), ['csv-summary/SKILL.md:2']);
    // From VS Code's Markdown support.
    assert.deepEqual(await definition('references/prices.md#'), ['shop/references/prices.md:5']);
  });

  it('finds references of every form, each once', async () => {
    const twice = ['shop/SKILL.md:9', 'shop/SKILL.md:9'];
    await until('the links that VS Code finds', async () => (await references('references/prices.md#')).length > 1);
    assert.deepEqual(await references('references/prices.md`'), twice);
    assert.deepEqual(await references('references/prices.md#'), twice);
    assert.deepEqual(await references('assets/sign.svg`'), ['shop/SKILL.md:10', 'shop/SKILL.md:10']);
  });

  const hovers = (words: string): Promise<readonly string[]> => hoversAt(document.uri, at(words));

  it('describes the target in a hover', async () => {
    assert.match((await hovers('scripts/count.py')).join('\n'), /Usage: `count\.py \[--shelf NAME\]`/);
    const field = (await hovers('argument-hint')).join('\n');
    assert.match(field, /Claude Code: Shown after/);
    assert.ok(!field.includes('shown while the user types'), 'the meaning is left to VS Code’s own hover');
    const pictures = (await hovers('assets/sign.svg)')).join('\n').match(/!\[/g);
    assert.equal(pictures?.length, 1, 'one picture, VS Code’s own');
    assert.match((await hovers('assets/sign.svg`')).join('\n'), /!\[\]\(file:.*\|width=320\)/);
  });

  it('shows the target', async function () {
    needsWindow(this);
    const hoverTargets: Readonly<Record<string, string>> = {
      text: 'references/prices.md`',
      script: 'scripts/count.py',
      picture: 'assets/sign.svg`',
      mention: 'style guide',
      skill: 'csv-summary skill',
      field: 'argument-hint',
    };
    for (const theme of takesPictures ? (['dark', 'light'] as const) : (['dark'] as const)) {
      await setTheme(theme);
      for (const [name, words] of Object.entries(hoverTargets)) {
        const editor = await window.showTextDocument(document);
        editor.selection = new Selection(at(words), at(words));
        await showHover();
        if (name === 'picture') {
          const isImageLoaded = `[...document.querySelectorAll('.monaco-hover img')].some((one) => one.complete && one.naturalWidth > 0)`;
          await until('the picture', () => workbench.evaluate<boolean>(isImageLoaded));
        }
        await screenshot(`edit/hover-${name}-${theme}`);
        await press('Escape');
        await workbench.waitForNone('.monaco-hover:not(.hidden) .hover-contents');
      }
    }
    await setTheme('dark');
    await setViewport(700, 700);
    const editor = await window.showTextDocument(document);
    editor.selection = new Selection(at('scripts/count.py'), at('scripts/count.py'));
    await showHover();
    await screenshot('edit/hover-narrow');
    await press('Escape');
    await setViewport(1280, 800);
  });

  it('finds the references to a file of any type with a command', async function () {
    needsWindow(this);
    /** Asserts that the peek view opens at the file and lists a reference in SKILL.md. */
    const assertPeek = async (path: string, at: string): Promise<void> => {
      await commands.executeCommand('skillwright.findFileReferences', Uri.file(inWorkspace('skills/shop', path)));
      await until('the peek', async () => (await workbench.texts('.peekview-title')).join(' ').includes('SKILL.md'));
      assert.equal(window.activeTextEditor?.document.uri.fsPath, inWorkspace('skills/shop', at));
    };
    await assertPeek('scripts/count.py', 'scripts/count.py');
    await screenshot('edit/file-references-dark');
    await press('Escape');
    await workbench.waitForNone('.peekview-widget');
    // A folder cannot be opened, so the peek view is at the first reference.
    await assertPeek('assets', 'SKILL.md');
    await press('Escape');
    await workbench.waitForNone('.peekview-widget');
    await commands.executeCommand('skillwright.findFileReferences', Uri.file(inWorkspace('README.md')));
    await until('the message', async () => {
      // VS Code shows no toasts in tests; the message is in the notification list.
      await commands.executeCommand('notifications.showList');
      const shown = (await workbench.texts('.notifications-center .notification-list-item')).join(' ');
      return shown.includes('No skill references README.md.');
    });
    await commands.executeCommand('notifications.clearAll');
  });
});
