/** The shell of stress tests, which runs nothing, answers as bash and the usual programs do. */
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dryRun } from '../../../runtime/clients/dry-shell/dry-run.ts';
import { confined, temporaryFolder, writeFiles } from '../../equipment/runtime/folders.ts';

function makeFolders() {
  const root = temporaryFolder();
  writeFiles(root, {
    'workspace/a.txt': 'one\ntwo\nthree\n',
    'workspace/b.txt': 'four',
    'workspace/docs/guide.md': '# Guide\n',
    'workspace/docs/notes.md': 'Notes\n',
    'workspace/plain.sh': 'echo ran\n',
    'home/skill/scripts/x.py': 'print(1)\n',
  });
  chmodSync(join(root, 'workspace/plain.sh'), 0o644);
  return { files: confined(root), home: join(root, 'home'), cwd: join(root, 'workspace') };
}

const hasPrograms = ['bash', 'python3', 'node', 'perl'].every((name) => spawnSync(name, ['--version']).status === 0);

/** Commands without a side effect, each run for comparison. */
const COMMANDS: readonly string[] = [
  'python3 scripts/x.py',
  'python3 ./scripts/x.py --flag value',
  'python3 -u ../scripts/x.py',
  'node scripts/x.js',
  'bash scripts/x.sh',
  'bash -c "cat absent.md; echo after"',
  'perl scripts/x.pl',
  './scripts/x.sh --help',
  'scripts/x.sh',
  './plain.sh',
  './docs',
  'cat a.txt absent.md b.txt',
  'cat docs',
  'cat a.txt absent.md 2>/dev/null',
  'cat absent.md 2>&1 | head -1',
  'cat a.txt | tail -n 2 | wc -l',
  'head -2 a.txt',
  'head references/absent.md',
  'tail -1 absent.md',
  "sed -n '1,2p' a.txt",
  "sed -n '2,$p' a.txt",
  "sed -n '1,20p' references/guide.md",
  'grep -n word references/guide.md',
  'wc -l a.txt',
  'cd scripts && python3 x.py',
  'cd docs && cat guide.md',
  'cd a.txt',
  'cd docs; pwd; cd ..; pwd',
  '(cd docs && pwd); pwd',
  'test -f a.txt && echo yes || echo no',
  '[ -d scripts ] && echo yes || echo no',
  '[[ -f docs/guide.md ]] && echo yes',
  'if [ -f scripts/x.py ]; then cat scripts/x.py; else echo none; fi',
  '! cat absent.md',
  'ls',
  'ls docs a.txt absent',
  'ls -a docs',
  'ls -la scripts/',
  "find docs -name '*.md' -type f | wc -l",
  'find . -maxdepth 1 -name a.txt',
  'find absent -name x',
  "find . -path '*/docs/guide.md'",
  'cat *.txt',
  'echo docs/*.md "docs/*.md" *.none',
  `A=docs; cat $A/guide.md "$\{A}/absent.md"`,
  'FOO=1 cat docs/guide.md',
  'cat $(echo a.txt)',
  'cat <<EOF\nhello\nEOF',
  "cat <<'EOF' | head -1\nfirst\nsecond\nEOF",
  'cat <<< word',
  'cat < absent.md',
  'cat < b.txt',
  'echo text > absent/file.txt',
  'echo first\ncat absent.md\n./none.sh',
  'source absent.sh',
  'chmod +x absent.sh && ./absent.sh',
  'cat "a file.md"',
  'cat ~/absent.md ~/skill/scripts/x.py',
  'true && false || echo end',
];

/** Without the stack trace of Node and its version, which are left out, and with the shell's name as `bash`. */
const normalizeOutput = (text: string): string =>
  text
    .replace(/^node:internal\S+/m, 'node:internal')
    .replace(/ \{$/m, '')
    .replace(/^\/\S+\/(?=python3: )/gm, '')
    .replace(/\n {4}at .*/g, '')
    .replace(/\n+Node\.js v\S+\n/, '\n')
    .replace(/^(?:\/\S+\/)?bash: (?=line \d)/gm, 'bash: ');

describe.skipIf(!hasPrograms)('the answer of a real shell', () => {
  test.each(COMMANDS)('%s', (command) => {
    const place = makeFolders();
    const real = spawnSync('bash', ['-c', `exec 2>&1; ${command}`], {
      cwd: place.cwd,
      env: { PATH: process.env.PATH, HOME: place.home, LC_ALL: 'C' },
      encoding: 'utf8',
    });
    const dry = dryRun(command, place);
    expect(dry).toMatchObject({ kind: 'answered' });
    if (dry.kind !== 'answered') return;
    expect(normalizeOutput(dry.output)).toBe(normalizeOutput(real.stdout));
    expect(dry.exitCode).toBe(real.status);
  });
});
