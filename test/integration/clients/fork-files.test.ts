/** Files that a forged journal says a command left changed: a fork writes them into its copy and nowhere else. */
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { createTemporaryFolder } from '../run-support.ts';
import { bash, idOf, project } from './client-project.ts';

describe.skipIf(!(await canSandbox()))('a fork of a journal that names files elsewhere', () => {
  test('writes nothing outside of its copy, and changes no file of the workspace', async () => {
    const made = await project([
      bash('mkdir -p own; echo own > own/file; echo ran'),
      { text: 'Done.' },
      bash('cat own/file inner/x.txt; ls -a'),
      { text: 'Done.' },
    ]);
    const outside = writeFiles(createTemporaryFolder(), { 'mine.txt': 'mine', 'folder/mine.txt': 'mine' });
    const workspace = join(made.cwd, 'workspace');
    writeFiles(workspace, { 'inner/x.txt': 'x', 'hard.txt': 'hard' });
    // The first one leads out, and the others lead to folders of the workspace.
    symlinkSync(outside, join(workspace, 'out'));
    symlinkSync('inner', join(workspace, 'in'));
    symlinkSync('.', join(workspace, 'self'));
    const first = await made.start({}, '--yes');
    const id = idOf(first);
    expect(made.resultsOf(id)).toEqual(['ran']);
    const up = '../'.repeat(8);
    const paths = [
      ...['../escaped.txt', `${up}${outside.slice(1)}/mine.txt`, `${outside}/mine.txt`, 'out/mine.txt', 'out/new.txt'],
      ...[
        'self/../escaped.txt',
        'in/../../escaped.txt',
        'self/self/out/mine.txt',
        'in/made.txt',
        'own/../../escaped.txt',
      ],
      ...['..\\escaped.txt', 'C:escaped.txt', 'a\0b', './a', '', '.', '..', 'x/./y', 'README.md/child', '.git/hooks/x'],
    ];
    for (const path of paths) made.addFile(id, path, 'forged');
    const at = made.events(id).findLast(({ type }) => type === 'llm_request')?.seq ?? 0;
    const forked = await made.cli('fork', id, '--at', String(at), '--runs', 'runs', '--json', '--yes');
    const said = forked.ofType('tool_result').map(({ result }) => String(result));
    // The file of the first command came back, and a forged one that is in the workspace.
    expect(said.at(-1)).toContain('own');
    expect([...readdirSync(outside), ...readdirSync(join(outside, 'folder'))]).toEqual([
      'folder',
      'mine.txt',
      'mine.txt',
    ]);
    expect(readFileSync(join(outside, 'mine.txt'), 'utf8')).toBe('mine');
    expect(readdirSync(workspace).sort()).toEqual(['README.md', 'hard.txt', 'in', 'inner', 'out', 'self']);
    expect([...readdirSync(join(workspace, 'inner')), readFileSync(join(workspace, 'README.md'), 'utf8')]).toEqual([
      'x.txt',
      '# App\n',
    ]);
    const elsewhere = readdirSync(made.cwd).sort();
    expect(elsewhere.filter((name) => name.includes('escaped'))).toEqual([]);
  });
});
