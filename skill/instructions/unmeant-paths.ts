/**
 * Clues that a missing path in an instruction file need not exist in the repository. Its text is about a whole project, so it has
 * many paths that are made later, belong to others or stand for any file: only the remaining ones are judged.
 */
import { type Clue, firstMatching } from '../clues/clue.ts';
import { entryOf } from '../files/entries.ts';
import type { FileSystem } from '../files/files.ts';
import { isGitIgnored } from '../files/git-ignore.ts';
import { basename, dirname, join, within } from '../files/paths.ts';
import type { RepositoryTree } from '../files/repository-tree.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import { lineAround } from '../text/lines.ts';
import type { InstructionKind } from './instruction-files.ts';

/** A path without a file in an instruction file. */
export interface ProjectPath {
  readonly reference: Reference;
  readonly document: Pick<SkillDocument, 'path' | 'text'>;
  readonly kind: InstructionKind;
  /** True for `@path`. */
  readonly isImport: boolean;
  /** The repository, or else the workspace folder; absolute. */
  readonly root: string;
  /** The value of the variable that the path starts with. */
  readonly pluginRoot: string | undefined;
  readonly fs: FileSystem;
  /** Absent if there is nothing around the file. */
  readonly tree: RepositoryTree | undefined;
}

const isLink = ({ reference: { form } }: ProjectPath): boolean =>
  form === 'link' || form === 'image' || form === 'definition';

/** Returns true if a client or a reader looks for the path in one place only. */
const isExact = (path: ProjectPath): boolean =>
  isLink(path) || path.reference.base.kind === 'plugin' || path.reference.path.startsWith('../');

const STANDS_FOR_ANY =
  /(?:^|[/_.-])(?:foo|bar|baz|xxx?|yyy|xyz|abc|my|your|new|old|other|some|any|name|slug|example|sample|placeholder|todo|feature|legacy)(?=[/_.-]|$)/i;
const OF_ONE_MACHINE = /\.local\b|(?:^|\/)\.env\b|\.env$/i;
/** Folders in which programs keep their state; those of clients and of Git hosts are written by people. */
const STATE = /^\.(?!(?:agents|claude|codex|cursor|gemini|git(?:hub|lab)|opencode|vscode)\/)[\w-]+\//i;

/** Maximum number of lines of `.gitmodules` that are read. */
const MAX_LINES = 2_000;

/** Returns the folders that a path may be relative to. */
const foldersOf = ({ reference, document, root, pluginRoot }: ProjectPath): readonly string[] =>
  reference.base.kind === 'plugin' ? (pluginRoot === undefined ? [] : [pluginRoot]) : [dirname(document.path), root];

function isIgnored(path: ProjectPath): boolean {
  const { fs, root, reference } = path;
  const read = (file: string): string | undefined => {
    if (entryOf(fs.list(dirname(file)), basename(file)) === undefined) return undefined;
    const result = fs.read(file);
    return result.kind === 'text' ? result.text : undefined;
  };
  return foldersOf(path).some((folder) => isGitIgnored(root, join(folder, reference.path), read));
}

function isInSubmodule(path: ProjectPath): boolean {
  const { fs, root, reference } = path;
  if (entryOf(fs.list(root), '.gitmodules') === undefined) return false;
  const read = fs.read(join(root, '.gitmodules'));
  if (read.kind !== 'text') return false;
  const modules = read.text.split('\n', MAX_LINES).flatMap((line) => {
    const path = /^[ \t]*path[ \t]*=(.*)$/.exec(line)?.[1]?.trim();
    return path ? [join(root, path)] : [];
  });
  return foldersOf(path).some((folder) =>
    modules.some((module) => within(module, join(folder, reference.path)) !== undefined),
  );
}

/** Returns true if a client sets the variable that a path starts with, which it does in agents and commands of the plugin. */
const isVariableSet = ({ document, pluginRoot }: ProjectPath): boolean =>
  /^(?:agents|commands)\//.test((pluginRoot !== undefined && within(pluginRoot, document.path)) || '');

