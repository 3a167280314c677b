import { expect, it } from 'vitest';
import { cutPath, inFolder, lastPart } from './short-path.ts';

it.each([
  ['/home/a/repo/go.mod', 'go.mod'],
  ['/home/a/repo', '/home/a/repo'],
  ['cd /home/a/repo && git status', 'git status'],
  ["cd '/home/a/repo/' ; ls /home/a/repo/src", 'ls src'],
  ['cd /home/a/repo/src && ls', 'cd src && ls'],
  ['cat /mnt/home/a/repo/x', 'cat /mnt/home/a/repo/x'],
  ['cp "/home/a/repo/x" /home/a/repo2/y', 'cp "x" /home/a/repo2/y'],
])('shortens %s', (text, expected) => expect(inFolder(text, '/home/a/repo/')).toBe(expected));

it('shortens paths of Windows, and none without a folder', () => {
  expect(inFolder('C:\\w\\app\\main.py', 'C:\\w\\app')).toBe('main.py');
  expect(inFolder('/a/b', undefined)).toBe('/a/b');
  expect(inFolder('/a/b', '/')).toBe('/a/b');
});

it.each([
  ['packages/coding-agent/src/tui/user-message-selector.ts', 'packages/…/tui/user-message-selector.ts'],
  ['C:\\Users\\someone\\AppData\\Local\\Temp\\app\\main.py', 'C:\\…\\AppData\\Local\\Temp\\app\\main.py'],
  ['src/main.ts', 'src/main.ts'],
  ['grep -rn "a long text that is searched for" packages/', 'grep -rn "a long text that is searched for" packages/'],
  [`src/${'x'.repeat(60)}.ts`, `${'x'.repeat(20)}…${'x'.repeat(16)}.ts`],
  ['https://example.com/a/long/address/of/a/page.html', 'https://example.com/a/long/address/of/a/page.html'],
])('cuts %s in the middle', (path, expected) => expect(cutPath(path)).toBe(expected));

it('takes the last part of paths only', () => {
  expect(['a/b/c.md', 'src/', 'ls a/b; ls', 'tea'].map(lastPart)).toEqual(['c.md', 'src', 'ls a/b; ls', 'tea']);
});
