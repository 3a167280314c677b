/** The hover and the quick fix of a path whose file git knows to be renamed. */
import assert from 'node:assert/strict';
import { type CodeAction, commands, type Hover, Range, type TextDocument, window, workspace } from 'vscode';
import { createRenamedFile, type RenamedFile } from '../harness/repository.ts';
import { skillwright, untilCodes } from '../harness/skills.ts';
import { until } from '../harness/until.ts';

describe('a file that was renamed in git', () => {
  let renamed: RenamedFile;
  let document: TextDocument;

  before(async () => {
    await skillwright();
    renamed = createRenamedFile();
    document = await workspace.openTextDocument(renamed.manifest);
    await window.showTextDocument(document);
    await untilCodes(renamed.manifest, ['reference.missing', 'reference.unreferenced']);
  });
  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    renamed.remove();
  });

  const place = () => document.positionAt(document.getText().indexOf('references/tax.md') + 2);

  it('has its new name in the hover', async () => {
    const hovers = async (): Promise<string> => {
      const found = await commands.executeCommand<readonly Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        place(),
      );
      const contents = found.flatMap((one) => one.contents);
      return contents.map((one) => (typeof one === 'string' ? one : one.value)).join('\n');
    };
    // Git is asked after the findings are shown.
    await until('the history', async () => (await hovers()).includes('was renamed'));
    assert.match(await hovers(), /`references\/tax\.md` was renamed to `references\/levies\.md` in `[\da-f]{7}`, /);
  });

  it('is the preferred quick fix', async () => {
    const actions = await commands.executeCommand<readonly CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new Range(place(), place()),
      'quickfix.skillwright',
    );
    assert.deepEqual(
      actions.slice(0, 2).map(({ title, isPreferred = false }) => [title, isPreferred]),
      [
        ['Change to references/levies.md', true],
        ['Change to references/taxes.md', false],
      ],
    );
    const edit = actions[0]?.edit;
    assert.ok(edit !== undefined);
    await workspace.applyEdit(edit);
    assert.match(document.getText(), /Read `references\/levies\.md` first/);
  });
});
