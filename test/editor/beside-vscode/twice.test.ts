/** Beside VS Code's own checks of SKILL.md, which come with its AI features. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import {
  type CodeAction,
  CodeActionKind,
  commands,
  type Diagnostic,
  extensions,
  languages,
  Uri,
  window,
  workspace,
} from 'vscode';
import { codeOf, found, inWorkspace, skillwright } from '../harness/skills.ts';
import { screenshot } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

/** What VS Code says by itself. */
const own = ({ source }: Diagnostic) => source !== 'skillwright';

/** A finding as one line: file, line and column from 1, code. */
type Finding = string;

/** What `skillwright check` finds in the workspace. */
async function checked(): Promise<readonly Finding[]> {
  const root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const cli = join(extensions.getExtension('skillwright.skillwright')?.extensionPath ?? '', 'dist/cli.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'check', root, '--root', root, '--format', 'json', '--no-cache', '--max-warnings', '1000'],
    { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, cwd: root },
  ).catch((error: { readonly stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { file: string; line: number; column: number; code: string }[];
  };
  return diagnostics.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`).sort();
}

/** What Problems lists of ours. */
function listed(): readonly Finding[] {
  return languages
    .getDiagnostics()
    .flatMap(([uri, all]) =>
      all
        .filter(({ source }) => source === 'skillwright')
        .map((one) => {
          const { line, character } = one.range.start;
          return `${workspace.asRelativePath(uri)}:${line + 1}:${character + 1} ${codeOf(one)}`;
        }),
    )
    .sort();
}

/** Waits until a list is this one, and says how it differs where it never is. */
async function untilSame(what: string, wanted: readonly Finding[], list: () => readonly Finding[]): Promise<void> {
  await until(what, () => isDeepStrictEqual(list(), wanted)).catch(() => assert.deepEqual(list(), wanted));
}

describe("alongside VS Code's own checks", () => {
  before(() => skillwright());

  it('Problems lists everything that `check` reports, with no file open and with all files open', async () => {
    const wanted = await checked();
    assert.ok(wanted.some((one) => /frontmatter\.name$/.test(one)));
    assert.ok(wanted.some((one) => /frontmatter\.unknown$/.test(one)));
    await untilSame('all findings', wanted, listed);
    // VS Code's own findings stand for ours of the same lines.
    const vsCodeSays = (one: Finding): boolean => {
      const [, file = '', line = ''] = /^(.*):(\d+):\d+ /.exec(one) ?? [];
      return languages
        .getDiagnostics(Uri.file(inWorkspace(file)))
        .some((said) => own(said) && said.range.start.line <= Number(line) && said.range.end.line >= Number(line) - 1);
    };
    const dropped = (): readonly Finding[] => {
      const ours = listed();
      return wanted.filter((one) => !ours.includes(one));
    };
    for (const file of new Set(wanted.map((one) => one.replace(/:\d+:\d+ .*$/, '')))) {
      await window.showTextDocument(Uri.file(inWorkspace(file)), { preview: false });
      const says = wanted.filter((one) => one.startsWith(`${file}:`) && /frontmatter\.(name|description)$/.test(one));
      await until(
        `what is left out beside ${file}, and nothing of the tabs behind it`,
        () => isDeepStrictEqual(dropped(), says.filter(vsCodeSays)) && says.every(vsCodeSays),
      );
    }
    await window.showTextDocument(Uri.file(inWorkspace('faults/weekly-report/SKILL.md')));
    await until('what is left out', () => dropped().length === 1);
    const messages = found(inWorkspace('faults/weekly-report/SKILL.md')).map(({ message }) => message);
    assert.ok(
      messages.some((one) => /Did you mean `license`\?/.test(one)),
      messages.join('\n'),
    );
    await commands.executeCommand('workbench.panel.markers.view.focus');
    await screenshot('beside-vscode/problems');
    await commands.executeCommand('workbench.action.closePanel');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await untilSame('all findings again', wanted, listed);
  });

  it("a frontmatter finding of VS Code's is not reported again, but our fix is offered", async () => {
    const document = await workspace.openTextDocument(inWorkspace('faults/weekly-report/SKILL.md'));
    await window.showTextDocument(document);
    const said = await until('what VS Code says of the name', () => {
      const all = languages.getDiagnostics(document.uri).filter(own);
      return all.some((one) => /lowercase/.test(one.message)) && all;
    });
    await until('only what VS Code does not say', () =>
      isDeepStrictEqual(
        found(document.fileName).map(({ message }) => message.replace(/^.*(?=Did)/, '')),
        ['Did you mean `license`?'],
      ),
    );
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

  it('a finding that VS Code does not report is reported', async () => {
    const file = inWorkspace('faults/recipe-card/SKILL.md');
    await until('the syntax error', () => found(file).length > 0);
  });
});
