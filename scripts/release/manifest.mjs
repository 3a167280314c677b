/** What a published package says about itself: its manifest, and the links of its pages. Pure. */

/** Fields that matter to a checkout only. */
const OF_CHECKOUT = ['private', 'scripts', 'devDependencies', 'overrides'];
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
];

/**
 * The manifest of the extension's package.
 * @param {Readonly<Record<string, unknown>>} manifest package.json of the checkout
 * @param {string} address of the repository, empty where there is none yet
 * @returns {Record<string, unknown>}
 */
export function extensionManifest(manifest, address) {
  return { ...without(manifest, OF_CHECKOUT), ...addressFields(address) };
}

/**
 * The manifest of the npm package, which holds the command line alone.
 * @param {Readonly<Record<string, unknown>>} manifest package.json of the checkout
 * @param {string} address of the repository, empty where there is none yet
 * @returns {Record<string, unknown>}
 */
export function npmManifest(manifest, address) {
  const engines = /** @type {{ node: string }} */ (manifest.engines);
  const whole = { ...extensionManifest(manifest, address), engines: { node: engines.node } };
  return without(whole, OF_EXTENSION);
}

/**
 * A page with its relative links made absolute: packages do not hold what they lead to.
 * @param {string} markdown
 * @param {string} address of the repository; where it is empty the page stays as it is
 * @param {string} tag of the release, as `v0.2.0`
 */
export function withAbsoluteLinks(markdown, address, tag) {
  if (address === '') return markdown;
  return markdown.replaceAll(
    /(!?)(\[[^\]\n]*\])\((?![a-z][a-z\d+.-]*:|#|\/)([^)\s]+)\)/gi,
    (_, image, text, target) => `${image}${text}(${address}/${image ? 'raw' : 'blob'}/${tag}/${target})`,
  );
}

/**
 * What is wrong with a release; empty where nothing is.
 * @param {{ address: string, version: string, tag?: string | undefined, server?: string | undefined,
 *   changelog: string }} release `tag` and `server` (the address of the repository that runs the workflow) are known in a
 *   workflow alone
 * @returns {readonly string[]}
 */
export function releaseFaults({ address, version, tag, server, changelog }) {
  const faults = [];
  if (!/^https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+$/.test(address))
    faults.push('Set ADDRESS in scripts/release/address.mjs to the public address of the repository.');
  else if (server !== undefined && server !== address)
    faults.push(`Set ADDRESS in scripts/release/address.mjs to ${server}: it is ${address}.`);
  if (tag !== undefined && tag !== `v${version}`)
    faults.push(`Tag the release v${version}, or change the version in package.json: the tag is ${tag}.`);
  const heading = new RegExp(`^## ${version.replaceAll('.', String.raw`\.`)}$`, 'm');
  if (!heading.test(changelog)) faults.push(`Add "## ${version}" with what users see to CHANGELOG.md.`);
  return faults;
}

/** @param {string} address */
function addressFields(address) {
  if (address === '') return {};
  return {
    homepage: `${address}#readme`,
    repository: { type: 'git', url: `${address}.git` },
    bugs: { url: `${address}/issues` },
    qna: `${address}/discussions`,
  };
}

/**
 * @param {Readonly<Record<string, unknown>>} manifest
 * @param {readonly string[]} fields
 */
function without(manifest, fields) {
  return Object.fromEntries(Object.entries(manifest).filter(([key]) => !fields.includes(key)));
}
