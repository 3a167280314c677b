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
