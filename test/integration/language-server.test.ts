import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  type ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { LSPErrorCodes, type WorkspaceDocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { Editor, type EditorOptions, serverBundle, uriOf } from './language-server-client.ts';

let folder: string;
let editor: Editor | undefined;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-lsp-')));
});
afterEach(() => {
  editor?.child.kill('SIGKILL');
  editor = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<EditorOptions> = {}): Promise<Editor> {
  editor = await Editor.start({ folders: [folder], ...options });
  return editor;
}

function write(path: string, text: string | Buffer): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does one thing. Use it for that.\n---\n\n${body}\n`;

/** Creates a skill and opens its SKILL.md; returns its path. */
async function openSkill(server: Editor, name: string, body: string): Promise<string> {
  const path = write(`${name}/SKILL.md`, skill(name, body));
  await server.notifyFileEvent(path, 'created');
  await server.open(path, skill(name, body));
  return path;
}

describe('during typing', () => {
  it('reports a missing path until it is fixed', async () => {
    write('notes/references/guide.md', '# Guide\n');
    const server = await start();
    const path = await openSkill(server, 'notes', 'Read `references/gide.md` first.');
    expect(await server.problems(path)).toEqual(['reference.missing: references/gide.md']);
    await server.type(path, 'gide', 'guide');
    expect(await server.problems(path)).toEqual([]);
  });

  it('answers "unchanged" if nothing is new', async () => {
    const server = await start();
    const path = await openSkill(server, 'notes', 'Read `references/guide.md`.');
    const first = await server.pull(path);
    expect(first.resultId).toBeTruthy();
    expect(await server.pull(path, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    await server.type(path, 'Read', 'Please read');
    expect((await server.pull(path, first.resultId)).kind).toBe('full');
  });

  it('uses UTF-16 positions, also after emoji and CRLF', async () => {
    const server = await start();
    const path = await openSkill(server, 'notes', '👩‍🔬 naïve 𝒳\r\n\r\n🎉 Read `references/guide.md`.');
    expect(await server.problems(path)).toEqual(['reference.missing: references/guide.md']);
  });

  it('checks a skill that was never saved', async () => {
    const server = await start();
    const path = join(folder, 'new', 'SKILL.md');
    await server.open(path, skill('new', 'Run `scripts/go.py`.'));
    expect(await server.problems(path)).toEqual(['reference.missing: scripts/go.py']);
  });

  it('checks the Markdown files of a skill, and no others', async () => {
    write('notes/SKILL.md', skill('notes', 'Read `references/guide.md`.'));
    const guide = write('notes/references/guide.md', 'See [more](more.md).\n');
    const readme = write('README.md', 'See [more](references/more.md).\n');
    const server = await start();
    await server.open(guide, 'See [more](more.md).\n', 'markdown');
    await server.open(readme, 'See [more](references/more.md).\n', 'markdown');
    expect(await server.problems(guide)).toEqual(['reference.missing: more.md']);
    expect(await server.problems(readme)).toEqual([]);
  });
});

describe('a fence typed in a long document', () => {
  it('keeps the findings below it until the author pauses', async () => {
    const server = await start();
    const prose = 'A line of prose that says nothing about any file of this skill.\n\n'.repeat(1_500);
    const path = await openSkill(server, 'notes', `Typed here:\n\nX\n\n${prose}See [one](references/one.md).\n`);
    const shown = await server.pull(path);
    const id = shown.kind === 'full' ? shown.resultId : undefined;
    expect(id).toBeDefined();
    const refreshes = server.refreshes;
    await server.type(path, '\nX\n', '\n```\n');
    expect(await server.pull(path, id)).toEqual({ kind: 'unchanged', resultId: id });
    await vi.waitFor(() => expect(server.refreshes).toBe(refreshes + 1), 20_000);
    // What is below is code now.
    expect(await server.pull(path, id)).toMatchObject({ kind: 'full' });
    await server.type(path, '\n```\n', '\n```\nls\n```\n');
    expect(await server.pull(path, id)).toMatchObject({ kind: 'unchanged' });
    await vi.waitFor(() => expect(server.refreshes).toBe(refreshes + 2), 20_000);
    expect(await server.problems(path)).toContain('reference.missing: references/one.md');
  });

  it('is checked immediately for an editor that has no findings of it yet', async () => {
    const server = await start();
    const prose = 'A line of prose that says nothing about any file of this skill.\n\n'.repeat(1_500);
    const path = await openSkill(server, 'notes', `X\n\nSee [one](references/one.md).\n\n${prose}`);
    await server.type(path, '\nX\n', '\n```\n```\n');
    expect(await server.problems(path)).toContain('reference.missing: references/one.md');
  });
});

