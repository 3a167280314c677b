/**
 * The rules of imports: the one table that `npm run lint:imports`, `rooms.test.ts` and the blocks about imports in READMEs
 * are computed from. Cycles are forbidden everywhere, so nothing here repeats that.
 */
import {
  type Arrow,
  betweenFiles,
  betweenFolders,
  betweenNeighbors,
  cyclesIn,
  type Import,
  isTest,
} from './imports.ts';

/** The imports that each top-level part, with its tests, may have from others: a part, a folder, or a file. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  skill: [],
  server: ['skill/'],
  runtime: ['skill/'],
  // From `skill/` only small functions, such as the token estimate: they are part of its bundles.
  client: [
    'server/protocol.ts',
    'runtime/protocol/',
    'runtime/text/',
    'runtime/secrets/',
    'runtime/disk/',
    'runtime/statistics/',
    'skill/index.ts',
  ],
  cli: ['skill/', 'server/', 'runtime/'],
  // For `npm run generate`, which loads what the parts declare.
  scripts: ['skill/', 'server/', 'runtime/'],
  test: ['skill/', 'server/', 'runtime/', 'client/', 'scripts/', 'bench/'],
  bench: ['skill/', 'server/', 'runtime/', 'client/', 'cli/', 'scripts/', 'test/'],
};

/** Test equipment: imported by tests everywhere, and by itself the files of any part. */
const EQUIPMENT = 'test/equipment/';

/** The files of a part that other parts may import, where they are few. */
export const ENTRIES: Readonly<Record<string, readonly string[]>> = { skill: ['skill/index.ts', 'skill/disk.ts'] };

/**
 * The folders of each part, from the bottom: a folder imports only from lower floors, never from its own or a higher one.
 * `.` stands for the files of the part itself. Folders of tests have no floor.
 */
export const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  skill: [
    ['model'],
    ['text'],
    ['clients', 'eval-cases', 'files', 'markdown', 'neighbors'],
    ['disk', 'misses', 'plugins', 'references'],
    ['catalog', 'clues', 'needs'],
    ['instructions'],
    ['resolution'],
    ['judge', 'reach'],
    ['guess'],
    ['documents'],
    ['skim'],
    ['.'],
  ],
  server: [
    ['.'],
    ['history', 'rules'],
    ['workspace'],
    ['targets'],
    ['renaming'],
    ['features'],
    ['lsp'],
    ['node'],
    ['check'],
  ],
  runtime: [
    ['.'],
    ['protocol'],
    ['statistics', 'text'],
    ['disk', 'pages', 'secrets'],
    ['catalog', 'confined', 'temporary', 'user-data'],
    ['journal'],
    ['network'],
    ['models'],
    ['loop'],
    ['skill-files', 'workspace-copy'],
    ['git', 'scripts'],
    ['clients', 'toolset'],
    ['agents', 'otlp', 'tool-calls'],
    ['approvals', 'guards'],
    ['tools'],
    ['run'],
    ['debug', 'replay', 'requests', 'stress'],
    ['sessions'],
    ['compare', 'export'],
    ['evals', 'hooks', 'otlp-push'],
    ['cli', 'node'],
  ],
  client: [
    ['drop', 'log', 'mcp-server', 'pages', 'timeline'],
    ['editor', 'language', 'runtime-process'],
    ['dialogs', 'panel'],
    ['models', 'saved-page'],
    ['runs'],
    ['commands', 'misses', 'report', 'views'],
    ['catalog', 'compare', 'debug', 'evals', 'hooks', 'sessions', 'skills-view', 'stress'],
    ['control', 'runs-table'],
    ['activation'],
    ['.'],
  ],
};

/** Modules that some files must not import: packages, and modules of Node. */
interface Ban {
  /** Folders and files. */
  readonly within: readonly string[];
  readonly except?: readonly string[];
  readonly isForTests: boolean;
  readonly forbids: (module: string) => boolean;
  /** The reason, as a sentence. */
  readonly why: string;
  /** The remedy, as a sentence. */
  readonly instead: string;
}

export const BANS: readonly Ban[] = [
  {
    within: ['skill/'],
    isForTests: true,
    forbids: (module) => module === 'vscode' || module.startsWith('vscode-') || module.startsWith('@ai-sdk/'),
    why: 'skill/ knows no editor, no LSP and no agent.',
    instead: 'Move the code to server/, runtime/ or client/, or let the caller pass in what it needs.',
  },
  {
    within: ['skill/'],
    except: ['skill/disk/'],
    isForTests: false,
    forbids: (module) => module.startsWith('node:'),
    why: 'Only skill/disk/ knows Node, so that the rest also runs on files in memory.',
    instead: 'Read files through FileSystem (skill/files/files.ts), or move the code to skill/disk/.',
  },
  {
    within: ['server/', 'runtime/', 'cli/'],
    isForTests: true,
    forbids: (module) => module === 'vscode',
    why: 'Only client/ knows VS Code: the language server and the runtime also run without it.',
    instead: 'Move the code to client/, or let the extension send what it needs as a message.',
  },
  {
    within: ['runtime/clients/', 'runtime/evals/judging/', 'runtime/evals/runner/', 'runtime/debug/fork/'],
    except: ['runtime/evals/runner/client-process.ts', 'runtime/debug/fork/fork-journal.ts'],
    isForTests: false,
    forbids: (module) => module === 'node:fs' || module === 'node:fs/promises',
    why: 'Commands of an agent can replace every file and folder of a copy at any time.',
    instead: 'Read it through runtime/confined/.',
  },
];

