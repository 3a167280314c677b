/** The faults that prevent a release. Pure functions. */

/** The input of `release:check`. */
export interface Release {
  /** Of `address.ts`, as the next two. */
  readonly address: string;
  readonly publisher: string;
  readonly npmName: string;
  /** The text of package.json, as an object. */
  readonly manifest: ReleaseManifest;
  /** The version in package-lock.json. */
  readonly lockedVersion: string;
  /** Known only in a workflow that a tag started. */
  readonly tag: string | undefined;
  /** The address of the repository that runs the workflow; known only there. */
  readonly server: string | undefined;
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** The names of the change notes that are not in it yet. */
  readonly notes: readonly string[];
  /** The text of LICENSE; undefined if there is none. */
  readonly license: string | undefined;
  /** The icon that the manifest names; undefined if there is none. */
  readonly icon: Uint8Array | undefined;
  /** The texts of the pages for users, by path. */
  readonly pages: Readonly<Record<string, string>>;
  /** The texts of manifests and other files that are published as they are, by path. */
  readonly published: Readonly<Record<string, string>>;
}

/** The fields of package.json that a release needs. */
export interface ReleaseManifest {
  readonly name: string;
  readonly version: string;
  readonly publisher?: string;
  readonly license?: string;
  readonly icon?: string;
  readonly description?: string;
}

const OWNERS = 'scripts/release/address.ts';
/** Words for what someone still has to fill in. */
const PLACEHOLDER =
  /\b(?:TODO|FIXME|TBD|PLACEHOLDER|CHANGE_?ME)\b|\bexample\.(?:com|org|net)\b|\bOWNER\/(?:NAME|REPO)\b/i;
/** The Marketplace takes no smaller one, and no SVG. */
const MIN_ICON = 128;

/** Returns the faults of a release, each as what to do; empty if there are none. */
export function releaseFaults(release: Release): readonly string[] {
  return [
    ...ownerFaults(release),
    ...versionFaults(release),
    ...changelogFaults(release),
    ...fileFaults(release),
    ...textFaults(release),
  ];
}

function* ownerFaults({ address, server, publisher, npmName, manifest }: Release): Generator<string> {
  if (!/^https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+$/.test(address))
    yield `Set ADDRESS in ${OWNERS} to the public address of the repository.`;
  else if (server !== undefined && server !== address) yield `Set ADDRESS in ${OWNERS} to ${server}: it is ${address}.`;
  if (publisher === '' || publisher !== manifest.publisher)
    yield `Create the publisher ${manifest.publisher ?? ''} on the Marketplace, or use your own in package.json; then set PUBLISHER in ${OWNERS} to it, and the secret VSCE_PAT to its token.`;
  if (npmName === '' || npmName !== manifest.name)
    yield `Publish a first version as ${manifest.name} on npm, or use another name in package.json; then set NPM_NAME in ${OWNERS} to it, and the workflow as its trusted publisher.`;
}

function* versionFaults({ manifest: { version }, lockedVersion, tag }: Release): Generator<string> {
  if (!/^(?!0\.0\.0$)\d+\.\d+\.\d+$/.test(version))
    yield `Set the version in package.json to three numbers, as the Marketplace requires: it is ${version}.`;
  if (lockedVersion !== version)
    yield `Run npm install --package-lock-only: package-lock.json has the version ${lockedVersion}, package.json ${version}.`;
  if (tag !== undefined && tag !== `v${version}`)
    yield `Tag the release v${version}, or change the version in package.json: the tag is ${tag}.`;
}

function* changelogFaults({ manifest: { version }, changelog, notes }: Release): Generator<string> {
  const heading = new RegExp(`^## ${version.replaceAll('.', String.raw`\.`)}$`, 'm');
  if (!heading.test(changelog)) yield `Add "## ${version}" with what users see to CHANGELOG.md.`;
  if (notes.length > 0)
    yield `Merge the pull request "Version x.y.z", or move the ${notes.length} notes of .changeset/ into CHANGELOG.md: ${notes.slice(0, 3).join(', ')}${notes.length > 3 ? ', …' : ''}.`;
}

function* fileFaults({ manifest, license, icon }: Release): Generator<string> {
  if (license === undefined) yield 'Add the file LICENSE.';
  else if (manifest.license === undefined || !license.startsWith(manifest.license))
    yield `Set "license" in package.json to the license in LICENSE: it is ${manifest.license ?? 'missing'}.`;
  const size = icon === undefined ? 0 : widthOfPng(icon);
  if (size < MIN_ICON)
    yield `Set "icon" in package.json to a PNG of at least ${MIN_ICON} × ${MIN_ICON} pixels: ${manifest.icon ?? 'it'} is ${icon === undefined ? 'missing' : size === 0 ? 'no PNG' : `${size} pixels wide`}.`;
  if ((manifest.description ?? '') === '') yield 'Add "description" to package.json.';
}

function* textFaults({ pages, published }: Release): Generator<string> {
  for (const [path, text] of Object.entries(pages))
    if (text.includes('not published yet'))
      yield `Rewrite "not published yet" in ${path}: name the Marketplace and npm instead.`;
  for (const [path, text] of Object.entries(published)) {
    const [word] = PLACEHOLDER.exec(text) ?? [];
    if (word !== undefined) yield `Replace the placeholder "${word}" in ${path}.`;
  }
}

/** Returns the width of a PNG in pixels; 0 if it is none. */
function widthOfPng(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length > 24 && view.getUint32(0) === 0x89504e47 ? Math.min(view.getUint32(16), view.getUint32(20)) : 0;
}
