/** Completion alongside VS Code's own for SKILL.md, which is part of its AI features: nothing is offered twice. */
import assert from 'node:assert/strict';
import { type CompletionList, commands, Position, window, workspace } from 'vscode';
import { closeEditors } from '../harness/clean.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { until } from '../harness/until.ts';

describe("completion alongside VS Code's own", () => {
  const file = inWorkspace('skills/csv-summary/SKILL.md');

  /** Returns the completions on a new line once both providers have responded. `ours` is one that VS Code does not offer. */
  async function completionLabels(line: number, text: string, ours?: string): Promise<readonly string[]> {
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
    const fields = await completionLabels(1, '', 'argument-hint');
    assert.deepEqual(
      fields.filter((one, index) => fields.indexOf(one) !== index),
      [],
    );
    for (const name of ['argument-hint', 'user-invocable', 'allowed-tools', 'effort'])
      assert.ok(fields.includes(name), name);
  });

  it('offers each value once', async () => {
    const values = await completionLabels(1, 'user-invocable: ');
    assert.deepEqual([...values].sort(), ['false', 'true']);
  });
});
