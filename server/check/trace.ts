import type { Bundle, DirectoryEntry, FileSystem, KnownSkill, ReadResult, SkillLookup } from '../../skill/index.ts';
import { FolderFrontmatter, type FrontmatterTexts } from '../workspace/frontmatter-texts.ts';
import { ProjectFiles } from '../workspace/project-files.ts';
import { RepositoryTrees } from '../workspace/repository-trees.ts';
import type { World } from '../workspace/workspace.ts';
import { digest } from './cache-files.ts';

/** Every query of a `World`. */
const QUERIES = [
  'read',
  'list',
  'kind',
  'realPath',
  'named',
  'at',
  'holding',
  'rootNames',
  'names',
  'tree',
  'projectFiles',
  'frontmatter',
] as const;
type Query = (typeof QUERIES)[number];

/**
 * All queries made while a skill was checked, with a digest of each answer: `[argument, digest, argument, digest, …]` by
 * query. While every answer stays the same, so do the findings. Rules need not declare their dependencies.
 */
export type Trace = Readonly<Record<Query, readonly string[]>>;

/** Returns a short answer unchanged, else its digest. An answer contains a `/`, a digest does not. */
const shorten = (text: string): string => (text.length <= 100 ? text : digest(text));

/** Records every query made through `world`. */
export class Recorder {
  readonly world: World;
  readonly #answers = new Map<Query, Map<string, unknown>>(QUERIES.map((question) => [question, new Map()]));

  constructor({ fs, skills, trees, projects, frontmatter }: World) {
    const recording = <T>(question: Query, ask: (about: string) => T): ((about: string) => T) => {
      const answers = this.#answers.get(question);
      return (about) => {
        const answer = ask(about);
        answers?.set(about, answer);
        return answer;
      };
    };
    this.world = {
      fs: {
        read: recording('read', fs.read),
        list: recording('list', fs.list),
        kind: recording('kind', fs.kind),
        realPath: recording('realPath', fs.realPath),
      },
      skills: {
        named: recording('named', (name) => skills.named(name)),
        at: recording('at', (root) => skills.at(root)),
        holding: recording('holding', (path) => skills.holding(path)),
        rootNames: () => recording('rootNames', () => skills.rootNames())(''),
        names: () => recording('names', () => skills.names())(''),
      },
      trees: {
        at(root) {
          const tree = trees.at(root);
          const endingIn = recording('tree', (about) => tree.endingIn(about.slice(root.length + 1)));
          return { root, endingIn: (path) => endingIn(`${root}\0${path}`) };
        },
      },
      projects: { filesOf: recording('projectFiles', (root) => projects.filesOf(root)) },
      frontmatter: { in: recording('frontmatter', (folder) => frontmatter.in(folder)) },
    };
  }

  /** Returns the queries recorded so far, and clears them. */
  take(): Trace {
    const of = (question: Query): string[] => {
      const answers = this.#answers.get(question) ?? new Map<string, unknown>();
      const flat = [...answers].flatMap(([about, answer]) => [about, DIGESTS[question](answer as never)]);
      answers.clear();
      return flat;
    };
    return {
      read: of('read'),
      list: of('list'),
      kind: of('kind'),
      realPath: of('realPath'),
      named: of('named'),
      at: of('at'),
      holding: of('holding'),
      rootNames: of('rootNames'),
      names: of('names'),
      tree: of('tree'),
      projectFiles: of('projectFiles'),
      frontmatter: of('frontmatter'),
    };
  }
}

