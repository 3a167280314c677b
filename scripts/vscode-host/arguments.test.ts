import { expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';

test('parses the arguments of @vscode/test-electron', () => {
  const parsed = parseArguments([
    '/work/space',
    '--disable-extensions',
    '--no-sandbox',
    '--disable-workspace-trust',
    '--extensionTestsPath=/tests/run.cjs',
    '--extensionDevelopmentPath=/one',
    '--extensionDevelopmentPath=/two',
    '--user-data-dir',
    '/profile',
  ]);
  expect(parsed).toEqual({
    open: '/work/space',
    extensionTestsPath: '/tests/run.cjs',
    extensionDevelopmentPaths: ['/one', '/two'],
    userDataDir: '/profile',
    trustDisabled: true,
    version: false,
    manage: [],
  });
});

test('parses extensions that may use proposed API', () => {
  expect(parseArguments(['--enable-proposed-api=a.b']).proposedApi).toBe(true);
});

test('passes extension management options unchanged', () => {
  const parsed = parseArguments(['--install-extension', 'a.vsix', '--force', '--extensions-dir=/ext']);
  expect(parsed.manage).toEqual(['--install-extension', 'a.vsix', '--force']);
  expect(parsed.extensionsDir).toBe('/ext');
  expect(parsed.open).toBeUndefined();
});
