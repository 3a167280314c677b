import { describe, expect, it } from 'vitest';
import type { MemoryFile } from '../../skill/index.ts';
import { HEAD, sessionOf, settings, workspaceOf } from '../../test/equipment/server/server.ts';
import { History } from '../history/history.ts';
import type { FileChange } from '../history/log-parser.ts';
import { PathChanges } from '../history/path-changes.ts';
import { Lines } from '../workspace/lines.ts';
import { codeActions } from './actions/code-actions.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { hover } from './hover/hover.ts';
import { ageInWords, prepareHistory } from './path-history.ts';
import type { Session } from './session.ts';

const NOW = Math.floor(Date.now() / 1000);
const WEEK = 7 * 86_400;

/** A commit: the files that it renamed, by old path, or deleted (null). */
type Commit = Readonly<Record<string, string | null>>;

/** @param commits from the newest to the oldest; each one is a week older */
function changesOf(commits: readonly Commit[]): PathChanges {
  const changes = new PathChanges();
  commits.forEach((commit, index) => {
    const files = Object.entries(commit).flatMap(([from, to], blob): FileChange[] => [
      { kind: 'deleted', path: from, blob: `${blob}` },
      ...(to === null ? [] : [{ kind: 'added', path: to, blob: `${blob}` } as const]),
    ]);
    changes.add({ id: `${index + 1}234567890`, time: NOW - (index + 1) * WEEK, changes: files });
  });
  changes.complete();
  return changes;
}

interface Test {
  readonly files: Readonly<Record<string, MemoryFile>>;
  readonly commits: readonly Commit[];
  readonly section?: unknown;
  readonly path?: string;
}

/** The folder `/work` with the repository `/work`; paths of files are absolute or those of the skill `/work/notes`. */
async function open({ files, commits, section = {}, path = '/work/notes/SKILL.md' }: Test) {
  const workspace = workspaceOf({ '/work/.git/HEAD': 'x', ...files }, settings(section));
  const requested: string[] = [];
  const history = new History(async ({ root }) => {
    requested.push(root);
    return { kind: 'read', head: 'c', changes: changesOf(commits) };
  }, true);
  const session: Session = { ...sessionOf(workspace), history };
  prepareHistory(session, path);
  await history.refresh('/work', workspace.folders);
  return { session, requested, path, text: `${files[path] ?? files[path.replace('/work/notes/', '')]}` };
}

type Opened = Awaited<ReturnType<typeof open>>;

function hoverText({ session, path, text }: Opened, words: string): string {
  const position = new Lines(text).position(text.indexOf(words));
  const contents = hover(session, path, position, { markdown: true, widths: false })?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : '';
}

/** Returns the quick fixes of changes at some words; the preferred one with a star. */
function fixesAt({ session, path, text }: Opened, words: string, only = 'quickfix.skillwright'): readonly string[] {
  const start = text.indexOf(words);
  const range = new Lines(text).range({ start, end: start });
  const support = { documentChanges: true, create: true };
  return codeActions(session, path, { range, context: { diagnostics: [], only: [only] } }, support).map(
    ({ title, isPreferred }) => `${title}${isPreferred ? ' *' : ''}`,
  );
}

/** Returns the text after the first quick fix at some words. */
function textAfterFix({ session, path, text }: Opened, words: string): string {
  const start = text.indexOf(words);
  const range = new Lines(text).range({ start, end: start });
  const request = { range, context: { diagnostics: [], only: ['quickfix.skillwright'] } };
  const [action] = codeActions(session, path, request, { documentChanges: false, create: false });
  const lines = new Lines(text);
  const edits = Object.values(action?.edit?.changes ?? {}).flat();
  return edits
    .toReversed()
    .reduce(
      (now, { range, newText }) =>
        now.slice(0, lines.offset(range.start)) + newText + now.slice(lines.offset(range.end)),
      text,
    );
}

const BODY = `${HEAD}Read \`references/tax.md\` first.\n\nThen read [the taxes](references/tax.md) again, and \`references/vat.md\`.\n`;
const FILES = {
  'SKILL.md': BODY,
  'references/taxes.md': 'Taxes.',
  'references/levies.md': 'Levies.',
};

