/** The clients chosen in an editor's settings determine the findings about commands, and the fix works for all of them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-protocol';
import { Editor } from './language-server-client.ts';

let folder: string;
let editor: Editor | undefined;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-clients-')));
});
afterEach(() => {
  editor?.child.kill('SIGKILL');
  editor = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const TEXT = `---
name: notes
description: Sorts notes. Use it for notes.
---

# Notes

Sort them:

\`\`\`sh
python scripts/sort.py all
\`\`\`

Then run \`bash scripts/count.sh\`, and \`python scripts/sort.py\` again.
`;

/** Opens the skill in an editor with these settings. */
async function openSkill(settings: object): Promise<{ server: Editor; path: string }> {
  mkdirSync(join(folder, 'notes/scripts'), { recursive: true });
  writeFileSync(join(folder, 'notes/scripts/sort.py'), 'print(1)\n');
  writeFileSync(join(folder, 'notes/scripts/count.sh'), 'wc\n');
  const path = join(folder, 'notes/SKILL.md');
  writeFileSync(path, TEXT);
  const server = await Editor.start({ folders: [folder], related: true, settings });
  editor = server;
  await server.open(path, TEXT);
  return { server, path };
}

async function diagnostics(server: Editor, path: string): Promise<readonly Diagnostic[]> {
  const report = await server.pull(path);
  if (report.kind !== 'full') throw new Error('expected a full report');
  return report.items;
}

it('reports one diagnostic for all commands, with a fix that inserts one sentence', async () => {
  const { server, path } = await openSkill({ clients: ['claude-code', 'gemini-cli'] });
  const [one, ...more] = await diagnostics(server, path);
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    code: 'reference.client',
    severity: DiagnosticSeverity.Warning,
    range: { start: { line: 10, character: 7 }, end: { line: 10, character: 22 } },
    message:
      '`scripts/sort.py` is not in the workspace, where Claude Code and Gemini CLI run commands. Say what paths are relative to.',
  });
  expect(one?.relatedInformation?.map(({ location }) => location.range.start)).toEqual([
    { line: 13, character: 15 },
    { line: 13, character: 46 },
  ]);
  const [fix] = one === undefined ? [] : await server.actions(path, one.range);
  expect(fix).toMatchObject({ title: 'State that paths are relative to this SKILL.md', isPreferred: true });
  await server.apply(fix?.edit);
  expect(server.text(path)).toBe(
    TEXT.replace(
      '# Notes\n',
      '# Notes\n\nPaths in this file are relative to the folder of this SKILL.md; if you know that folder, put it before them, in commands too.\n',
    ),
  );
  expect(await diagnostics(server, path)).toEqual([]);
});

it.each<[object, readonly (readonly [string | number | undefined, number | undefined])[]]>([
  [{}, [['reference.client', DiagnosticSeverity.Information]]],
  [{ profile: 'claude' }, [['reference.client', DiagnosticSeverity.Warning]]],
  [{ clients: ['codex'] }, []],
])('follows the settings %j', async (settings, expected) => {
  const { server, path } = await openSkill(settings);
  expect((await diagnostics(server, path)).map(({ code, severity }) => [code, severity])).toEqual(expected);
});
