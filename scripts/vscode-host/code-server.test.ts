import { expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { addressOf } from './code-server.ts';

test('opens a folder with the extension under development and its tests', () => {
  const url = new URL(
    addressOf(4000, {
      open: '/my files',
      extensionDevelopmentPaths: ['/ext'],
      extensionTestsPath: '/my tests/run.cjs',
    }),
  );
  expect(url.origin).toBe('http://127.0.0.1:4000');
  expect(url.searchParams.get('folder')).toBe('/my files');
  expect(JSON.parse(url.searchParams.get('payload') ?? '')).toEqual([
    ['extensionDevelopmentPath', 'vscode-remote://127.0.0.1:4000/ext'],
    ['extensionTestsPath', 'vscode-remote://127.0.0.1:4000/my%20tests/run.cjs'],
    ['skipWelcome', 'true'],
  ]);
});

test('opens a workspace file, or an empty window', () => {
  const open = (path?: string) =>
    new URL(addressOf(1, defined({ open: path, extensionDevelopmentPaths: [] }))).searchParams;
  expect(open('/a/b.code-workspace').get('workspace')).toBe('/a/b.code-workspace');
  expect(open().get('ew')).toBe('true');
});