describe('file events', () => {
  it('follows a file that is created and deleted', async () => {
    const server = await start();
    const path = await openSkill(server, 'notes', 'Read `references/guide.md`.');
    expect(await server.problems(path)).toHaveLength(1);
    const before = server.refreshes;
    const guide = write('notes/references/guide.md', '# Guide\n');
    await server.notifyFileEvent(guide, 'created');
    expect(await server.problems(path)).toEqual([]);
    await vi.waitFor(() => expect(server.refreshes).toBeGreaterThan(before), 20_000);
    rmSync(guide);
    await server.notifyFileEvent(guide, 'deleted');
    expect(await server.problems(path)).toHaveLength(1);
  });

  it('follows a folder that is renamed', async () => {
    write('notes/refs/guide.md', '# Guide\n');
    const server = await start();
    const path = await openSkill(server, 'notes', 'Read [the guide](references/guide.md).');
    expect(await server.problems(path)).toHaveLength(1);
    rmSync(join(folder, 'notes/refs'), { recursive: true });
    write('notes/references/guide.md', '# Guide\n');
    await server.notifyFileEvent(join(folder, 'notes/refs'), 'deleted');
    await server.notifyFileEvent(join(folder, 'notes/references'), 'created');
    expect(await server.problems(path)).toEqual([]);
  });
});

describe('workspace folders', () => {
  it('includes folders that are added and removed later', async () => {
    write('one/a/SKILL.md', skill('a', ''));
    write('two/b/SKILL.md', skill('b', ''));
    write('three/c/SKILL.md', skill('c', ''));
    const [one, two, three] = ['one', 'two', 'three'].map((name) => join(folder, name));
    const server = await start({ folders: [one ?? '', two ?? ''] });
    const names = async () => (await server.request<{ name: string }[]>('skillwright/skills')).map(({ name }) => name);
    expect(await names()).toEqual(['a', 'b']);
    await server.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: uriOf(three ?? ''), name: '' }], removed: [{ uri: uriOf(one ?? ''), name: '' }] },
    });
    expect(await names()).toEqual(['b', 'c']);
  });

  it('checks a skill outside all folders while it is open', async () => {
    const path = write('elsewhere/notes/SKILL.md', skill('notes', 'Read `references/guide.md`.'));
    mkdirSync(join(folder, 'workspace'));
    const server = await start({ folders: [join(folder, 'workspace')] });
    await server.open(path, skill('notes', 'Read `references/guide.md`.'));
    expect(await server.problems(path)).toEqual(['reference.missing: references/guide.md']);
  });

  it('keeps the workspace report pending and sends changes', async () => {
    const path = write('notes/SKILL.md', skill('notes', 'Read `references/guide.md`.'));
    const server = await start();
    const reports: WorkspaceDocumentDiagnosticReport[] = [];
    server.connection.onUnhandledProgress(({ token, value }) => {
      if (token === 'ws') reports.push(...(value as { items: WorkspaceDocumentDiagnosticReport[] }).items);
    });
    let answered = false;
    const request = server
      .request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'ws' })
      .finally(() => (answered = true));
    await vi.waitFor(() => expect(reports.map(({ uri }) => uri)).toEqual([uriOf(path)]), 20_000);
    expect(answered).toBe(false);
    write('notes/references/guide.md', '# Guide\n');
    await server.notifyFileEvent(join(folder, 'notes/references/guide.md'), 'created');
    await vi.waitFor(() => expect(reports).toHaveLength(2), 20_000);
    expect(reports[1]).toMatchObject({ kind: 'full', uri: uriOf(path), items: [] });
    expect(await server.quit()).toBe(0);
    await request;
  });

  it('completes the workspace report immediately, with changes only, without partial results', async () => {
    write('notes/SKILL.md', skill('notes', 'Read `references/guide.md`.'));
    const server = await start();
    const ask = (previousResultIds: unknown[]) =>
      server.request<{ items: WorkspaceDocumentDiagnosticReport[] }>('workspace/diagnostic', { previousResultIds });
    const { items } = await ask([]);
    expect(items).toHaveLength(1);
    expect(await ask(items.map(({ uri, resultId }) => ({ uri, value: resultId })))).toEqual({ items: [] });
  });
});