/** Returns a function that repeats all queries of a trace. `digestOf` is a faster way to the digest of a text file. */
export function verifier(fs: FileSystem, skills: SkillLookup, digestOf?: (path: string) => string | undefined) {
  const frontmatter = new FolderFrontmatter(fs);
  const trees = new RepositoryTrees(fs);
  const projects = new ProjectFiles(fs);
  const now: { [Q in Query]: (about: string) => string } = {
    read: (path) => digestOfRead(fs.read(path)),
    list: (folder) => digestOfList(fs.list(folder)),
    kind: (path) => digestOfPlain(fs.kind(path)),
    realPath: (path) => digestOfPlain(fs.realPath(path)),
    named: (name) => digestOfPlaces(skills.named(name)),
    at: (root) => digestOfPlace(skills.at(root)),
    holding: (path) => digestOfPlaces(skills.holding(path)),
    rootNames: () => digestOfNames(skills.rootNames()),
    names: () => digestOfSet(skills.names()),
    tree(about) {
      const [root = '', path = ''] = about.split('\0');
      return digestOfTree(trees.at(root).endingIn(path));
    },
    projectFiles: (root) => digestOfBundle(projects.filesOf(root)),
    frontmatter: (folder) => digestOfFrontmatter(frontmatter.in(folder)),
  };
  const known = new Map<Query, Map<string, string>>(QUERIES.map((question) => [question, new Map()]));
  /** Returns true if every answer is the same as in the trace. */
  return (trace: Trace): boolean =>
    QUERIES.every((question) => {
      const answers = known.get(question) ?? new Map<string, string>();
      const flat = trace[question];
      for (let index = 0; index < flat.length; index += 2) {
        const about = flat[index] ?? '';
        const expected = flat[index + 1] ?? '';
        let answer = answers.get(about);
        if (answer === undefined) {
          const quick = question === 'read' && !expected.startsWith('{') ? digestOf?.(about) : undefined;
          answer = quick ?? now[question](about);
          answers.set(about, answer);
        }
        if (answer !== expected) return false;
      }
      return true;
    });
}

export function digestOfRead(result: ReadResult): string {
  // The UTF-8 encoding of the text equals the file's bytes; any other file is not a text.
  return result.kind === 'text' ? digest(result.text) : digestOfPlain(result);
}

const digestOfPlain = (answer: unknown): string => JSON.stringify(answer) ?? '';

const lists = new WeakMap<readonly DirectoryEntry[], string>();
const bundles = new WeakMap<Bundle, string>();

function cached<K extends object>(cache: WeakMap<K, string>, key: K, make: () => string): string {
  const known = cache.get(key) ?? make();
  cache.set(key, known);
  return known;
}

function digestOfList(entries: readonly DirectoryEntry[]): string {
  const text = () => entries.map(({ name, kind, link }) => `${name}/${kind}${link ? ' link' : ''}`).join('\n');
  return cached(lists, entries, () => shorten(`${text()}/`));
}

function digestOfPlace(place: KnownSkill | undefined): string {
  if (place === undefined) return '';
  return shorten(`${place.root}/${JSON.stringify([place.name, digestOfBundle(place.bundle)])}`);
}

const digestOfBundle = (bundle: Bundle): string =>
  cached(bundles, bundle, () => {
    const { files, folders, truncated } = bundle;
    return digest(`${[...files].join('\n')}\n/\n${[...folders].join('\n')}\n${truncated}`);
  });

const digestOfPlaces = (places: readonly KnownSkill[]): string => places.map(digestOfPlace).join(' ');

const rootNames = new WeakMap<ReadonlyMap<string, ReadonlySet<string>>, string>();
const digestOfNames = (names: ReadonlyMap<string, ReadonlySet<string>>): string =>
  cached(rootNames, names, () =>
    digest(
      [...names.values()]
        .flatMap((written) => [...written])
        .sort()
        .join('\n'),
    ),
  );

const digestOfSet = (names: ReadonlySet<string>): string => digest([...names].join('\n'));

/** The answer contains a `/` unless it is empty. */
const digestOfTree = (found: readonly string[] | undefined): string => shorten(found?.join('\n') ?? '?');

const frontmatterTexts = new WeakMap<FrontmatterTexts, string>();
const digestOfFrontmatter = (texts: FrontmatterTexts): string =>
  cached(frontmatterTexts, texts, () => digest(JSON.stringify([...texts])));

const DIGESTS: { readonly [Q in Query]: (answer: never) => string } = {
  read: digestOfRead,
  list: digestOfList,
  kind: digestOfPlain,
  realPath: digestOfPlain,
  named: digestOfPlaces,
  at: digestOfPlace,
  holding: digestOfPlaces,
  rootNames: digestOfNames,
  names: digestOfSet,
  tree: digestOfTree,
  projectFiles: digestOfBundle,
  frontmatter: digestOfFrontmatter,
};