describe('a renamed file', () => {
  const commits = [{ 'notes/references/tax.md': 'notes/references/levies.md' }];

  it('has its new name in the hover', async () => {
    expect(hoverText(await open({ files: FILES, commits }), 'references/tax.md')).toMatch(
      /^`references\/tax\.md` was renamed to `references\/levies\.md` in `1234567`, 1 week ago\.\n\n(?:Almost certainly|Very likely|Probably|Perhaps) a bundled file is meant/,
    );
  });

  it('is the first and preferred fix at every place', async () => {
    const opened = await open({ files: FILES, commits });
    for (const words of ['references/tax.md`', 'references/tax.md)'])
      expect(fixesAt(opened, words)).toEqual([
        'Change to references/levies.md (2 places) *',
        'Change to references/taxes.md (2 places)',
        'Create references/tax.md',
      ]);
    expect(textAfterFix(opened, 'references/tax.md')).toBe(
      BODY.replaceAll('references/tax.md', 'references/levies.md'),
    );
  });

  it('replaces the same suggestion', async () => {
    const opened = await open({ files: FILES, commits: [{ 'notes/references/tax.md': 'notes/references/taxes.md' }] });
    expect(fixesAt(opened, 'references/tax.md').filter((title) => title.startsWith('Change'))).toEqual([
      'Change to references/taxes.md (2 places) *',
    ]);
  });

  it('that is gone again is only said to be deleted', async () => {
    const gone = [{ 'notes/references/levies.md': null }, ...commits];
    const opened = await open({ files: { ...FILES, 'references/levies.md': 'x' }, commits: gone });
    expect(hoverText(opened, 'references/tax.md')).toMatch(
      /^`references\/tax\.md` was renamed to `references\/levies\.md`, which was deleted in `1234567`, 1 week ago\./,
    );
    expect(fixesAt(opened, 'references/tax.md')[0]).toBe('Change to references/taxes.md (2 places) *');
  });

  it('without its new file in the folder is not mentioned', async () => {
    const { 'references/levies.md': _, ...files } = FILES;
    const opened = await open({ files, commits });
    expect(hoverText(opened, 'references/tax.md')).toMatch(
      /^(?:Almost certainly|Very likely|Probably|Perhaps) a bundled file is meant/,
    );
    expect(fixesAt(opened, 'references/tax.md')[0]).toBe('Change to references/taxes.md (2 places) *');
  });

  it('out of the skill has words and no fix', async () => {
    const files = { ...FILES, '/work/shared/tax.md': 'Tax.' };
    const opened = await open({ files, commits: [{ 'notes/references/tax.md': 'shared/tax.md' }] });
    expect(hoverText(opened, 'references/tax.md')).toContain('was renamed to `shared/tax.md` in');
    expect(fixesAt(opened, 'references/tax.md')[0]).toBe('Change to references/taxes.md (2 places) *');
  });
});

it('says when a file was deleted', async () => {
  const opened = await open({ files: FILES, commits: [{}, {}, { 'notes/references/vat.md': null }] });
  expect(hoverText(opened, 'references/vat.md')).toMatch(
    /^`references\/vat\.md` was deleted in `3234567`, 3 weeks ago\./,
  );
  expect(hoverText(opened, 'references/tax.md')).toMatch(
    /^(?:Almost certainly|Very likely|Probably|Perhaps) a bundled file is meant/,
  );
});

it('finds the files that a skill lost before it was moved', async () => {
  const commits = [
    { 'old/SKILL.md': 'notes/SKILL.md', 'old/references/levies.md': 'notes/references/levies.md' },
    { 'old/references/tax.md': 'old/references/levies.md' },
  ];
  const opened = await open({ files: FILES, commits });
  expect(hoverText(opened, 'references/tax.md')).toContain('was renamed to `references/levies.md` in `2234567`');
  expect(fixesAt(opened, 'references/tax.md')[0]).toBe('Change to references/levies.md (2 places) *');
});

describe('a renamed folder', () => {
  const body = `${HEAD}Read \`references/a.md\` and \`references/b.md\`. All are in \`references/\`.\n`;
  const files = { 'SKILL.md': body, 'guides/a.md': 'A', 'guides/b.md': 'B', 'other/a.md': 'A', 'other/b.md': 'B' };

  it('is renamed in all paths by one fix', async () => {
    const commits = [{ 'notes/references/a.md': 'notes/guides/a.md', 'notes/references/b.md': 'notes/guides/b.md' }];
    const opened = await open({ files: { 'SKILL.md': body, 'guides/a.md': 'A', 'guides/b.md': 'B' }, commits });
    expect(fixesAt(opened, 'references/a.md').slice(0, 2)).toEqual([
      'Change references/ to guides/ (3 places) *',
      'Change to guides/a.md',
    ]);
    expect(hoverText(opened, 'references/`')).toContain('`references/` was renamed to `guides/` in');
    expect(textAfterFix(opened, 'references/a.md')).toBe(body.replaceAll('references/', 'guides/'));
  });

  it('is where its files went, not where similar ones are', async () => {
    const commits = [{ 'notes/references/a.md': 'notes/other/a.md', 'notes/references/b.md': 'notes/other/b.md' }];
    const opened = await open({ files, commits });
    expect(fixesAt(opened, 'references/a.md')[0]).toMatch(/ other\/.* \*$/);
    expect(fixesAt(opened, 'references/b.md')[0]).toMatch(/ other\/.* \*$/);
  });
});

