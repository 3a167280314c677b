/** Files that links reach outside of a skill: no output and no answer of the language server contains anything of them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, uriOf } from './language-server-client.ts';
import { createTemporaryFolder, runCli } from './run-support.ts';

const SECRET = '# Swordfish\n\n## Api key\n\nSwordfish.\n';
const HEAD = '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\n';
/** Links by their path in the skill. `OUT` is a folder outside of the workspace. */
const LINKS: Readonly<Record<string, string>> = {
  'x.md': 'OUT/secret.md',
  'references/y.md': '../../shared/secret.md',
  folder: 'OUT',
  'chain.md': 'references/y.md',
  'pipe.md': 'OUT/pipe',
  'zero.md': '/dev/zero',
  'evals/evals.json': 'OUT/secret.json',
  'scripts/run.py': 'OUT/secret.py',
};
const NAMES = ['x.md', 'references/y.md', 'folder/secret.md', 'chain.md', 'pipe.md', 'zero.md'];
const BODY = `${NAMES.map((name) => `Read [it](${name}#swordfis), \`${name}\`.`).join('\n')}\n\nRun \`scripts/run.py\`.\n`;

function create(): string {
  const top = realpathSync(createTemporaryFolder());
  const [out, work] = [join(top, 'out'), join(top, 'work')];
  writeFiles(top, {
    'out/secret.md': SECRET,
    'out/settings': 'Swordfish: 1\n',
    'out/secret.json': '{"evals": [{"id": 1, "prompt": "Swordfish", "assertions": ["Swordfish"]}]}',
    'out/inner/api-key.md': SECRET,
    'out/secret.py': '"""Usage: swordfish"""\n',
    'work/shared/secret.md': '# Shared\n',
    'work/notes/SKILL.md': HEAD + BODY,
  });
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(out, 'pipe')]);
  symlinkSync(join(out, 'settings'), join(work, '.skillwright.json'));
  for (const [path, target] of Object.entries(LINKS)) {
    mkdirSync(dirname(join(work, 'notes', path)), { recursive: true });
    symlinkSync(target.replace('OUT', out), join(work, 'notes', path));
  }
  return work;
}

/** The words of the secret, and a name next to it, that no document of the skill has. */
const QUOTED = /swordfish|api.key|secret\.json/i;

it.skipIf(process.platform === 'win32').each(['pretty', 'json', 'sarif', 'github'])(
  'check --format %s',
  async (format) => {
    const cwd = create();
    const args = ['check', '.', '--explain', '--format', format];
    for (const more of [['--no-cache'], [], []]) {
      const { stdout, stderr } = await runCli([...args, ...more], { cwd });
      expect(stdout + stderr).not.toMatch(QUOTED);
    }
  },
);

it.skipIf(process.platform === 'win32')('the language server', async () => {
  const folder = create();
  const editor = await Editor.start({ folders: [folder], related: true });
  const path = join(folder, 'notes/SKILL.md');
  const textDocument = { uri: uriOf(path) };
  const lines = (HEAD + BODY).split('\n');
  await editor.open(path, HEAD + BODY);
  const answers: unknown[] = [await editor.pull(path)];
  for (const [line, text] of lines.entries()) {
    answers.push(await editor.actions(path, { start: { line, character: 0 }, end: { line, character: text.length } }));
    for (const [character] of [...text].entries()) {
      const position = { line, character };
      if (/[#`(/]/.test(text[character - 1] ?? '')) {
        const list = await editor.request<CompletionList | null>('textDocument/completion', { textDocument, position });
        for (const item of list?.items ?? []) {
          answers.push(item);
          if (item.data !== undefined)
            answers.push(await editor.request<CompletionItem>('completionItem/resolve', item));
        }
      }
      if (character % 5 === 0)
        for (const method of ['hover', 'definition', 'references'])
          answers.push(await editor.request(`textDocument/${method}`, { textDocument, position, context: {} }));
    }
  }
  for (const method of ['documentLink', 'documentSymbol', 'inlayHint', 'codeLens', 'foldingRange']) {
    const range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
    answers.push(await editor.request(`textDocument/${method}`, { textDocument, range }).catch(() => undefined));
  }
  answers.push(await editor.request('workspace/symbol', { query: '' }).catch(() => undefined));
  answers.push(await editor.request('workspace/symbol', { query: 'sword' }).catch(() => undefined));
  // The document itself says `swordfis`.
  for (const answer of answers) expect(JSON.stringify(answer) ?? '').not.toMatch(QUOTED);
  await editor.quit();
});
