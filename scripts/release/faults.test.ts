import { describe, expect, it } from 'vitest';
import { type Release, releaseFaults } from './faults.ts';

const ADDRESS = 'https://github.com/someone/skills';

/** Returns the beginning of a PNG. */
function png(width: number, height = width): Uint8Array {
  const bytes = Buffer.alloc(33);
  bytes.writeUInt32BE(0x89504e47, 0);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const manifest = {
  name: 'x',
  version: '1.2.0',
  publisher: 'someone',
  license: 'MIT',
  icon: 'icon.png',
  description: 'Checks.',
};
const valid: Release = {
  address: ADDRESS,
  publisher: 'someone',
  npmName: 'x',
  manifest,
  lockedVersion: '1.2.0',
  tag: 'v1.2.0',
  server: ADDRESS,
  changelog: '# C\n\n## 1.2.0\n',
  notes: [],
  license: 'MIT License\n',
  icon: png(128),
  pages: {},
  published: {},
};

describe('a release', () => {
  it('is checked', () => {
    expect(releaseFaults(valid)).toEqual([]);
    expect(releaseFaults({ ...valid, tag: undefined, server: undefined })).toEqual([]);
  });

  it.each<readonly [string, Partial<Release>, RegExp]>([
    ['no address', { address: '' }, /^Set ADDRESS .* to the public address/],
    ['an address with a slash at its end', { address: `${ADDRESS}/` }, /^Set ADDRESS/],
    ['the address of another repository', { server: 'https://github.com/a/b' }, /to https:\/\/github.com\/a\/b: it is/],
    ['a publisher of others', { publisher: '' }, /^Create the publisher someone on the Marketplace/],
    ['another publisher in package.json', { publisher: 'else' }, /^Create the publisher someone/],
    ['a name on npm of others', { npmName: '' }, /^Publish a first version as x on npm/],
    ['another tag', { tag: 'v1.3.0' }, /^Tag the release v1\.2\.0/],
    ['another version in the lockfile', { lockedVersion: '1.1.0' }, /^Run npm install --package-lock-only/],
    ['no section in the changelog', { changelog: '## 1.2.01\n' }, /^Add "## 1\.2\.0"/],
    [
      'change notes that are not in it',
      { notes: ['a.md', 'b.md', 'c.md', 'd.md'] },
      /the 4 notes .*: a\.md, b\.md, c\.md, …\.$/,
    ],
    ['no license', { license: undefined }, /^Add the file LICENSE/],
    ['another license', { license: 'Apache License' }, /^Set "license" .*: it is MIT\.$/],
    ['no icon', { icon: undefined }, /icon\.png is missing\.$/],
    ['an icon that is no PNG', { icon: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }, /is no PNG\.$/],
    ['a small icon', { icon: png(128, 64) }, /is 64 pixels wide\.$/],
    ['no description', { manifest: { ...manifest, description: '' } }, /^Add "description"/],
    [
      'a page that calls it unpublished',
      { pages: { 'a.md': 'Published.', 'b.md': '# B\n\nIt is not published yet: build it.' } },
      /^Rewrite "not published yet" in b\.md/,
    ],
    [
      'a placeholder',
      { published: { 'a.json': '{"author": "TODO"}', 'b.json': '{}' } },
      /^Replace the placeholder "TODO" in a\.json/,
    ],
    ['an address of an example', { published: { 'SECURITY.md': 'a@example.com' } }, /"example\.com" in SECURITY\.md/],
  ])('is refused with %s', (_, change, message) => {
    expect(releaseFaults({ ...valid, ...change })).toEqual([expect.stringMatching(message)]);
  });

  it.each(['0.0.0', '1.2', '1.2.0-beta.1'])('is refused with the version %s', (version) => {
    const release = { ...valid, manifest: { ...manifest, version }, lockedVersion: version, tag: undefined };
    expect(releaseFaults({ ...release, changelog: `## ${version}\n` })).toEqual([
      expect.stringMatching(/^Set the version in package\.json to three numbers/),
    ]);
  });
});
