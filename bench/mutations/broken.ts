/** Operators that break one reference, by changing files or text. */
import { basename, defined, dirname, extension, join } from '../../skill/index.ts';
import { type Expected, type Kind, lineAt, lineText, type Mutation, replaceRange } from './mutation.ts';
import type { Random } from './random.ts';
import { type MutableSkill, type Site, writtenFrom } from './sites.ts';

/** Data about other skills that an operator needs. */
export interface Neighbors {
  /** Paths with a folder that another skill of the repository has and this one lacks. */
  readonly siblingPaths: readonly string[];
  /** Returns true if a path exists from the repository's root. */
  readonly atRepository: (path: string) => boolean;
}

export interface Operator {
  readonly name: string;
  readonly kind: Kind;
  /** The sites to which it applies. */
  readonly fits: (site: Site, skill: MutableSkill) => boolean;
  /** Undefined if it does not apply. */
  readonly apply: (site: Site, skill: MutableSkill, random: Random, neighbors: Neighbors) => Mutation | undefined;
}

const inFolder = (site: Site): boolean => site.path.includes('/') && !site.path.startsWith('../');
const inMain = (site: Site): boolean => site.isManifest && inFolder(site);

/** Returns an operator that changes only files: the text of the site is unchanged and no longer resolves. */
function byFiles(name: string, to: (site: Site, skill: MutableSkill, random: Random) => string | undefined): Operator {
  return {
    name,
    kind: 'broken',
    fits: inMain,
    apply(site, skill, random) {
      const text = skill.documents.get(site.file) ?? '';
      const movedTo = to(site, skill, random);
      if (movedTo === undefined || skill.files.has(movedTo)) return undefined;
      const old = join(skill.root, site.target);
      const texts = new Map(movedTo === '' ? [] : [[join(skill.root, movedTo), skill.documents.get(old) ?? '']]);
      const range = { start: writtenFrom(site, site.start), end: site.end };
      const expected: Expected = defined({
        file: site.file,
        range,
        target: site.path,
        line: lineAt(text, site.start),
        right: movedTo || undefined,
      });
      return {
        operator: name,
        kind: 'broken',
        form: site.form,
        skill: skill.root,
        texts,
        removed: [old],
        expected,
        shown: `${lineText(text, site.start)} {gone: ${site.target}${movedTo === '' ? '' : `, now ${movedTo}`}}`,
      };
    },
  };
}

/** Returns an operator that changes only the text: `to` returns the replacement path. */
function byText(
  name: string,
  kind: Kind,
  fits: Operator['fits'],
  to: (site: Site, skill: MutableSkill, random: Random, neighbors: Neighbors) => string | undefined,
  right = true,
): Operator {
  return {
    name,
    kind,
    fits,
    apply(site, skill, random, neighbors) {
      const target = to(site, skill, random, neighbors);
      const leadsSomewhere = (path: string): boolean =>
        skill.files.has(path) ||
        skill.files.has(join(dirname(site.file), path).slice(skill.root.length + 1)) ||
        [...skill.files].some((file) => file.startsWith(`${path}/`)) ||
        neighbors.atRepository(path);
      if (target === undefined || target === site.path || leadsSomewhere(target)) return undefined;
      const made = replaceRange(skill.documents.get(site.file) ?? '', { start: site.start, end: site.end }, target);
      return {
        operator: name,
        kind,
        form: site.form,
        skill: skill.root,
        texts: new Map([[site.file, made.text]]),
        removed: [],
        expected: defined({
          file: site.file,
          range: { start: writtenFrom(site, made.range.start), end: made.range.end },
          target,
          line: made.line,
          right: right ? site.target : undefined,
        }),
        shown: `${lineText(made.text, made.range.start)} {was ${site.path}}`,
      };
    },
  };
}

const otherCase = (name: string, random: Random): string =>
  random.pick([name.toUpperCase(), (name[0] ?? '').toUpperCase() + name.slice(1), name.toLowerCase()]) ?? name;

/** Returns a name with a typo: two letters swapped, one dropped, doubled or replaced by a neighbor on the keyboard. */
function addTypo(name: string, random: Random): string | undefined {
  const stem = name.replace(/\.[^.]+$/, '');
  const at = 1 + random.below(Math.max(1, stem.length - 2));
  const [a = '', b = ''] = [name[at], name[at + 1]];
  if (stem.length < 3 || !/[a-z]/i.test(a) || !/[a-z]/i.test(b)) return undefined;
  const keys = 'qwertyuiopasdfghjklzxcvbnm';
  const neighbor = keys[(keys.indexOf(a.toLowerCase()) + 1) % keys.length] ?? 'x';
  const made = [b + a, b, a + a + b, neighbor + b][random.below(4)] ?? b;
  const out = name.slice(0, at) + made + name.slice(at + 2);
  return out === name ? undefined : out;
}

const inDirectory = (path: string, name: string): string => (path.includes('/') ? `${dirname(path)}/${name}` : name);