/** Maximum distance of words that say that a file is gone, in UTF-16 units. */
const NEAR = 160;
const GONE_BEFORE = /\b(?:former|previous|removed?|deleted?|retired)\s[`([*_]*$/i;
const GONE_AFTER =
  /^[^.;]{0,120}\b(?:(?:was|were|is|has been|got)\s(?:since\s)?(?:removed|deleted|retired|dropped|folded|merged into)|removed\s(?:that|this|it)|no longer exists?)\b/i;

function isSaidGone({ document: { text }, reference: { range } }: ProjectPath): boolean {
  const before = text.slice(Math.max(0, range.start - NEAR), range.start);
  return GONE_BEFORE.test(before) || GONE_AFTER.test(text.slice(range.end, range.end + NEAR));
}

/** Returns true if an odd number of quotes precedes a path on its line, so that the path is a part of what they quote. */
function isQuoted({ document: { text }, reference: { range } }: ProjectPath): boolean {
  const { start } = lineAround(text, range);
  return text.slice(start, range.start).split('"').length % 2 === 0;
}

/** Returns true if a path starts in a folder next to its file, or above it. */
function startsBeside({ reference, document, fs }: ProjectPath): boolean {
  const [first = '', second] = reference.path.split('/');
  return second !== undefined && (first === '..' || entryOf(fs.list(dirname(document.path)), first) !== undefined);
}

/** Returns true if a path could start in a folder that it may be relative to. */
function hasFirstFolder(path: ProjectPath): boolean {
  const [first = ''] = path.reference.path.split('/');
  return first === '..' || foldersOf(path).some((folder) => entryOf(path.fs.list(folder), first) !== undefined);
}

/** The clues by precedence. */
export const UNMEANT_PATHS: readonly Clue<ProjectPath>[] = [
  {
    id: 'project.of-user',
    says: 'an agent or a command is used in other projects, whose file this may be',
    // Links of the documents that an agent writes lead to each other.
    matches: (path) =>
      path.kind !== 'project' &&
      path.reference.base.kind !== 'plugin' &&
      !(isLink(path) && startsBeside(path) && !isQuoted(path)),
    fires: [
      { text: 'Read `⟦docs/plan.md⟧` first.', in: '.claude/commands/plan.md', files: ['docs/a.md'] },
      { text: 'Read @⟦docs/plan.md⟧ first.', in: '.claude/commands/plan.md', files: ['docs/a.md'] },
      { text: 'Add a link to the [plan](⟦02-plan.md⟧).', in: '.claude/agents/plan.md' },
      { text: 'Add "Back to [all](⟦../all.md⟧)".', in: '.claude/agents/plan.md' },
      { text: 'Add a link to the [plan](⟦docs/plan.md⟧).', in: '.claude/agents/plan.md', files: ['docs/a.md'] },
    ],
    silent: [
      { text: 'Read [the plan](⟦../../docs/plan.md⟧).', in: '.claude/commands/plan.md', files: ['docs/a.md'] },
      { text: 'Read [it](⟦parts/plan.md⟧).', in: '.claude/commands/plan.md', files: ['.claude/commands/parts/a.md'] },
      { text: 'Read `⟦docs/plan.md⟧` first.', files: ['docs/a.md'] },
    ],
  },
  {
    id: 'project.variable-not-set',
    says: 'it starts with a variable that no client sets for this file',
    matches: (path) => path.reference.base.kind === 'plugin' && !isVariableSet(path),
    fires: [{ text: `Rules: \`\${CLAUDE_PLUGIN_ROOT}/⟦docs/rules.md⟧\`.`, in: 'CLAUDE.md', files: ['docs/a.md'] }],
    silent: [
      { text: `Rules: \`\${CLAUDE_PLUGIN_ROOT}/⟦docs/rules.md⟧\`.`, in: 'commands/add.md', files: ['docs/a.md'] },
      { text: 'Rules: [it](⟦docs/rules.md⟧).', in: 'CLAUDE.md', files: ['docs/a.md'] },
    ],
  },
  {
    id: 'project.said-gone',
    says: 'the words around it say that it is gone',
    matches: isSaidGone,
    fires: [
      { text: 'The former `⟦docs/gate.md⟧` is a part of the plan.', files: ['docs/a.md'] },
      { text: 'A job (`⟦docs/job.yml⟧`) came later, but we removed that job.', files: ['docs/a.md'] },
      { text: 'See `⟦docs/gate.md⟧`, which was deleted in May.', files: ['docs/a.md'] },
    ],
    silent: [
      { text: 'See `⟦docs/gate.md⟧`. The old plan was deleted in May.', files: ['docs/a.md'] },
      { text: 'To remove a table, see `⟦docs/gate.md⟧`.', files: ['docs/a.md'] },
    ],
  },
  {
    id: 'project.folder',
    says: 'it is a folder, which Git does not keep while it is empty',
    matches: ({ reference: { path } }) => path.endsWith('/'),
    fires: [{ text: 'Plans are in `⟦docs/plans/⟧`.', files: ['docs/a.md'] }],
    silent: [{ text: 'Plans are in `⟦docs/plans.md⟧`.', files: ['docs/a.md'] }],
  },
  {
    id: 'project.stands-for-any',
    says: 'part of its name stands for any name',
    matches: ({ reference: { path } }) => STANDS_FOR_ANY.test(path),
    fires: [
      { text: 'Run `pytest ⟦tests/test_foo.py⟧`.', files: ['tests/a.py'] },
      { text: 'Add `⟦plugins/my-plugin/README.md⟧`.', files: ['plugins/a/b.md'] },
    ],
    silent: [{ text: 'Run `pytest ⟦tests/test_food.py⟧`.', files: ['tests/a.py'] }],
  },
  {
    id: 'project.one-machine',
    says: 'by its name or folder it is a file of one machine, or the state of a program',
    matches: ({ reference: { path } }) => OF_ONE_MACHINE.test(path) || STATE.test(path),
    fires: [
      { text: 'The last step is in `⟦.tracker/state.json⟧`.', files: ['.tracker/README.md'] },
      { text: 'Set it in `⟦config/app.local.json⟧`.', files: ['config/a.json'] },
    ],
    silent: [{ text: 'Set it in `⟦config/locale.json⟧`.', files: ['config/a.json'] }],
  },
  {
    id: 'project.shown',
    says: 'it is in a block of text, which may show something else than this repository',
    matches: ({ reference: { form } }) => form === 'fence' || form === 'tree',
    fires: [{ text: '```\nread ⟦docs/plan.md⟧ for it\n```', files: ['docs/a.md'] }],
    silent: [{ text: '```bash\npython ⟦tools/plan.py⟧\n```', files: ['tools/a.py'] }],
  },
  {
    id: 'project.ends-like-others',
    says: 'other files of the repository have a path that ends like this, so it may be relative to each of their folders',
    matches: (path) => !isExact(path) && !path.isImport && (path.tree?.endingIn(path.reference.path)?.length ?? 1) > 0,
    fires: [{ text: 'Each app has a `⟦config/app.json⟧`.', files: ['config/b.json', 'apps/one/config/app.json'] }],
    silent: [
      { text: 'Each app has a `⟦config/app.json⟧`.', files: ['config/b.json', 'apps/one/app.json'] },
      { text: 'See [it](⟦config/app.json⟧).', files: ['config/b.json', 'apps/one/config/app.json'] },
    ],
  },
  {
    id: 'project.no-such-folder',
    says: 'the repository has no folder that the path could start in',
    matches: (path) => {
      return !isExact(path) && path.reference.path.includes('/') && !hasFirstFolder(path);
    },
    fires: [
      { text: 'The interface is in `⟦engine/include/api.h⟧`.', files: ['docs/a.md'] },
      { text: 'Ask for it: /draw @⟦designs/start.md⟧', files: ['docs/a.md'] },
    ],
    silent: [{ text: 'The interface is in `⟦docs/api.md⟧`.', files: ['docs/a.md'] }],
  },
  {
    id: 'project.git-ignored',
    says: 'Git ignores it, so it is made later',
    matches: isIgnored,
    fires: [
      { text: 'Run `node ⟦app/dist/cli.js⟧`.', files: ['app/src/cli.ts', '.gitignore: dist/'] },
      { text: 'See [it](⟦out.md⟧).', files: ['.gitignore: /out.md'] },
    ],
    silent: [{ text: 'Run `node ⟦app/dist/cli.js⟧`.', files: ['app/src/cli.ts', '.gitignore: /dist/'] }],
  },
  {
    id: 'project.submodule',
    says: 'it is in a submodule of Git, which need not be checked out',
    matches: isInSubmodule,
    fires: [{ text: 'See [it](⟦vendored/lib/api.md⟧).', files: ['.gitmodules: path = vendored/lib'] }],
    silent: [{ text: 'See [it](⟦vendored/lib.md⟧).', files: ['.gitmodules: path = vendored/lib'] }],
  },
];

/** Returns the first clue that a path need not exist in the repository; undefined if there is none. */
export const unmeantClueFor = (path: ProjectPath): Clue<ProjectPath> | undefined => firstMatching(UNMEANT_PATHS, path);
