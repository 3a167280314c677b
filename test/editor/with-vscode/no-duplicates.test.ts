/** Diagnostics alongside VS Code's own checks of SKILL.md, which are part of its AI features. */
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
import { codeOf, diagnosticsOf, inWorkspace, skillwright } from '../harness/skills.ts';
import { screenshot } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

/** VS Code's own findings. */
const isVsCodeFinding = ({ source }: Diagnostic) => source !== 'skillwright';

/** Formats a finding as one line: file, line and column from 1, code. */
type Finding = string;

/** Returns the findings of `skillwright check` in the workspace. */
async function runCheck(): Promise<readonly Finding[]> {
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

/** Returns this extension's findings in Problems. */
function problemsList(): readonly Finding[] {
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

/** Waits until a list equals the expected one; on timeout, reports the difference. */
async function waitForFindings(
  what: string,
  expected: readonly Finding[],
  list: () => readonly Finding[],
): Promise<void> {
  await until(what, () => isDeepStrictEqual(list(), expected)).catch(() => assert.deepEqual(list(), expected));
}

describe("alongside VS Code's own checks", () => {
  before(() => skillwright());

  it('Problems lists everything that `check` reports, with no file open and with all files open', async () => {
    const checkFindings = await runCheck();
    assert.ok(checkFindings.some((one) => /frontmatter\.name$/.test(one)));
    assert.ok(checkFindings.some((one) => /frontmatter\.unknown$/.test(one)));
    await waitForFindings('all findings', checkFindings, problemsList);
    // VS Code's own findings replace ours on the same lines.
    const isReportedByVsCode = (one: Finding): boolean => {
      const [, file = '', line = ''] = /^(.*):(\d+):\d+ /.exec(one) ?? [];
      return languages
        .getDiagnostics(Uri.file(inWorkspace(file)))
        .some(
          (finding) =>
            isVsCodeFinding(finding) &&
            finding.range.start.line <= Number(line) &&
            finding.range.end.line >= Number(line) - 1,
        );
    };
    const dropped = (): readonly Finding[] => {
      const ours = problemsList();
      return checkFindings.filter((one) => !ours.includes(one));
    };
    for (const file of new Set(checkFindings.map((one) => one.replace(/:\d+:\d+ .*$/, '')))) {
      await window.showTextDocument(Uri.file(inWorkspace(file)), { preview: false });
      const expected = checkFindings.filter(
        (one) => one.startsWith(`${file}:`) && /frontmatter\.(name|description)$/.test(one),
      );
      await until(
        `the omitted findings of ${file}, and none of the tabs behind it`,
        () => isDeepStrictEqual(dropped(), expected.filter(isReportedByVsCode)) && expected.every(isReportedByVsCode),
      );
    }
    await window.showTextDocument(Uri.file(inWorkspace('faults/weekly-report/SKILL.md')));
    await until('the omitted finding', () => dropped().length === 1);
    const messages = diagnosticsOf(inWorkspace('faults/weekly-report/SKILL.md')).map(({ message }) => message);
    assert.ok(
      messages.some((one) => /Did you mean `license`\?/.test(one)),
      messages.join('\n'),
    );
    await commands.executeCommand('workbench.panel.markers.view.focus');
    await screenshot('with-vscode/problems');
    await commands.executeCommand('workbench.action.closePanel');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await waitForFindings('all findings again', checkFindings, problemsList);
  });

  it('a frontmatter finding that VS Code reports is not reported again, but our fix is offered', async () => {
    const document = await workspace.openTextDocument(inWorkspace('faults/weekly-report/SKILL.md'));
    await window.showTextDocument(document);
    const findings = await until("VS Code's finding about the name", () => {
      const all = languages.getDiagnostics(document.uri).filter(isVsCodeFinding);
      return all.some((one) => /lowercase/.test(one.message)) && all;
    });
    await until('only findings that VS Code does not report', () =>
      isDeepStrictEqual(
        diagnosticsOf(document.fileName).map(({ message }) => message.replace(/^.*\. /s, '')),
        ['Did you mean `license`?'],
      ),
    );
    const place = findings.find((one) => /lowercase/.test(one.message))?.range;
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
    await until('the syntax error', () => diagnosticsOf(file).length > 0);
  });
});
