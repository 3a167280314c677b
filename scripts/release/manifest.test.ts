import { describe, expect, it } from 'vitest';
import { extensionManifest, npmManifest, releaseFaults, withAbsoluteLinks } from './manifest.ts';

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

describe('a release', () => {
  const valid = {
    address: ADDRESS,
    version: '1.2.0',
    tag: 'v1.2.0',
    server: ADDRESS,
    changelog: '# C\n\n## 1.2.0\n',
    pages: {},
  };

  it('is checked', () => {
    expect(releaseFaults(valid)).toEqual([]);
    expect(releaseFaults({ ...valid, tag: undefined, server: undefined })).toEqual([]);
  });

  it.each([
    ['no address', { address: '' }, /^Set ADDRESS .* to the public address/],
    ['an address with a slash at its end', { address: `${ADDRESS}/` }, /^Set ADDRESS/],
    ['the address of another repository', { server: 'https://github.com/a/b' }, /to https:\/\/github.com\/a\/b: it is/],
    ['another tag', { tag: 'v1.3.0' }, /^Tag the release v1\.2\.0/],
    ['no section in the changelog', { changelog: '## 1.2.01\n' }, /^Add "## 1\.2\.0"/],
    [
      'a page that calls it unpublished',
      { pages: { 'a.md': 'Published.', 'b.md': '# B\n\nIt is not published yet: build it.' } },
      /^Rewrite "not published yet" in b\.md/,
    ],
  ])('is refused with %s', (_, change, message) => {
    expect(releaseFaults({ ...valid, ...change })).toEqual([expect.stringMatching(message)]);
  });
});
