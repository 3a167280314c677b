/** The manifest and the page links of a published package. Pure functions. */

/** Fields for the checkout only. */
const OF_CHECKOUT = ['private', 'scripts', 'devDependencies', 'overrides'];
/** The only script that VS Code runs, after the extension was uninstalled. */
const UNINSTALL = 'vscode:uninstall';
/** The extension contains everything that it needs. Only `skillwright eval --queue` loads packages. */
const OF_NPM = ['dependencies'];
/** Fields that only VS Code reads. */
const OF_EXTENSION = [
  'main',
  'contributes',
  'activationEvents',
  'capabilities',
  'extensionKind',
  'icon',
  'galleryBanner',
  'categories',
  'displayName',
  'publisher',
  'qna',
  'scripts',
];

type Manifest = Readonly<Record<string, unknown>>;

/**
 * Returns the manifest of the extension's package.
 * @param manifest package.json of the checkout
 * @param address of the repository, empty if there is none yet
 */
export function extensionManifest(manifest: Manifest, address: string): Manifest {
  const { [UNINSTALL]: uninstall } = manifest.scripts as Readonly<Record<string, string>>;
  const scripts = { [UNINSTALL]: uninstall };
  return { ...without(manifest, [...OF_CHECKOUT, ...OF_NPM]), scripts, ...addressFields(address) };
}

/**
 * Returns the manifest of the npm package, which contains only the command line.
 * @param manifest package.json of the checkout
 * @param address of the repository, empty if there is none yet
 */
export function npmManifest(manifest: Manifest, address: string): Manifest {
  const { node } = manifest.engines as { node: string };
  const { dependencies } = manifest;
  return { ...without(extensionManifest(manifest, address), OF_EXTENSION), engines: { node }, dependencies };
}

/**
 * Makes the relative links of a page absolute, because packages do not contain their targets.
 * @param address of the repository; if it is empty the page is unchanged
 * @param tag of the release, such as `v0.2.0`
 */
export function withAbsoluteLinks(markdown: string, address: string, tag: string): string {
  if (address === '') return markdown;
  return markdown.replaceAll(
    /(!?)(\[[^\]\n]*\])\((?![a-z][a-z\d+.-]*:|#|\/)([^)\s]+)\)/gi,
    (_, image: string, text: string, target: string) =>
      `${image}${text}(${address}/${image ? 'raw' : 'blob'}/${tag}/${target})`,
  );
}

/** The input of `release:check`. */
export interface Release {
  readonly address: string;
  /** Of package.json. */
  readonly version: string;
  /** Known only in a workflow that a tag started. */
  readonly tag: string | undefined;
  /** The address of the repository that runs the workflow; known only there. */
  readonly server: string | undefined;
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** The texts of the pages with instructions for the installation, by path. */
  readonly pages: Readonly<Record<string, string>>;
}

/** Returns the faults of a release; empty if there are none. */
export function releaseFaults({ address, version, tag, server, changelog, pages }: Release): readonly string[] {
  const faults: string[] = [];
  if (!/^https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+$/.test(address))
    faults.push('Set ADDRESS in scripts/release/address.ts to the public address of the repository.');
  else if (server !== undefined && server !== address)
    faults.push(`Set ADDRESS in scripts/release/address.ts to ${server}: it is ${address}.`);
  if (tag !== undefined && tag !== `v${version}`)
    faults.push(`Tag the release v${version}, or change the version in package.json: the tag is ${tag}.`);
  const heading = new RegExp(`^## ${version.replaceAll('.', String.raw`\.`)}$`, 'm');
  if (!heading.test(changelog)) faults.push(`Add "## ${version}" with what users see to CHANGELOG.md.`);
  for (const [path, text] of Object.entries(pages))
    if (text.includes('not published yet'))
      faults.push(`Rewrite "not published yet" in ${path}: name the Marketplace and npm instead.`);
  return faults;
}

function addressFields(address: string): Manifest {
  if (address === '') return {};
  return {
    homepage: `${address}#readme`,
    repository: { type: 'git', url: `${address}.git` },
    bugs: { url: `${address}/issues` },
    qna: `${address}/discussions`,
  };
}

function without(manifest: Manifest, fields: readonly string[]): Manifest {
  return Object.fromEntries(Object.entries(manifest).filter(([key]) => !fields.includes(key)));
}
