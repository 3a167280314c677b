/** One file in the spellings of all systems and shells, whichever system reads the session. */
import { describe, expect, it } from 'vitest';
import { slashedPath } from '../../skill/index.ts';
import { importRecords } from '../../test/equipment/runtime/session.ts';
import { absolutePath } from './tool-uses.ts';

describe('a path', () => {
  it.each([
    [String.raw`C:\Users\ada\a.md`, '/c:/Users/ada/a.md'],
    ['C:/Users/ada/a.md', '/c:/Users/ada/a.md'],
    ['c:/Users/ada/a.md', '/c:/Users/ada/a.md'],
    ['/C:/Users/ada/a.md', '/c:/Users/ada/a.md'],
    ['/c/Users/ada/a.md', '/c:/Users/ada/a.md'],
    ['/C/Users/ada/a.md', '/c:/Users/ada/a.md'],
    ['/mnt/c/Users/ada/a.md', '/c:/Users/ada/a.md'],
    ['/cygdrive/c/Users/ada/a.md', '/c:/Users/ada/a.md'],
    [String.raw`\\?\C:\Users\ada\a.md`, '/c:/Users/ada/a.md'],
    [String.raw`\\.\C:\Users\ada\a.md`, '/c:/Users/ada/a.md'],
    [String.raw`\\wsl$\Ubuntu\home\ada\a.md`, '/home/ada/a.md'],
    [String.raw`\\wsl.localhost\Ubuntu\home\ada\a.md`, '/home/ada/a.md'],
    ['/d/Program Files/tea/a.md', '/d:/Program Files/tea/a.md'],
    ['/private/tmp/a.md', '/tmp/a.md'],
    ['/private/var/folders/a.md', '/var/folders/a.md'],
    ['/c/notes/a.md', '/c/notes/a.md'],
    ['/private/notes/a.md', '/private/notes/a.md'],
    ['a:b/c.md', 'a:b/c.md'],
  ])('has one form: %s', (path, expected) => {
    expect(slashedPath(path)).toBe(expected);
  });

  it.each([
    ['~/a.md', '/~/a.md'],
    ['~', '/~'],
    [String.raw`~\a.md`, '/~/a.md'],
    ['$HOME/a.md', '/~/a.md'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a shell
    ['${HOME}/a.md', '/~/a.md'],
    [String.raw`$env:USERPROFILE\a.md`, '/~/a.md'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a shell
    ['${env:USERPROFILE}/a.md', '/~/a.md'],
    [String.raw`%USERPROFILE%\a.md`, '/~/a.md'],
    [String.raw`%HOMEDRIVE%%HOMEPATH%\a.md`, '/~/a.md'],
    ['$USERPROFILE/a.md', '/~/a.md'],
    ['file:///home/ada/a.md', '/home/ada/a.md'],
    ['file:///C:/Users/ada/a%20b.md', '/c:/Users/ada/a b.md'],
    ['file:///c%3A/Users/ada/a.md', '/c:/Users/ada/a.md'],
    ['file://localhost/home/ada/a.md', '/home/ada/a.md'],
    ['$HOMER/a.md', '/w/$HOMER/a.md'],
    ['~ada/a.md', '/w/~ada/a.md'],
    [String.raw`..\a.md`, '/a.md'],
    ['./b/../a.md', '/w/a.md'],
  ])('is absolute: %s', (path, expected) => {
    expect(absolutePath(path, '/w')).toBe(expected);
  });
});

let count = 0;
const record = (type: string, content: unknown, cwd: string, more: object = {}) => ({
  parentUuid: null,
  isSidechain: false,
  sessionId: 's',
  cwd,
  type,
  uuid: `u${++count}`,
  timestamp: new Date(Date.UTC(2026, 0, 5, 10, 0, count % 60)).toISOString(),
  message: { id: `m${count}`, role: type, model: 'm', content },
  ...more,
});

interface Machine {
  readonly folder: string;
  readonly cwd: string;
}
const WINDOWS: Machine = { folder: String.raw`C:\Users\ada\.claude\skills\brew`, cwd: String.raw`C:\Users\ada\tea` };
const GIT_BASH: Machine = { folder: '/c/Users/ada/.claude/skills/brew', cwd: '/c/Users/ada/tea' };
const DRIVE: Machine = { folder: String.raw`D:\tea\.claude\skills\brew`, cwd: String.raw`D:\tea` };
const MAC: Machine = { folder: '/Users/ada/.claude/skills/brew', cwd: '/Users/ada/tea' };
const LINUX: Machine = { folder: '/home/ada/.claude/skills/brew', cwd: '/home/ada/tea' };
const SERVER: Machine = { folder: '/srv/agents/ada/.claude/skills/brew', cwd: '/srv/work' };

async function askOf({ folder, cwd }: Machine, tool: string, input: object, result: string, isError: boolean) {
  const { summary } = await importRecords([
    record('user', 'Brew.', cwd),
    record('assistant', [{ type: 'tool_use', id: 'c1', name: 'Skill', input: { skill: 'brew' } }], cwd),
    record('user', [{ type: 'tool_result', tool_use_id: 'c1', content: 'Launching skill: brew' }], cwd),
    record('user', [{ type: 'text', text: `Base directory for this skill: ${folder}\n\n# Brew\n` }], cwd, {
      isMeta: true,
    }),
    record('assistant', [{ type: 'tool_use', id: 'c2', name: tool, input }], cwd),
    record('user', [{ type: 'tool_result', tool_use_id: 'c2', content: result, is_error: isError }], cwd),
  ]);
  return {
    misses: [...summary.misses.values()].map(
      ({ skill, path, unloaded }) => `${skill}/${path}${unloaded === true ? ' (unloaded)' : ''}`,
    ),
    done: [...summary.filesRead, ...summary.scriptsRun],
  };
}

const r = String.raw;
const FILES: readonly (readonly [Machine, string, string])[] = [
  // Windows, in Git Bash
  [WINDOWS, 'Bash', 'cat "C:/Users/ada/.claude/skills/brew/@@"'],
  [WINDOWS, 'Bash', 'cat C:/Users/ada/.claude/skills/brew/@@'],
  [WINDOWS, 'Bash', r`cat "C:\Users\ada\.claude\skills\brew\@@"`],
  [WINDOWS, 'Bash', r`cat 'C:\Users\ada\.claude\skills\brew\@@'`],
  [WINDOWS, 'Bash', r`cat "C:\\Users\\ada\\.claude\\skills\\brew\\@@"`],
  [WINDOWS, 'Bash', 'cat /c/Users/ada/.claude/skills/brew/@@'],
  [WINDOWS, 'Bash', 'cat "/C/Users/ada/.claude/skills/brew/@@"'],
  [WINDOWS, 'Bash', 'cat /mnt/c/Users/ada/.claude/skills/brew/@@'],
  [WINDOWS, 'Bash', 'cat c:/users/ADA/.claude/skills/brew/@@'],
  [WINDOWS, 'Bash', 'cd "C:/Users/ada/.claude/skills/brew" && cat @@'],
  [WINDOWS, 'Bash', 'cd /c/Users/ada/.claude/skills/brew && cat @@'],
  [WINDOWS, 'Bash', 'D="C:/Users/ada/.claude/skills/brew"; cat "$D/@@"'],
  [WINDOWS, 'Bash', 'cat ~/.claude/skills/brew/@@'],
  [WINDOWS, 'Bash', 'cat "$HOME/.claude/skills/brew/@@"'],
  [WINDOWS, 'Bash', 'cat "$USERPROFILE/.claude/skills/brew/@@"'],
  [WINDOWS, 'Bash', 'bash -lc "cat C:/Users/ada/.claude/skills/brew/@@"'],
  [WINDOWS, 'Bash', 'head -n 20 ../.claude/skills/brew/@@'],
  // Windows, in PowerShell
  [WINDOWS, 'PowerShell', r`Get-Content -Raw "$env:USERPROFILE\.claude\skills\brew\@@"`],
  [WINDOWS, 'PowerShell', r`Get-Content -Path C:\Users\ada\.claude\skills\brew\@@ -Encoding UTF8`],
  [WINDOWS, 'PowerShell', r`Get-Content -LiteralPath 'C:\Users\ada\.claude\skills\brew\@@' -TotalCount 50`],
  [WINDOWS, 'PowerShell', r`gc ~\.claude\skills\brew\@@`],
  [WINDOWS, 'PowerShell', r`gc $HOME\.claude\skills\brew\@@ | Select-Object -First 20`],
  [WINDOWS, 'PowerShell', r`cat "${'$'}{env:USERPROFILE}\.claude\skills\brew\@@"`],
  [WINDOWS, 'PowerShell', r`type C:\Users\ada\.claude\skills\brew\@@`],
  [WINDOWS, 'PowerShell', r`Set-Location C:\Users\ada\.claude\skills\brew; Get-Content @@`],
  [WINDOWS, 'PowerShell', r`$d = "C:\Users\ada\.claude\skills\brew"; Get-Content "$d\@@"`],
  [WINDOWS, 'PowerShell', r`Get-Content (Join-Path $env:USERPROFILE '.claude\skills\brew\@@')`],
  [WINDOWS, 'PowerShell', r`powershell -NoProfile -Command "Get-Content C:\Users\ada\.claude\skills\brew\@@"`],
  [WINDOWS, 'Bash', r`cmd /c type C:\Users\ada\.claude\skills\brew\@@`],
  [WINDOWS, 'Bash', r`cmd.exe /c "type %USERPROFILE%\.claude\skills\brew\@@"`],
  [WINDOWS, 'Bash', r`type "%USERPROFILE%\.claude\skills\brew\@@"`],
  [GIT_BASH, 'Bash', 'cat "C:/Users/ada/.claude/skills/brew/@@"'],
  [GIT_BASH, 'PowerShell', r`Get-Content "C:\Users\ada\.claude\skills\brew\@@"`],
  [DRIVE, 'Bash', 'cat /d/tea/.claude/skills/brew/@@'],
  [DRIVE, 'Bash', r`cat ".claude\skills\brew\@@"`.replace(r`".claude`, r`".\.claude`)],
  [DRIVE, 'PowerShell', r`Get-Content .claude\skills\brew\@@`],
  // macOS
  [MAC, 'Bash', 'cat ~/.claude/skills/brew/@@'],
  [MAC, 'Bash', 'cat "$HOME/.claude/skills/brew/@@"'],
  [MAC, 'Bash', 'cat /Users/ada/.claude/skills/brew/@@'],
  [MAC, 'Bash', 'cat /users/Ada/.claude/skills/brew/@@'],
  [MAC, 'Bash', 'cd ~/.claude/skills/brew && cat @@'],
  [MAC, 'Bash', 'D=~/.claude/skills/brew; cat "$D/@@"'],
  // Linux
  [LINUX, 'Bash', 'cat ~/.claude/skills/brew/@@'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a shell
  [LINUX, 'Bash', 'cat "${HOME}/.claude/skills/brew/@@"'],
  [LINUX, 'Bash', 'D=$HOME/.claude/skills/brew && cat $D/@@'],
  [LINUX, 'Bash', 'sed -n 1,80p ~/.claude/skills/brew/@@'],
  [LINUX, 'Bash', 'cat file:///home/ada/.claude/skills/brew/@@'],
  [SERVER, 'Bash', 'cat ~/.claude/skills/brew/@@'],
  [SERVER, 'Bash', 'cd "$HOME/.claude/skills/brew"; cat @@'],
];

const SCRIPTS: readonly (readonly [Machine, string, string])[] = [
  [WINDOWS, 'Bash', 'python "C:/Users/ada/.claude/skills/brew/@@"'],
  [WINDOWS, 'Bash', r`python "C:\Users\ada\.claude\skills\brew\@@" --to 80`],
  [WINDOWS, 'Bash', 'python3 /c/Users/ada/.claude/skills/brew/@@'],
  [WINDOWS, 'Bash', 'cd "C:/Users/ada/.claude/skills/brew" && python @@'],
  [WINDOWS, 'Bash', 'python ~/.claude/skills/brew/@@'],
  [WINDOWS, 'Bash', 'C:/Python313/python.exe C:/Users/ada/.claude/skills/brew/@@'],
  [WINDOWS, 'PowerShell', r`python "C:\Users\ada\.claude\skills\brew\@@"`],
  [WINDOWS, 'PowerShell', r`python $env:USERPROFILE\.claude\skills\brew\@@`],
  [WINDOWS, 'PowerShell', r`py -3 C:\Users\ada\.claude\skills\brew\@@`],
  [WINDOWS, 'PowerShell', r`& "C:\Users\ada\.claude\skills\brew\@@"`],
  [WINDOWS, 'PowerShell', r`& python "$HOME\.claude\skills\brew\@@"`],
  [WINDOWS, 'PowerShell', r`powershell -ExecutionPolicy Bypass -File C:\Users\ada\.claude\skills\brew\@@`],
  [MAC, 'Bash', 'uv run ~/.claude/skills/brew/@@'],
  [MAC, 'Bash', '/usr/bin/python3 "$HOME/.claude/skills/brew/@@"'],
  [LINUX, 'Bash', 'bash ~/.claude/skills/brew/@@'],
  [LINUX, 'Bash', 'node "$HOME/.claude/skills/brew/@@"'],
  [LINUX, 'Bash', '~/.claude/skills/brew/@@ --now'],
];

/** A command with a file, whose folder is written like the rest of the command. */
function withFile(command: string, file: string): string {
  const isWindows = command.includes('\\');
  return command.replace('@@', isWindows ? file.replaceAll('/', command.includes('\\\\') ? '\\\\' : '\\') : file);
}

describe('a session of any system', () => {
  it.each(FILES)('has a miss, and a file that was read: %# %s', async (machine, tool, command) => {
    const missed = withFile(command, 'references/nope.md');
    const answer = /Get-Content|gc |type/.test(command)
      ? r`Cannot find path 'C:\Users\ada\.claude\skills\brew\references\nope.md' because it does not exist.`
      : 'cat: references/nope.md: No such file or directory';
    expect(await askOf(machine, tool, { command: missed }, `Exit code 1\n${answer}`, true)).toEqual({
      misses: ['brew/references/nope.md'],
      done: [],
    });
    const found = withFile(command, 'references/leaves.md');
    expect(await askOf(machine, tool, { command: found }, '# Leaves\n\nGreen.', false)).toEqual({
      misses: [],
      done: ['brew/references/leaves.md'],
    });
  });

  it.each(SCRIPTS)('has a miss, and a script that was run: %# %s', async (machine, tool, command) => {
    const missed = withFile(command, 'scripts/nope.py');
    const answer = "python: can't open file 'scripts/nope.py': [Errno 2] No such file or directory";
    expect(await askOf(machine, tool, { command: missed }, `Exit code 2\n${answer}`, true)).toEqual({
      misses: ['brew/scripts/nope.py'],
      done: [],
    });
    expect(await askOf(machine, tool, { command: withFile(command, 'scripts/heat.py') }, 'hot', false)).toMatchObject({
      misses: [],
    });
  });

  it.each<[Machine, string]>([
    [WINDOWS, r`C:\Users\ada\.claude\skills\brew\references\nope.md`],
    [WINDOWS, 'C:/Users/ada/.claude/skills/brew/references/nope.md'],
    [WINDOWS, 'c:/Users/ada/.claude/skills/brew/references/nope.md'],
    [WINDOWS, '/c/Users/ada/.claude/skills/brew/references/nope.md'],
    [WINDOWS, r`~\.claude\skills\brew\references\nope.md`],
    [WINDOWS, r`%USERPROFILE%\.claude\skills\brew\references\nope.md`],
    [WINDOWS, 'file:///C:/Users/ada/.claude/skills/brew/references/nope.md'],
    [WINDOWS, r`..\.claude\skills\brew\references\nope.md`],
    [MAC, '~/.claude/skills/brew/references/nope.md'],
    [MAC, '$HOME/.claude/skills/brew/references/nope.md'],
    [LINUX, 'file:///home/ada/.claude/skills/brew/references/nope.md'],
    [SERVER, '~/.claude/skills/brew/references/nope.md'],
  ])('has a miss of a tool for files: %# %s', async (machine, file_path) => {
    expect(await askOf(machine, 'Read', { file_path }, 'File does not exist.', true)).toEqual({
      misses: ['brew/references/nope.md'],
      done: [],
    });
  });

  it.each([
    [LINUX, r`grep -E "a\.b" notes.md`],
    [LINUX, r`find . -name \*.md`],
    [LINUX, r`sed 's/.\n//' notes.md`],
    [LINUX, 'echo "type of tea" && ls'],
  ] as const)('keeps its commands of bash: %# %s', async (machine, command) => {
    expect(await askOf(machine, 'Bash', { command }, 'ok', false)).toEqual({ misses: [], done: [] });
  });
});
