/** The licenses of bundled packages, which must accompany every copy. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

/** License texts of packages that are only known as a part of another one. */
const TEXTS = 'scripts/lib/licenses';
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Packages inside of others that no source map shows: compiled to WebAssembly, or copied and changed.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const INSIDE = { undici: ['llhttp'], '@ai-sdk/provider-utils': ['zod-to-json-schema'] };

/**
 * Returns the name, version and license text of every package with code in a bundle, also of those that another package contains
 * in a file of its own, as the source map of the file, its marks of regions, and the table above show. Notices in comments are
 * included. Throws if a package has no license text.
 * @param {readonly Pick<import('esbuild').Metafile, 'outputs'>[]} metafiles
 * @param {string} [top] the folder that paths in metafiles are relative to
 * @returns {string}
 */
export function licenses(metafiles, top = root) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  /** @type {Map<string, string[]>} by the folder of their package */
  const files = new Map();
  for (const input of new Set(inputs)) {
    const folder = PACKAGE.exec(input)?.[1];
    if (folder !== undefined) files.set(folder, [...(files.get(folder) ?? []), input]);
  }
  const packages = [...files].map(([folder, own]) => readPackage(top, folder, own));
  const known = new Set(packages.map(({ name }) => name));
  const sections = packages.map(({ text, name }) => ({ name, text }));
  for (const { name: outer, folder, inside } of packages)
    for (const name of inside) {
      if (known.has(name)) continue;
      known.add(name);
      // A part of the same repository, which is not published by itself.
      const isPart = !existsSync(join(top, TEXTS, `${name}.txt`)) && name.startsWith('../');
      const path = isPart ? textFile(top, folder) : join(TEXTS, `${name}.txt`);
      if (path === undefined || !existsSync(join(top, path)))
        throw new Error(`Add the license of ${name}, which is in ${outer}, as ${TEXTS}/${name}.txt.`);
      const shown = isPart ? `${outer.replace(/[^/]+$/, '')}${name.slice(3)}` : name;
      sections.push({ name: shown, text: section(`${shown} (in ${outer})`, read(top, path)) });
    }
  return sections
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ text }) => text)
    .join(`\n${'─'.repeat(80)}\n\n`);
}

/**
 * @param {string} top
 * @param {string} folder of a package, from the top
 * @param {readonly string[]} files bundled ones
 */
function readPackage(top, folder, files) {
  const { name, version, license } = JSON.parse(read(top, join(folder, 'package.json')));
  const path = textFile(top, folder);
  if (path === undefined) throw new Error(`${name} has no license text. Add it as ${TEXTS}/${name}.txt.`);
  const others = readdirSync(join(top, folder)).filter((entry) => /^(?:notice|third-?party-?notice)/i.test(entry));
  const text = [path, ...others.map((entry) => join(folder, entry))].map((one) => read(top, one).trim()).join('\n\n');
  const sources = files.flatMap((file) => sourcesOf(top, file));
  const inside = new Set([...(INSIDE[name] ?? []), ...sources.flatMap(({ path }) => packageOf(path) ?? [])]);
  inside.delete(name);
  const notices = new Set(sources.flatMap(({ content }) => noticesIn(content)).filter((one) => !text.includes(one)));
  return { name, folder, inside, text: section(`${name} ${version} (${license})`, [text, ...notices].join('\n\n')) };
}

/** @param {string} title @param {string} text */
function section(title, text) {
  return `${title}\n\n${text.trim()}\n`;
}

/**
 * Returns the path of a package's license: the one that we have, its own file, or that of a package of the same repository.
 * @param {string} top
 * @param {string} folder
 * @returns {string | undefined}
 */
function textFile(top, folder) {
  const { name, license, repository } = JSON.parse(read(top, join(folder, 'package.json')));
  // First, because the file of a package may only name another one.
  const known = join(TEXTS, `${name}.txt`);
  if (existsSync(join(top, known))) return known;
  const own = readdirSync(join(top, folder)).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  if (own !== undefined) return join(folder, own);
  const scope = dirname(folder);
  if (!name.startsWith('@') || repository?.url === undefined) return undefined;
  for (const entry of readdirSync(join(top, scope)).sort()) {
    const manifest = join(scope, entry, 'package.json');
    if (join(scope, entry) === folder || !existsSync(join(top, manifest))) continue;
    const other = JSON.parse(read(top, manifest));
    if (other.license !== license || other.repository?.url !== repository.url) continue;
    const file = readdirSync(join(top, scope, entry)).find((one) => /^(?:licen[cs]e|copying)/i.test(one));
    if (file !== undefined) return join(scope, entry, file);
  }
  return undefined;
}

/**
 * Returns what a bundled file consists of: itself, and the sources that its source map or its marks of regions name.
 * @param {string} top
 * @param {string} file
 * @returns {readonly { readonly path: string, readonly content: string }[]}
 */
function sourcesOf(top, file) {
  const content = read(top, file);
  const regions = [...content.matchAll(/^\/\/#region (\S+)$/gm)].map(([, path = '']) => ({ path, content: '' }));
  const url = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(content)?.[1] ?? '';
  const inline = /^data:application\/json[^,]*;base64,(.*)$/.exec(url)?.[1];
  const next = [join(dirname(file), url), `${file}.map`].find(
    (path) => /\.map$/.test(path) && existsSync(join(top, path)),
  );
  const json = inline !== undefined ? Buffer.from(inline, 'base64').toString() : next && read(top, next);
  const { sources = [], sourcesContent = [] } = json === undefined ? {} : JSON.parse(json);
  return [
    { path: '', content },
    ...regions,
    ...sources.map((/** @type {string} */ path, /** @type {number} */ index) => ({
      path,
      content: sourcesContent[index] ?? '',
    })),
  ];
}

/**
 * Returns the name of the package that a source is from; `../NAME` for another one of the same repository, and undefined for the
 * package itself.
 * @param {string} path of a source map or a region
 * @returns {string | undefined}
 */
function packageOf(path) {
  const inside = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  // Such as ../../other/src/a.ts, as seen from dist/.
  return inside ?? /^(?:\.\.\/)+((?!src\/|lib\/)[\w-]+)\/src\//.exec(path)?.[1]?.replace(/^/, '../');
}

/**
 * Returns the comments with a copyright notice or a license.
 * @param {string} content
 * @returns {readonly string[]}
 */
function noticesIn(content) {
  return [...content.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*\n)+/gm)]
    .map(([comment]) => comment.trim())
    .filter((comment) => /copyright|@license|licensed under|\b(?:MIT|BSD|Apache|ISC)\b.{0,20}\blicense/i.test(comment));
}

/** @param {string} top @param {string} path */
function read(top, path) {
  return readFileSync(join(top, path), 'utf8');
}
