import { describe, expect, it } from 'vitest';
import { extensionManifest, npmManifest, withAbsoluteLinks } from './manifest.ts';

const ADDRESS = 'https://github.com/someone/skills';
const MANIFEST = {
  name: 'x',
  version: '1.2.0',
  private: true,
  main: './dist/extension.cjs',
  bin: { x: './dist/cli.mjs' },
  engines: { vscode: '^1.104.0', node: '>=20' },
  scripts: { test: 'y', 'vscode:uninstall': 'node ./z.cjs' },
  dependencies: { q: '2.0.0' },
  devDependencies: { z: '1.0.0' },
  contributes: {},
};

describe('the manifest of a package', () => {
  it('omits fields for the checkout, and contains the address once it is set', () => {
    expect(extensionManifest(MANIFEST, '')).toEqual({
      name: 'x',
      version: '1.2.0',
      main: './dist/extension.cjs',
      bin: { x: './dist/cli.mjs' },
      engines: { vscode: '^1.104.0', node: '>=20' },
      scripts: { 'vscode:uninstall': 'node ./z.cjs' },
      contributes: {},
    });
    expect(extensionManifest(MANIFEST, ADDRESS)).toMatchObject({
      homepage: `${ADDRESS}#readme`,
      repository: { type: 'git', url: `${ADDRESS}.git` },
      bugs: { url: `${ADDRESS}/issues` },
      qna: `${ADDRESS}/discussions`,
    });
  });

  it('omits fields of the extension on npm, where alone it has dependencies', () => {
    expect(npmManifest(MANIFEST, '')).toEqual({
      name: 'x',
      version: '1.2.0',
      bin: { x: './dist/cli.mjs' },
      engines: { node: '>=20' },
      dependencies: { q: '2.0.0' },
    });
    expect(npmManifest(MANIFEST, ADDRESS)).not.toHaveProperty('qna');
  });
});

it('makes only relative links and pictures absolute', () => {
  const page = '![a](docs/a.png) [b](docs/b.md#c) [d](https://e.org/f) [g](#h)';
  expect(withAbsoluteLinks(page, ADDRESS, 'v1.2.0')).toBe(
    `![a](${ADDRESS}/raw/v1.2.0/docs/a.png) [b](${ADDRESS}/blob/v1.2.0/docs/b.md#c) [d](https://e.org/f) [g](#h)`,
  );
  expect(withAbsoluteLinks(page, '', 'v1.2.0')).toBe(page);
});