describe('fixes', () => {
  it('offers the most likely file first, and its edit resolves the finding', async () => {
    write('notes/references/action-items.md', '# Items\n\n## Form\n');
    const server = await start();
    const path = await openSkill(
      server,
      'notes',
      'Word them as [items](./references/action-item.md#form "how") have it.',
    );
    const report = await server.pull(path);
    const range = report.kind === 'full' ? report.items[0]?.range : undefined;
    const [first, ...others] = await server.actions(
      path,
      range ?? { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
    );
    expect(first).toMatchObject({
      title: 'Change to references/action-items.md',
      kind: 'quickfix.skillwright',
      isPreferred: true,
    });
    expect(others.map(({ title }) => title)).toContain('Create references/action-item.md');
    await server.apply(first?.edit);
    expect(server.text(path)).toContain('[items](./references/action-items.md#form "how")');
    expect(await server.problems(path)).toEqual([]);
  });

  it('inserts the sentence about paths, and the path into each sentence, of the example from the tour', async () => {
    const example = join(import.meta.dirname, '../../examples/skills/release-writer');
    const path = join(example, 'SKILL.md');
    const server = await start({ folders: [example] });
    await server.open(path, readFileSync(path, 'utf8'));
    for (const [code, words] of [
      ['reference.client', 'scripts/group.py'],
      ['reference.guessable', 'the user guide'],
      ['reference.guessable', 'the provided template'],
    ] as const) {
      expect(await server.problems(path)).toContain(`${code}: ${words}`);
      const report = await server.pull(path);
      const found =
        report.kind === 'full'
          ? report.items.find((item) => server.formatDiagnostic(path, item).endsWith(words))
          : undefined;
      const [fix] = await server.actions(
        path,
        found?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      );
      expect(fix?.isPreferred).toBe(true);
      await server.apply(fix?.edit);
    }
    expect(server.text(path)).toContain('Paths in this file are relative to the folder of this SKILL.md;');
    expect(server.text(path)).toContain('see the user guide (`references/guide.md`).');
    expect(server.text(path)).toContain('the provided template (`assets/release-notes-template.md`).');
    expect(await server.problems(path)).toEqual([]);
  });

  it('shows a lens that runs an agent, and links to the files', async () => {
    write('notes/references/guide.md', '# Guide\n');
    const server = await start({ initializationOptions: { commands: ['skillwright.runAgent'] } });
    expect(server.initialized?.capabilities.codeLensProvider).toEqual({});
    const path = await openSkill(server, 'notes', 'Read `references/guide.md`.');
    const textDocument = { uri: uriOf(path) };
    expect(await server.request('textDocument/codeLens', { textDocument })).toMatchObject([
      { command: { command: 'skillwright.runAgent', arguments: [join(folder, 'notes')] } },
      { command: { title: expect.stringMatching(/tokens always/), command: '' } },
    ]);
    expect(await server.request('textDocument/documentLink', { textDocument })).toMatchObject([
      { target: uriOf(join(folder, 'notes/references/guide.md')) },
    ]);
  });
});

it('offers no lens to an editor without its command', async () => {
  const server = await start();
  expect(server.initialized?.capabilities).not.toHaveProperty('codeLensProvider');
});

it('answers a request before `initialize` with the error code of the protocol', async () => {
  const child = spawn(process.execPath, [serverBundle, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const response = connection.sendRequest('textDocument/diagnostic', { textDocument: { uri: uriOf('/x/SKILL.md') } });
  const code = await response.catch((error: ResponseError) => error.code);
  connection.dispose();
  child.kill('SIGKILL');
  expect(code).toBe(ErrorCodes.ServerNotInitialized);
});

describe('requests before earlier replies', () => {
  it('processes messages sent before the reply to initialize, in order', async () => {
    const path = write('notes/SKILL.md', skill('notes', ''));
    const server = await start({
      // All of this is sent before the server can have replied.
      eagerly: (editor) => {
        void editor.notify('initialized', {});
        void editor.open(path, skill('notes', 'Read `references/guide.md`.'));
        void editor.type(path, 'guide', 'other');
      },
    });
    expect(await server.problems(path)).toEqual(['reference.missing: references/other.md']);
  });

  it('answers a cancelled request immediately, and the last one for the current text', async () => {
    const server = await start();
    const path = await openSkill(server, 'notes', 'Read `references/guide.md`.');
    const params = { textDocument: { uri: uriOf(path) } };
    const cancelled: Promise<unknown>[] = [];
    for (let key = 0; key < 20; key++) {
      void server.type(path, '.md', 'x.md');
      const source = new CancellationTokenSource();
      const request = server.connection.sendRequest('textDocument/diagnostic', params, source.token);
      cancelled.push(request.catch((error: ResponseError) => error.code));
      source.cancel();
    }
    const last = server.problems(path);
    expect(await Promise.all(cancelled)).toEqual(cancelled.map(() => LSPErrorCodes.RequestCancelled));
    expect(await last).toEqual([`reference.missing: references/guide${'x'.repeat(20)}.md`]);
  });

  it('answers all of many requests that are not cancelled, the last for the last text', async () => {
    const server = await start();
    const path = await openSkill(server, 'notes', 'Read `references/guide.md`.');
    const responses = Array.from({ length: 20 }, () => {
      void server.type(path, '.md', 'x.md');
      return server.pull(path);
    });
    const marked = (await Promise.all(responses)).map((report) =>
      report.kind === 'full' ? report.items.map((item) => server.formatDiagnostic(path, item)) : [],
    );
    expect(marked.map((found) => found.length)).toEqual(responses.map(() => 1));
    expect(marked.at(-1)).toEqual([`reference.missing: references/guide${'x'.repeat(20)}.md`]);
  });
});

describe('settings', () => {
  it('change the level of a rule, and are requested again when they change', async () => {
    const server = await start({ settings: { rules: { reference: { missing: 'hint' } } } });
    const path = await openSkill(server, 'notes', 'Read `references/guide.md`.');
    const severity = async () => {
      const report = await server.pull(path);
      return report.kind === 'full' ? report.items.map((item) => item.severity) : undefined;
    };
    expect(await severity()).toEqual([4]);
    server.settings = { rules: { 'reference.missing': 'off' } };
    await server.notify('workspace/didChangeConfiguration', { settings: null });
    await vi.waitFor(async () => expect(await severity()).toEqual([]), 20_000);
  });

  it('of an editor without configuration requests hold from the start, and after folders are added', async () => {
    const lax = { skillwright: { rules: { 'reference.missing': 'off' } } };
    const path = write('notes/SKILL.md', skill('notes', 'Read `references/guide.md`.'));
    const server = await start({
      workspace: { configuration: false },
      // As Neovim 0.7 does.
      eagerly: (editor) => {
        void editor.notify('initialized', {});
        void editor.notify('workspace/didChangeConfiguration', { settings: lax });
        void editor.open(path, skill('notes', 'Read `references/guide.md`.'));
      },
    });
    expect(await server.problems(path)).toEqual([]);
    const event = { added: [{ uri: uriOf(join(folder, 'more')), name: 'more' }], removed: [] };
    await server.notify('workspace/didChangeWorkspaceFolders', { event });
    expect(await server.problems(path)).toEqual([]);
  });

  it('can differ between folders', async () => {
    const strict = write('strict/notes/SKILL.md', skill('notes', 'Read `references/guide.md`.'));
    const lax = write('lax/notes/SKILL.md', skill('notes', 'Read `references/guide.md`.'));
    const server = await start({
      folders: [join(folder, 'strict'), join(folder, 'lax')],
      settings: (scope?: string) => (scope?.endsWith('/lax') ? { rules: { 'reference.missing': 'off' } } : null),
    });
    for (const path of [strict, lax]) await server.open(path, skill('notes', 'Read `references/guide.md`.'));
    expect(await server.problems(strict)).toEqual(['reference.missing: references/guide.md']);
    expect(await server.problems(lax)).toEqual([]);
  });

  it('omits what the editor reports itself, which is only for open documents', async () => {
    const server = await start({ initializationOptions: { reportedByEditor: ['frontmatter.unknown/other'] } });
    const text = '---\nname: notes\ndescription: Does one thing.\nlicence: MIT\nmood: good\ncompatibility: []\n---\n';
    const path = write('notes/SKILL.md', text);
    const most = ['frontmatter.field 6', 'frontmatter.unknown 4'];
    const all = [...most, 'frontmatter.unknown 5'];
    const problems = async () => {
      const report = await server.pull(path);
      const items = report.kind === 'full' ? report.items : [];
      return items.map(({ code, range }) => `${code} ${range.start.line + 1}`).sort();
    };
    expect(await problems()).toEqual(all);
    await server.open(path, text);
    expect(await problems()).toEqual(most);
    // Such an editor checks only what it shows.
    await server.notify('skillwright/shownDocuments', []);
    expect(await problems()).toEqual(all);
    await server.notify('skillwright/shownDocuments', [uriOf(path)]);
    expect(await problems()).toEqual(most);
    await server.notify('skillwright/shownDocuments', []);
    await server.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
    expect(await problems()).toEqual(all);
  });

  it("returns the location of a rule's page: next to the server, or where the editor shows it", async () => {
    const text = skill('notes', 'Read `references/guide.md`.');
    const path = write('notes/SKILL.md', text);
    const pageOf = async (server: Awaited<ReturnType<typeof start>>) => {
      const report = await server.pull(path);
      return report.kind === 'full' ? report.items[0]?.codeDescription?.href : undefined;
    };
    const page = await pageOf(await start());
    expect(page).toMatch(/^file:/);
    expect(readFileSync(fileURLToPath(page ?? ''), 'utf8')).toMatch(/^# reference\.missing/);
    const shown = await start({ initializationOptions: { rulePages: 'skillwright-docs:/rules' } });
    expect(await pageOf(shown)).toBe('skillwright-docs:/rules/reference.missing.md');
    const odd = await start({ initializationOptions: { rulePages: 'no address' } });
    expect(await pageOf(odd)).toBe(page);
  });

  it('publishes diagnostics to an editor that cannot pull', async () => {
    const server = await start({ pull: false });
    const path = await openSkill(server, 'notes', 'Read `references/guide.md`.');
    const count = () => server.published.get(uriOf(path))?.diagnostics.length;
    await vi.waitFor(() => expect(count()).toBe(1), 20_000);
    await server.type(path, 'references/guide.md', 'nothing');
    await vi.waitFor(() => expect(count()).toBe(0), 20_000);
  });
});

describe('hostile input', () => {
  it('survives binary, huge and malformed files, and checks the others', async () => {
    write('binary/SKILL.md', Buffer.from([0, 1, 2, 255, 0, 254]));
    write('huge/SKILL.md', Buffer.alloc(50 * 1024 * 1024, 'a'));
    write('code/SKILL.md', `---js\n{ name: (process.exit(7), 'x') }\n---\n`);
    write('bomb/SKILL.md', `---\na: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nname: bomb\n---\n`);
    write('endless/SKILL.md', '---\nname: endless\ndescription: It never ends\n');
    write('folder/SKILL.md/file.txt', 'a folder that is called SKILL.md');
    write('deep/SKILL.md', skill('deep', `${'>'.repeat(5_000)} ${'['.repeat(5_000)}\n${'- '.repeat(2_000)}x`));
    write('good/SKILL.md', skill('good', 'Read `references/guide.md`.'));
    const server = await start();
    const { items } = await server.request<{ items: WorkspaceDocumentDiagnosticReport[] }>('workspace/diagnostic', {
      previousResultIds: [],
    });
    const codes = Object.fromEntries(
      items.map((item) => [
        item.uri.slice(uriOf(folder).length + 1),
        item.kind === 'full' ? item.items.map(({ code }) => code) : [],
      ]),
    );
    expect(codes).toMatchObject({
      'binary/SKILL.md': ['frontmatter.syntax'],
      'huge/SKILL.md': ['frontmatter.syntax'],
      'code/SKILL.md': ['frontmatter.syntax'],
      'endless/SKILL.md': ['frontmatter.syntax'],
      'good/SKILL.md': ['reference.missing'],
    });
    expect(server.child.exitCode).toBeNull();
  });

  it('returns nothing, without an error, for files that belong to no skill', async () => {
    const server = await start();
    for (const uri of [
      'untitled:Untitled-1',
      'not a uri',
      'https://example.com/SKILL.md',
      uriOf(join(folder, 'gone/SKILL.md')),
    ]) {
      expect(await server.request('textDocument/diagnostic', { textDocument: { uri } })).toMatchObject({ items: [] });
      expect(await server.request('textDocument/codeLens', { textDocument: { uri } })).toEqual([]);
    }
  });

  it('exits on the `exit` notification before initialization', async () => {
    const child = spawn(process.execPath, [serverBundle, '--stdio'], { stdio: ['pipe', 'ignore', 'inherit'] });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const message = JSON.stringify({ jsonrpc: '2.0', method: 'exit' });
    child.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
    expect(await exited).toBe(1);
  });

  it('exits with 0 after shutdown, and when its editor disconnects', async () => {
    expect(await (await start()).quit()).toBe(0);
    const orphan = await start();
    const exited = new Promise((resolve) => orphan.child.once('exit', resolve));
    orphan.child.stdin?.end();
    await exited;
  });
});