it('is what "Fix all" applies', async () => {
  const body = `${HEAD}Read \`references/tax.md\` and \`references/vat.md\`.\n`;
  const files = { 'SKILL.md': body, 'references/levies.md': 'L', 'references/dues.md': 'D' };
  const commits = [
    {
      'notes/references/tax.md': 'notes/references/levies.md',
      'notes/references/vat.md': 'notes/references/dues.md',
    },
  ];
  expect(fixesAt(await open({ files, commits }), 'references/tax.md', 'quickfix.all.skillwright')).toEqual([
    'Fix all 2 problems of reference.missing in this file',
  ]);
});

it('changes nothing about the findings', async () => {
  const commits = [{ 'notes/references/tax.md': 'notes/references/levies.md', 'notes/references/vat.md': null }];
  const { session, path } = await open({ files: FILES, commits });
  const without = sessionOf(workspaceOf(FILES));
  expect(diagnosticsOf(session, path)).toEqual(diagnosticsOf(without, path));
  // The diagnostics of fixes are the published ones.
  const { items } = diagnosticsOf(session, path);
  const everything = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const actions = codeActions(
    session,
    path,
    { range: everything, context: { diagnostics: [] } },
    { documentChanges: true, create: true },
  );
  const attached = actions.flatMap(({ diagnostics = [] }) => diagnostics);
  expect(attached.length).toBeGreaterThan(3);
  for (const diagnostic of attached) expect(items).toContainEqual(diagnostic);
});

describe('git is not asked', () => {
  const commits = [{ 'notes/references/tax.md': 'notes/references/levies.md' }];

  it('if the setting is off', async () => {
    const opened = await open({ files: FILES, commits, section: { history: { enabled: false } } });
    expect(hoverText(opened, 'references/tax.md')).toMatch(
      /^(?:Almost certainly|Very likely|Probably|Perhaps) a bundled file is meant/,
    );
    // Only by the test itself.
    expect(opened.requested).toEqual(['/work']);
    const on = await open({ files: FILES, commits, section: { history: { enabled: true } } });
    expect(hoverText(on, 'references/tax.md')).toContain('renamed');
  });

  it('about a skill outside of the workspace folders', async () => {
    const path = '/home/.claude/skills/notes/SKILL.md';
    const { session, requested } = await open({
      files: { '/home/.git/HEAD': 'x', [path]: BODY, ...FILES },
      commits,
      path,
    });
    session.workspace.opened(path);
    expect(session.workspace.diagnose(path)?.findings.length).toBeGreaterThan(0);
    prepareHistory(session, path);
    expect(hoverText({ session, requested, path, text: BODY }, 'references/tax.md')).toMatch(
      /^(?:Almost certainly|Very likely|Probably|Perhaps) a bundled file is meant/,
    );
    await Promise.resolve();
    expect(requested).toEqual(['/work']);
  });

  it('about a skill that a link leads to', async () => {
    const path = '/work/linked/SKILL.md';
    const elsewhere = { '/elsewhere/.git/HEAD': 'x', '/elsewhere/notes/SKILL.md': BODY };
    const files = { ...FILES, ...elsewhere, '/work/linked': { link: '/elsewhere/notes' } };
    const { session, requested } = await open({ files, commits, path });
    session.workspace.opened(path);
    expect(session.workspace.diagnose(path)?.findings.length).toBeGreaterThan(0);
    prepareHistory(session, path);
    await Promise.resolve();
    expect(requested).toEqual(['/work']);
  });

  it('about documents without missing files', async () => {
    const files = { ...FILES, 'SKILL.md': `${HEAD}Read \`references/levies.md\`, then \`references/taxes.md\`.\n` };
    const { requested, session, path } = await open({ files, commits });
    expect(requested).toEqual(['/work']);
    const asked: string[] = [];
    const history = new History(async ({ root }) => {
      asked.push(root);
      return { kind: 'none' };
    }, true);
    prepareHistory({ ...session, history }, path);
    await Promise.resolve();
    expect(asked).toEqual([]);
    prepareHistory({ ...sessionOf(workspaceOf({ '/work/.git/HEAD': 'x', ...FILES })), history }, path);
    await Promise.resolve();
    expect(asked).toEqual(['/work']);
  });
});

it('states ages in the largest unit', () => {
  const ages = [-5, 59, 60, 7_199, 86_400, WEEK - 1, 3 * WEEK, 70 * 86_400, 800 * 86_400];
  expect(ages.map((age) => ageInWords(1_000_000_000, (1_000_000_000 + age) * 1000))).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '1 hour ago',
    '1 day ago',
    '6 days ago',
    '3 weeks ago',
    '2 months ago',
    '2 years ago',
  ]);
});