/** Returns a message for each import that the rules do not allow: the file and its import, the rule, and what to do. */
export function forbiddenImports(imports: readonly Import[]): readonly string[] {
  const files = betweenFiles(imports);
  const product = files.filter(([from]) => !isTest(from));
  const problems = [
    ...files.flatMap(([from, to]) => [...checkPart(from, to), ...checkEntry(from, to)]),
    ...product.flatMap(([from, to]) => [...checkFloor(from, to)]),
    ...imports.flatMap(({ from, module }) => [...checkBans(from, module)]),
    ...checkCycles(product),
  ];
  return [...new Set(problems)];
}

function* checkPart(from: string, to: string): Generator<string> {
  const [part, other] = [partOf(from), partOf(to)];
  if (part === other || !from.includes('/') || (isTest(from) && to.startsWith(EQUIPMENT))) return;
  const allowed = MAY_IMPORT[part];
  if (allowed?.some((path) => to.startsWith(path))) return;
  const what = allowed === undefined || allowed.length === 0 ? 'nothing of other parts' : `only ${listOf(allowed)}`;
  yield `${from} imports ${to}: ${part}/ imports ${what}. Move the code to the part that may import both, or let the caller pass in what it needs.`;
}

function* checkEntry(from: string, to: string): Generator<string> {
  const entries = ENTRIES[partOf(to)];
  if (entries === undefined || partOf(from) === partOf(to) || entries.includes(to) || from.startsWith(EQUIPMENT))
    return;
  yield `${from} imports ${to}: other parts import only ${listOf(entries)}. Import it from there, and export it there if it is missing.`;
}

function* checkFloor(from: string, to: string): Generator<string> {
  const part = partOf(from);
  const floors = FLOORS[part];
  if (floors === undefined || part !== partOf(to)) return;
  const [folder, other] = [folderOf(from), folderOf(to)];
  if (folder === other) return;
  const [floor, otherFloor] = [folder, other].map((name) => floors.findIndex((names) => names.includes(name)));
  for (const [name, at] of new Map([
    [folder, floor],
    [other, otherFloor],
  ]))
    if (at === -1) yield `${part}/${name}/ has no floor: add it to FLOORS in scripts/lib/import-rules.ts.`;
  if (floor === undefined || otherFloor === undefined || floor < 0 || otherFloor < 0 || otherFloor < floor) return;
  yield `${from} imports ${to}: a folder imports only from lower floors, and ${nameOf(part, other)} (floor ${otherFloor + 1}) is not below ${nameOf(part, folder)} (floor ${floor + 1}). Move the code down, let the caller pass it in, or change FLOORS in scripts/lib/import-rules.ts if that makes no cycle.`;
}

function* checkBans(from: string, module: string): Generator<string> {
  for (const { within, except = [], isForTests, forbids, why, instead } of BANS)
    if (
      within.some((path) => from.startsWith(path)) &&
      !except.some((path) => from.startsWith(path)) &&
      (isForTests || !isTest(from)) &&
      forbids(module)
    )
      yield `${from} imports ${module}: ${why} ${instead}`;
}

function checkCycles(product: readonly Arrow[]): readonly string[] {
  const remedy = 'Move what both need to a file or folder below them.';
  return [
    ...cyclesIn(product).map((arrow) => `${arrow}: this import is part of a cycle of files. ${remedy}`),
    ...cyclesIn(betweenFolders(product)).map((arrow) => `${arrow}: part of a cycle of folders. ${remedy}`),
    ...cyclesIn(betweenNeighbors(product)).map(
      (arrow) => `${arrow}: part of a cycle of folders with their subfolders. ${remedy}`,
    ),
  ];
}

/** Returns the floors of a part as a numbered list in Markdown. */
export function floorsOf(part: string): string {
  return (FLOORS[part] ?? [])
    .map(
      (names, index) =>
        `${index + 1}. ${names.map((name) => (name === '.' ? `the files of \`${part}/\` itself` : `\`${name}/\``)).join(', ')}\n`,
    )
    .join('');
}

const partOf = (file: string): string => file.split('/')[0] ?? '';

/** Returns the folder of a part that a file is in, or `.` for the part itself. */
function folderOf(file: string): string {
  const [, folder = '.', ...rest] = file.split('/');
  return rest.length === 0 ? '.' : folder;
}

const nameOf = (part: string, folder: string): string => (folder === '.' ? `${part}/ itself` : `${part}/${folder}/`);

const listOf = (paths: readonly string[]): string =>
  paths.length < 2 ? paths.join() : `${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}`;
