/** Paths that the author says what they are, over LSP: the actions, their edits, and all that follows from the saved file. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodeAction, Hover, WorkspaceEdit } from 'vscode-languageserver-protocol';
import type { SkillCatalogue } from '../../server/protocol.ts';
import { Lines } from '../../server/workspace/lines.ts';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, uriOf } from './language-server-client.ts';

const TEXT = `---
name: notes
description: Sorts notes. Use it for notes.
---

Read \`references/rates.md\` and [the form](references/form.md).

\`\`\`bash
date > references/result.txt
\`\`\`

Check \`references/result.txt\`, then \`references/rates.md\`. It was formerly \`scripts/run.sh\`.
`;
const PLACES = ['references/result.txt`', 'scripts/run.sh', 'references/rates.md`. It'];

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-paths-')));
  writeFiles(folder, { 'notes/SKILL.md': TEXT });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Applies an edit to the disk, as an editor does that saves what it changed. */
function applyToDisk(edit: WorkspaceEdit | undefined): void {
  for (const change of edit?.documentChanges ?? []) {
    const path = decodeURI(
      new URL('uri' in change ? change.uri : 'textDocument' in change ? change.textDocument.uri : '').pathname,
    );
    if ('kind' in change) {
      expect(change.kind).toBe('create');
      writeFileSync(path, '', { flag: 'wx' });
      continue;
    }
    let text = readFileSync(path, 'utf8');
    const lines = new Lines(text);
    for (const one of change.edits) {
      if (!('newText' in one)) throw new Error('unexpected snippet');
      text = text.slice(0, lines.offset(one.range.start)) + one.newText + text.slice(lines.offset(one.range.end));
    }
    writeFileSync(path, text);
  }
}

it('is offered, written, and then holds for all places of the path', async () => {
  const codeAction = {
    codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
    dataSupport: true,
    resolveSupport: { properties: ['edit'] },
  };
  const textDocument = { codeAction, hover: { contentFormat: ['markdown'] } };
  const initializationOptions = { commands: ['skillwright.patternWritten'] };
  const editor = await Editor.start({ folders: [folder], textDocument, initializationOptions });
  const path = join(folder, 'notes/SKILL.md');
  const config = join(folder, '.skillwright.json');
  await editor.open(path, TEXT);
  const transcript: string[] = [];
  const write = (title: string, value: unknown): void => {
    const json = JSON.stringify(value, undefined, 1)
      .replaceAll(uriOf(folder), 'file:///workspace')
      .replaceAll(/file:[^)]*\/docs\/rules\//g, 'RULES/');
    transcript.push(`${title}: ${json}`);
  };
  const at = (words: string) => new Lines(TEXT).position(TEXT.indexOf(words));
  const hovers = async (): Promise<void> => {
    for (const words of PLACES) {
      const params = { textDocument: { uri: uriOf(path) }, position: at(words) };
      const hover = await editor.request<Hover | null>('textDocument/hover', params);
      // The clues of the judge have transcripts of their own.
      const contents = JSON.stringify(hover?.contents).replace(
        /(?:Almost|Very|Probably|Perhaps)[^"]* is meant: .*"/,
        'CERTAINTY"',
      );
      write(`hover at ${words}`, JSON.parse(contents));
    }
  };
  const counts = async (): Promise<void> => {
    const { skills } = await editor.request<SkillCatalogue>('skillwright/skillCatalogue');
    write('counts', skills.find(({ name }) => name === 'notes')?.paths);
  };
  write('problems', await editor.problems(path));
  await hovers();
  await counts();
  const position = at('references/rates.md`. It');
  const choose = async (title: string): Promise<void> => {
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uriOf(path) },
      range: { start: position, end: position },
      context: { diagnostics: [], only: ['quickfix.statePath'] },
    });
    const [first] = actions.map(({ diagnostics: _, ...action }) => action);
    write(
      'actions',
      actions.map((one) => one.title),
    );
    write('the first', first);
    const chosen = actions.find((one) => one.title === title);
    const { edit } = await editor.request<CodeAction>('codeAction/resolve', chosen);
    write('edit', edit);
    const kind = existsSync(config) ? 'changed' : 'created';
    applyToDisk(edit);
    await editor.notifyFileEvent(config, kind);
  };
  await choose('This path is made when the skill runs');
  write('problems', await editor.problems(path));
  await hovers();
  await counts();
  // Undone.
  writeFileSync(config, '{\n  "paths": {}\n}\n');
  await editor.notifyFileEvent(config, 'changed');
  write('problems', await editor.problems(path));
  await choose("This path belongs to the user's project");
  expect(readFileSync(config, 'utf8')).toBe('{\n  "paths": {\n    "references/rates.md": "user-project"\n  }\n}\n');
  write('problems', await editor.problems(path));
  expect(await editor.quit()).toBe(0);
  await expect(`${transcript.join('\n')}\n`).toMatchFileSnapshot('transcripts/paths.txt');
});