function renamePath(path: string, random: Random): string {
  const end = extension(basename(path)) === '' ? '' : path.slice(path.lastIndexOf('.'));
  const stem = basename(path).slice(0, basename(path).length - end.length);
  const separator = stem.includes('_') ? '_' : '-';
  const parts = stem.split(/[-_]/);
  const other = stem.includes('_') ? stem.replaceAll('_', '-') : stem.replaceAll('-', '_');
  const ways = [
    ...(other === stem ? [] : [other]),
    ...(parts.length > 2 ? [parts.slice(1).join(separator), parts.slice(0, -1).join(separator)] : []),
    ...['guide', 'v2', 'reference', 'new'].map((word) => `${stem}${separator}${word}`),
    stem.endsWith('s') ? stem.slice(0, -1) : `${stem}s`,
  ];
  return inDirectory(path, `${random.pick(ways)}${end}`);
}

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  '.md': ['.txt', '.mdx', '.rst', '.html'],
  '.py': ['.sh', '.js', '.ts'],
  '.sh': ['.py', '.bash', '.js'],
  '.js': ['.ts', '.mjs', '.py'],
  '.ts': ['.js', '.py'],
  '.json': ['.yaml', '.yml', '.jsonc'],
  '.yaml': ['.yml', '.json'],
  '.yml': ['.yaml', '.json'],
};
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  references: ['reference', 'refs', 'docs', 'resources'],
  reference: ['references', 'docs'],
  scripts: ['script', 'bin', 'tools'],
  assets: ['asset', 'templates', 'resources'],
  templates: ['template', 'assets'],
  resources: ['resource', 'references'],
  rules: ['rule', 'references'],
  examples: ['example', 'references'],
};

const otherFolder = (site: Site, random: Random): string | undefined => {
  const [first = '', ...rest] = site.path.split('/');
  const folder = random.pick(FOLDERS[first] ?? [first.endsWith('s') ? first.slice(0, -1) : `${first}s`]);
  return [folder, ...rest].join('/');
};

export const BROKEN: readonly Operator[] = [
  byFiles('deleted file', () => ''),
  byFiles('renamed file', (site, _skill, random) => renamePath(site.target, random)),
  byFiles('moved file', (site, _skill, random) => {
    const folders = ['references', 'assets', 'docs', `${dirname(site.target)}/more`, 'resources'];
    return `${random.pick(folders.filter((one) => one !== dirname(site.target)))}/${basename(site.target)}`;
  }),
  byText('typo in the name', 'broken', inMain, (site, _skill, random) => {
    const name = addTypo(basename(site.path), random);
    return name === undefined ? undefined : inDirectory(site.path, name);
  }),
  byText('typo in the folder', 'broken', inMain, (site, _skill, random) => {
    const [first = '', ...rest] = site.path.split('/');
    const folder = addTypo(first, random);
    return folder === undefined ? undefined : [folder, ...rest].join('/');
  }),
  byText('other case', 'broken', inMain, (site, _skill, random) =>
    random.below(4) === 0
      ? site.path.replace(/^[^/]+/, (first) => otherCase(first, random))
      : inDirectory(site.path, otherCase(basename(site.path), random)),
  ),
  byText('wrong folder', 'broken', inMain, (site, _skill, random) => otherFolder(site, random)),
  byText('wrong extension', 'broken', inMain, (site, _skill, random) => {
    const end = extension(site.path);
    const other = random.pick(EXTENSIONS[end] ?? []);
    return other === undefined ? undefined : site.path.slice(0, -end.length) + other;
  }),
  byText(
    'inside a reference file',
    'broken',
    (site) => !site.isManifest && site.form === 'link',
    (site, _skill, random) => {
      const name = addTypo(basename(site.path), random);
      return name === undefined ? undefined : inDirectory(site.path, name);
    },
  ),
  byText(
    'both bases',
    'broken',
    (site) => !site.isManifest && site.from === 'root' && inFolder(site),
    (site, _s, random) => {
      const name = addTypo(basename(site.path), random);
      return name === undefined ? undefined : inDirectory(site.path, name);
    },
  ),
  byText(
    'flat file',
    'broken',
    (site) => site.isManifest && !site.path.includes('/'),
    (site, _skill, random) => addTypo(site.path, random),
  ),
  byText(
    "a sibling skill's file",
    'broken',
    inMain,
    (_site, _skill, random, neighbors) => random.pick(neighbors.siblingPaths),
    false,
  ),
  byText('dropped folder', 'bare', inMain, (site, skill) => {
    const name = basename(site.path);
    return [...skill.files].filter((file) => basename(file) === name).length === 1 ? name : undefined;
  }),
];

/** Returns a mutation that adds a file that nothing references. */
export function orphan(skill: MutableSkill, random: Random): Mutation | undefined {
  const all = [...skill.documents.values()].join('\n');
  // A text that mentions the folder as a whole references every file in it.
  const isUnmentioned = (folder: string): boolean => !new RegExp(`${folder}(?:/?(?![\\w/.-])|/[*{<[(])`).test(all);
  const folders = [
    ...new Set([...skill.files].filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? '')),
  ];
  const folder = random.pick(folders.filter((one) => /^\w[\w-]*$/.test(one) && isUnmentioned(one)));
  const name = random.pick(['quarterly-heron.md', 'walnut_ledger.md', 'umbra-checks.py', 'old-plover.md']);
  const manifest = skill.documents.get(skill.manifest);
  if (folder === undefined || manifest === undefined) return undefined;
  const path = `${folder}/${name}`;
  return {
    operator: 'added orphan',
    kind: 'orphan',
    form: folder,
    skill: skill.root,
    texts: new Map([[join(skill.root, path), '# A page\n']]),
    removed: [],
    expected: { file: skill.manifest, range: { start: 0, end: 0 }, target: path, line: 1 },
    shown: path,
  };
}
