/** Beside VS Code's own checks of SKILL.md, which come with its AI features. */
import assert from 'node:assert/strict';
import { type CodeAction, CodeActionKind, commands, type Diagnostic, languages, window, workspace } from 'vscode';
import { found, inWorkspace, skillwright } from '../harness/skills.ts';
import { until } from '../harness/until.ts';

/** What VS Code says by itself. */
const own = ({ source }: Diagnostic) => source !== 'skillwright';

describe('beside VS Code’s own checks', () => {
  before(() => skillwright());

  it('what VS Code says of the frontmatter is not said again, and our fix is there all the same', async () => {
    const document = await workspace.openTextDocument(inWorkspace('faults/weekly-report/SKILL.md'));
    await window.showTextDocument(document);
    const said = await until('what VS Code says of the name', () => {
      const all = languages.getDiagnostics(document.uri).filter(own);
      return all.some((one) => /lowercase/.test(one.message)) && all;
    });
    // Ours would be there by now: those of the file next door are.
    await until('our findings', () => found(inWorkspace('faults/meeting-notes/SKILL.md')).length > 0);
    assert.deepEqual(found(document.fileName), []);
    const place = said.find((one) => /lowercase/.test(one.message))?.range;
    const kind = CodeActionKind.QuickFix.append('skillwright').value;
    await until('our fix of the name', async () => {
      const actions = await commands.executeCommand<CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        place,
        kind,
      );
      return actions.some((action) => action.title.includes('weekly-report'));
    });
  });

  it('what VS Code does not say is said', async () => {
    const file = inWorkspace('faults/recipe-card/SKILL.md');
    await until('the syntax error', () => found(file).length > 0);
  });
});
