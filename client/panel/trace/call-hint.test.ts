import { expect, it } from 'vitest';
import { hintOf } from './call-hint.ts';

it.each([
  [{ query: 'tea', limit: 3 }, 'tea'],
  [{ limit: 3, query: '' }, undefined],
  [{ command: "/bin/bash -lc 'cat a.md && ls'" }, 'cat a.md && ls'],
  [{ command: ['bash', '-lc', 'cat a.md'], workdir: '/w' }, 'cat a.md'],
  [{ command: ['git', 'status'] }, 'git status'],
  [{ files: ['a.md'], query: 'tea' }, 'tea'],
  [{ old_str: 'x = 1', path: 'src/a.py', new_str: 'x = 2' }, 'src/a.py'],
  [
    {
      changes: [
        { path: 'src/a.js', kind: 'add' },
        { path: 'b.js', kind: 'update' },
      ],
    },
    'a.js, b.js',
  ],
  [{ todos: [{ content: 'Brew' }, { content: 'Pour' }] }, '2 todos'],
  [{ file_path: 'packages/coding-agent/src/tui/user-message-selector.ts' }, 'packages/…/tui/user-message-selector.ts'],
  [
    'const r = await tools.shell_command({command:"Get-Content \\"a b.md\\"",workdir:"C:\\\\w"}); text(r)',
    'Get-Content "a b.md"',
  ],
  ['await tools.exec_command({ cmd: `ls` })', 'ls'],
  ['*** Begin Patch\n*** Add File: a.md\n+A\n*** Update File: b.md', 'a.md, b.md'],
  ['const p = "*** Begin Patch\\n*** Add File: C:\\\\w\\\\a.md\\n+A"; tools.apply(p)', 'C:\\w\\a.md'],
  [{ command: 'echo # \u001b]\nrm x\u202e' }, 'echo # \\u{1b}] ␊ rm x\\u{202e}'],
  [undefined, undefined],
  [7, undefined],
])('describes the arguments %o', (args, expected) => expect(hintOf(args as never)).toBe(expected));

it('takes time in proportion to the length of the arguments', () => {
  for (const part of ['command:"', "cmd:'a\\", '\\', 'sh -c ', ' '])
    expect(hintOf(part.repeat(200_000))?.length ?? 0).toBeLessThanOrEqual(120);
});
