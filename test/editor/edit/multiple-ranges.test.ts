/** A path that occurs several times in a text is one entry in Problems and underlined at each occurrence. */
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import {
  type CodeAction,
  CodeActionKind,
  commands,
  type Diagnostic,
  type Hover,
  languages,
  Selection,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { codeOf, diagnosticsOf, inWorkspace, skillwright } from '../harness/skills.ts';
import {
  focusEditor,
  needsWindow,
  open,
  press,
  screenshot,
  screenshotAt,
  screenshotInThemes,
  setTheme,
  showHover,
  takesPictures,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const BODY = `# Colors

Read \`references/colour-names.md\` first: it says what each shade is called.

## Steps

1. Look a shade up in [the names](references/colour-names.md).
2. Where two names fit, \`references/colour-names.md\` says which.
3. Follow [the palette](guide/palette.md), then [the contrast](guide/contrast.md).
`;

describe('a finding with several ranges', () => {
  const file = inWorkspace('skills/csv-summary/references/colours.md');
  let document: TextDocument;

  before(async () => {
    await skillwright();
    writeFileSync(file, BODY);
    writeFileSync(inWorkspace('skills/csv-summary/references/color-names.md'), '# Names\n');
    document = await workspace.openTextDocument(file);
    await window.showTextDocument(document);
  });
  after(async () => {
    await commands.executeCommand('workbench.action.files.revert');
    for (const one of ['colours.md', 'color-names.md']) {
      const path = inWorkspace('skills/csv-summary/references', one);
      if (existsSync(path)) rmSync(path);
    }
  });

  const missing = async (): Promise<readonly Diagnostic[]> =>
    until('the findings', () => {
      const now = diagnosticsOf(file).filter((one) => codeOf(one) === 'reference.missing');
      return now.length === 2 && now;
    });

  it('is one diagnostic with related information', async () => {
    const [names, folder] = await missing();
    assert.deepEqual(
      names?.relatedInformation?.map(({ location }) => location.range.start.line),
      [6, 7],
    );
    assert.equal(document.getText(folder?.range), 'guide/palette.md');
    assert.equal(folder?.relatedInformation?.length, 1);
  });

  it('is underlined at all ranges, and is one entry in Problems', async function () {
    needsWindow(this);
    await missing();
    const wavy = `[...document.querySelectorAll('.view-line span')]
      .filter((one) => getComputedStyle(one).textDecorationStyle === 'wavy').map((one) => one.textContent).sort()`;
    await until('the underlines', async () => {
      const now = await workbench.evaluate<readonly string[]>(wavy);
      return now.join(' ') === 'guide/contrast.md references/colour-names.md references/colour-names.md';
    });
    await commands.executeCommand('workbench.panel.markers.view.focus');
    const own = languages.getDiagnostics(document.uri).filter(({ source }) => source === 'skillwright');
    assert.equal(own.filter((one) => codeOf(one) === 'reference.missing').length, 2);
    await workbench.fill('.panel input[placeholder^="Filter"]', 'colours.md');
    await until('one entry for each', async () => {
      const rows = await workbench.texts('.markers-panel .monaco-list-row[aria-level="2"]');
      return rows.filter((row) => row.includes('reference.missing')).length === 2;
    });
    await focusEditor();
    const editor = window.activeTextEditor;
    assert.ok(editor);
    const place = own.find((one) => (one.relatedInformation?.length ?? 0) === 2)?.relatedInformation?.[0]?.location
      .range;
    assert.ok(place);
    editor.selection = new Selection(place.start, place.start);
    await screenshotInThemes('edit/multiple-ranges-', ['dark', 'light', 'contrast']);
    for (const theme of takesPictures ? (['light', 'dark'] as const) : (['dark'] as const)) {
      await setTheme(theme);
      await showHover('first on line 3');
      await screenshot(`edit/multiple-ranges-hover-${theme}`);
      await press('Escape');
    }
    await open('editor.action.quickFix', '.action-widget', focusEditor);
    await screenshot('edit/multiple-ranges-quick-fix');
    await press('Escape');
    await screenshotAt(700, 700, 'edit/multiple-ranges-narrow');
  });

  it('shows the finding in the hover of a related range', async () => {
    const [names] = await missing();
    const place = names?.relatedInformation?.[1]?.location.range.start;
    const hovers = await commands.executeCommand<readonly Hover[]>('vscode.executeHoverProvider', document.uri, place);
    const hoverTexts = hovers
      .flatMap(({ contents }) => contents)
      .map((one) => (typeof one === 'string' ? one : one.value));
    assert.ok(
      hoverTexts.some((text) => text.includes('`references/colour-names.md`') && text.includes('first on line 3')),
      hoverTexts.join('\n'),
    );
  });

  it('is fixed at all ranges by the quick fix at any of them', async () => {
    const [names] = await missing();
    const place = names?.relatedInformation?.[1]?.location.range;
    const actions = await commands.executeCommand<readonly CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      place,
      CodeActionKind.QuickFix.append('skillwright').value,
    );
    const fix = actions.find(({ title }) => title === 'Change to references/color-names.md (3 places)');
    assert.ok(fix?.edit, actions.map(({ title }) => title).join('\n'));
    assert.ok(await workspace.applyEdit(fix.edit));
    assert.ok(!document.getText().includes('references/colour-names.md'));
    await until('the finding to be gone', () => diagnosticsOf(file).length === 1);
  });
});
