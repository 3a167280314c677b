/**
 * The order of the first findings, for an editor that pulls diagnostics and one that cannot: those of the open document come
 * first, and none that was shown is withdrawn when the settings and the other files are known.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type {
  Diagnostic,
  DocumentDiagnosticReport,
  PublishDiagnosticsParams,
  WorkspaceDiagnosticReportPartialResult,
} from 'vscode-languageserver-protocol';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, uriOf } from './language-server-client.ts';

/** Time after which the editor answers the request for its settings, in milliseconds: longer than any debounce delay. */
const SETTINGS_DELAY_MS = 400;

/** The settings of each folder. They turn a rule off, so that its findings must never appear. */
const SETTINGS = { rules: { 'reference.anchor': 'off' } };

const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Sorts notes. Use it for notes.\n---\n\n# Notes\n\n${body}`;

/** The open document is the last one by path. Some of its findings depend on other files: of its skill, and of others. */
const FILES: Readonly<Record<string, string>> = {
  'skills/a/SKILL.md': skill('a', 'Read `references/gone.md`.\n'),
  'skills/b/SKILL.md': skill('twice', 'Read `references/gone.md`.\n'),
  'skills/b/references/rates.md': '# Rates\n\nRead `lost.md`.\n',
  'skills/c/SKILL.md': skill('c', 'Read `references/gone.md`.\n'),
  'skills/twice/SKILL.md': skill(
    'twice',
    'Read `references/gone.md`, [rates](references/rates.md#old), `../b/references/rates.md` and `../b/lost.md`.\n',
  ),
  'skills/twice/references/rates.md': '# Rates\n\nRead `gone-too.md`.\n',
  'skills/twice/references/unread.md': '# Unread\n',
};
const OPEN = 'skills/twice/SKILL.md';

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-first-findings-')));
  writeFiles(folder, FILES);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An editor that opens a document immediately, asks for diagnostics as VS Code does, and sends its settings late. */
async function start(pull: boolean, handle: (editor: Editor) => void): Promise<Editor> {
  const path = join(folder, OPEN);
  return Editor.start({
    folders: [folder],
    pull,
    eagerly(editor) {
      editor.connection.onRequest('workspace/configuration', async ({ items }: { items: { scopeUri?: string }[] }) => {
        await new Promise((resolve) => setTimeout(resolve, SETTINGS_DELAY_MS));
        return items.map(({ scopeUri }) => (scopeUri === undefined ? null : SETTINGS));
      });
      handle(editor);
      void editor.notify('initialized', {});
      void editor.open(path, readFileSync(path, 'utf8'));
    },
  });
}

const format = (uri: string, items: readonly Diagnostic[]): string =>
  [relative(folder, fileURLToPath(uri)), ...items.map(({ code, range }) => `  ${range.start.line}: ${code}`)].join(
    '\n',
  );

/** Throws if a report of a document lacks a finding that an earlier one had. */
function expectNoneWithdrawn(reports: readonly (readonly [uri: string, items: readonly Diagnostic[]])[]): void {
  const shown = new Map<string, readonly string[]>();
  for (const [uri, items] of reports) {
    const now = items.map((item) => JSON.stringify(item));
    expect(now, uri).toEqual(expect.arrayContaining([...(shown.get(uri) ?? [])]));
    shown.set(uri, now);
  }
}

it('sends an editor that pulls the open document before the others', async () => {
  const reports: [string, readonly Diagnostic[]][] = [];
  const lines: string[] = [];
  const add = (how: string, uri: string, items: readonly Diagnostic[]): void => {
    reports.push([uri, items]);
    lines.push(`${how} ${format(uri, items)}`);
  };
  const editor = await start(true, (started) => {
    started.connection.onUnhandledProgress(({ value }) => {
      for (const report of (value as WorkspaceDiagnosticReportPartialResult).items)
        if (report.kind === 'full') add('workspace:', report.uri, report.items);
    });
  });
  const uri = uriOf(join(folder, OPEN));
  const document = editor.request<DocumentDiagnosticReport>('textDocument/diagnostic', { textDocument: { uri } });
  const answered = document.then((report) => report.kind === 'full' && add('document:', uri, report.items));
  void editor.request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 1 }).catch(() => {});
  await answered;
  await vi.waitFor(() => expect(new Set(reports.map(([path]) => path)).size).toBe(4), { timeout: 20_000 });
  await editor.quit();
  expectNoneWithdrawn(reports);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('transcripts/first-findings.txt');
}, 60_000);

it('sends an editor that cannot pull the open document before the others, and nothing before its settings', async () => {
  const reports: [string, readonly Diagnostic[]][] = [];
  const editor = await start(false, (started) => {
    started.connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }: PublishDiagnosticsParams) => void reports.push([uri, diagnostics]),
    );
  });
  await vi.waitFor(() => expect(new Set(reports.map(([path]) => path)).size).toBe(4), { timeout: 20_000 });
  await editor.quit();
  expectNoneWithdrawn(reports);
  const lines = reports.map(([uri, items]) => `published: ${format(uri, items)}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('transcripts/first-findings-minimal.txt');
}, 60_000);

it('judges an added folder by its own settings from the first finding on', async () => {
  const added = realpathSync(mkdtempSync(join(tmpdir(), 'sw-first-findings-added-')));
  writeFiles(added, FILES);
  const editor = await start(true, () => {});
  const path = join(added, OPEN);
  await editor.open(path, readFileSync(path, 'utf8'));
  await editor.pull(path);
  await editor.notify('workspace/didChangeWorkspaceFolders', {
    event: { added: [{ uri: uriOf(added), name: '' }], removed: [] },
  });
  const found = await editor.problems(path);
  expect(found.map((problem) => problem.split(':')[0])).toEqual([
    'reference.unreferenced',
    'skill.duplicate',
    'reference.missing',
  ]);
  await editor.quit();
  rmSync(added, { recursive: true, force: true });
}, 60_000);
