/** The history of missing files, over LSP: in a real repository, with a recorded git. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CodeAction, Hover } from 'vscode-languageserver-protocol';
import { createRepository, temporaryFolder, writeFiles } from '../equipment/server/repository.ts';
import { Editor, uriOf } from './language-server-client.ts';

const TEXT =
  '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\nRead `references/tax.md` first, then `references/vat.md`.\n';

/** Creates a repository whose `tax.md` was renamed to `levies.md`, and whose `vat.md` was deleted. */
function createNotes() {
  const repository = createRepository();
  const files = { 'tax.md': '# Levies\n', 'vat.md': '# VAT\n', 'taxes.md': '# Taxes\n' };
  repository.commit({
    'notes/SKILL.md': TEXT,
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`notes/references/${name}`, text])),
  });
  repository.move('notes/references/tax.md', 'notes/references/levies.md');
  const renamed = repository.commit({ 'notes/references/vat.md': null }, 22 * 86_400);
  return { repository, renamed, path: join(repository.root, 'notes/SKILL.md') };
}

async function hoverAt(editor: Editor, path: string, words: string): Promise<string> {
  const character = TEXT.split('\n')[5]?.indexOf(words) ?? -1;
  const params = { textDocument: { uri: uriOf(path) }, position: { line: 5, character } };
  return JSON.stringify((await editor.request<Hover | null>('textDocument/hover', params))?.contents ?? null);
}

async function actionsAt(editor: Editor, path: string, words: string): Promise<readonly CodeAction[]> {
  const position = { line: 5, character: TEXT.split('\n')[5]?.indexOf(words) ?? -1 };
  return editor.request('textDocument/codeAction', {
    textDocument: { uri: uriOf(path) },
    range: { start: position, end: position },
    context: { diagnostics: [], only: ['quickfix.skillwright'] },
  });
}

/** Repeats a hover until it has the text: git is asked in the background. */
async function untilHover(editor: Editor, path: string, words: string, text: string): Promise<string> {
  for (;;) {
    const hover = await hoverAt(editor, path, words);
    if (hover.includes(text)) return hover;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const LITERALS = {
  codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } }, isPreferredSupport: true },
};

