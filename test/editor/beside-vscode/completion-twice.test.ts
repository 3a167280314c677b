/** Beside VS Code's own completion of SKILL.md, which comes with its AI features: nothing is offered twice. */
import assert from 'node:assert/strict';
import { type CompletionList, commands, Position, window, workspace } from 'vscode';
import { closeEditors } from '../harness/clean.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { until } from '../harness/until.ts';

describe("completion alongside VS Code's own", () => {
  const file = inWorkspace('skills/csv-summary/SKILL.md');

  /** What is offered in a new line, once both have answered: `ours` is what VS Code does not know. */
  async function offered(line: number, text: string, ours?: string): Promise<readonly string[]> {
    const document = await workspace.openTextDocument(file);
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new Position(line, 0), `${text}\n`));
    return until(`what is offered behind "${text}"`, async () => {
      const list = await commands.executeCommand<CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        new Position(line, text.length),
      );
      const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      return (ours === undefined ? labels.length > 0 : labels.includes(ours)) && labels;
    });
  }

  before(() => skillwright());
  afterEach(closeEditors);

  it('offers each frontmatter field once, including those that VS Code does not know', async () => {
    const fields = await offered(1, '', 'argument-hint');
    assert.deepEqual(
      fields.filter((one, index) => fields.indexOf(one) !== index),
      [],
    );
    for (const name of ['argument-hint', 'user-invocable', 'allowed-tools', 'effort'])
      assert.ok(fields.includes(name), name);
  });

  it('offers each value once', async () => {
    const values = await offered(1, 'user-invocable: ');
    assert.deepEqual([...values].sort(), ['false', 'true']);
  });
});
