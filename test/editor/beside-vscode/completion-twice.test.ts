/** Beside VS Code's own completion of SKILL.md, which comes with its AI features: nothing is offered twice. */
import assert from 'node:assert/strict';
import { type CompletionList, commands, Position, window, workspace } from 'vscode';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { until } from '../harness/until.ts';

describe('completion beside VS Code’s own', () => {
  const file = inWorkspace('skills/csv-summary/SKILL.md');

  async function offered(line: number, text: string): Promise<readonly string[]> {
    const document = await workspace.openTextDocument(file);
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new Position(line, 0), `${text}\n`));
    const items = await until('both', async () => {
      const list = await commands.executeCommand<CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        new Position(line, text.length),
      );
      return list.items.length > 0 && list.items;
    });
    await commands.executeCommand('workbench.action.files.revert');
    return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
  }

  before(() => skillwright());

  it('has each field of the frontmatter once, those that VS Code does not know among them', async () => {
    const fields = await offered(1, '');
    assert.deepEqual(
      fields.filter((one, index) => fields.indexOf(one) !== index),
      [],
    );
    for (const name of ['argument-hint', 'user-invocable', 'allowed-tools', 'effort'])
      assert.ok(fields.includes(name), name);
  });

  it('has each value once', async () => {
    const values = await offered(1, 'user-invocable: ');
    assert.deepEqual([...values].sort(), ['false', 'true']);
  });
});