describe.each([true, false])('in an editor that pulls diagnostics: %s', (pull) => {
  it('hovers and fixes follow the history, and diagnostics stay the same', async () => {
    const { repository, renamed, path } = createNotes();
    const start = (trusted: boolean) =>
      Editor.start({ folders: [repository.root], pull, textDocument: LITERALS, initializationOptions: { trusted } });
    const editor = await start(true);
    await editor.open(path, TEXT);
    const before = pull ? await editor.pull(path) : undefined;
    const hover = await untilHover(editor, path, 'references/vat', 'was deleted');
    expect(hover).toContain(`references/vat.md was deleted in ${renamed.slice(0, 7)}, 3 weeks ago.`);
    expect(await hoverAt(editor, path, 'references/tax')).toContain('was renamed to references/levies.md in');
    const [first, ...others] = await actionsAt(editor, path, 'references/tax');
    expect(first).toMatchObject({ title: 'Change to references/levies.md', isPreferred: true });
    expect(others.some(({ title, isPreferred }) => title === 'Change to references/taxes.md' && !isPreferred)).toBe(
      true,
    );
    expect(editor.refreshes).toBe(0);
    if (pull) {
      const after = await editor.pull(path);
      expect(after).toEqual(before);
      const untrusted = await start(false);
      await untrusted.open(path, TEXT);
      expect(await untrusted.pull(path)).toEqual(before);
      expect(await untrusted.quit()).toBe(0);
    }
    expect(await editor.quit()).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')('git', () => {
  /** Puts a script called git before the real one. Returns the file that it can write to. */
  async function withGit<T>(script: (record: string) => string, run: (record: string) => Promise<T>): Promise<T> {
    const folder = temporaryFolder();
    const record = join(temporaryFolder(), 'record');
    writeFiles(folder, { git: `#!/bin/sh\n${script(record)}\n` });
    chmodSync(join(folder, 'git'), 0o755);
    const before = process.env.PATH;
    process.env.PATH = `${folder}:${before}`;
    try {
      return await run(record);
    } finally {
      process.env.PATH = before;
    }
  }

  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const recorded = (record: string): string => `echo "$@" >> ${record}\nPATH=/usr/bin:/bin exec ${real} "$@"`;

  it.each([
    ['an untrusted workspace', { trusted: false }, {}],
    ['an editor that does not say so', {}, {}],
    ['a trusted workspace with the setting off', { trusted: true }, { history: { enabled: false } }],
  ])('is not started in %s', async (_, initializationOptions, settings) => {
    const { repository, path } = createNotes();
    await withGit(recorded, async (record) => {
      const editor = await Editor.start({
        folders: [repository.root],
        textDocument: LITERALS,
        initializationOptions,
        settings,
      });
      await editor.open(path, TEXT);
      await editor.pull(path);
      // Longer than the delay after which git is asked.
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(await hoverAt(editor, path, 'references/vat')).toContain(' is meant: ');
      const [first] = await actionsAt(editor, path, 'references/tax');
      expect(first?.title).toBe('Change to references/taxes.md');
      expect(existsSync(record)).toBe(false);
      await editor.connection.sendNotification('skillwright/workspaceTrusted');
      if ('history' in settings) expect(await hoverAt(editor, path, 'references/vat')).not.toContain('deleted');
      else await untilHover(editor, path, 'references/vat', 'was deleted');
      expect(existsSync(record)).toBe(!('history' in settings));
      expect(await editor.quit()).toBe(0);
    });
  });

  it('is started twice for a commit, however often the file is read', async () => {
    const { repository, path } = createNotes();
    await withGit(recorded, async (record) => {
      const editor = await Editor.start({ folders: [repository.root], initializationOptions: { trusted: true } });
      await editor.open(path, TEXT);
      await editor.pull(path);
      await untilHover(editor, path, 'references/vat', 'was deleted');
      const commands = () =>
        readFileSync(record, 'utf8')
          .trim()
          .split('\n')
          .map((line) => / (rev-parse|log) /.exec(line)?.[1]);
      expect(commands().slice(0, 2)).toEqual(['rev-parse', 'log']);
      for (let count = 0; count < 50; count++) await hoverAt(editor, path, 'references/vat');
      expect(commands().filter((command) => command === 'log')).toHaveLength(1);
      expect(await editor.quit()).toBe(0);
    });
  });

  it('that does not end delays nothing, and is ended', async () => {
    const { repository, path } = createNotes();
    await withGit(
      (record) => `echo $$ > ${record}\nsleep 1000`,
      async (record) => {
        const editor = await Editor.start({ folders: [repository.root], initializationOptions: { trusted: true } });
        await editor.open(path, TEXT);
        await editor.pull(path);
        while (!existsSync(record) || readFileSync(record, 'utf8') === '')
          await hoverAt(editor, path, 'references/vat');
        expect(await hoverAt(editor, path, 'references/vat')).toContain(' is meant: ');
        const id = Number(readFileSync(record, 'utf8'));
        while (isRunning(id)) expect(await hoverAt(editor, path, 'references/vat')).toContain(' is meant: ');
        expect(await editor.quit()).toBe(0);
      },
    );
  });

  it('ends with the server', async () => {
    const { repository, path } = createNotes();
    await withGit(
      (record) => `echo $$ > ${record}\nsleep 1000`,
      async (record) => {
        const editor = await Editor.start({ folders: [repository.root], initializationOptions: { trusted: true } });
        await editor.open(path, TEXT);
        await editor.pull(path);
        while (!existsSync(record) || readFileSync(record, 'utf8') === '')
          await hoverAt(editor, path, 'references/vat');
        expect(await editor.quit()).toBe(0);
        const id = Number(readFileSync(record, 'utf8'));
        while (isRunning(id)) await new Promise((resolve) => setTimeout(resolve, 20));
      },
    );
  });
});

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    // One that ended may not have been collected by its parent.
    return !existsSync(`/proc/${id}/stat`) || !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
