import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FileSystem, memoryFiles, overlay } from '../../skill/index.ts';
import { HEAD, sessionOf } from '../../test/equipment/server/server.ts';
import type { BundledFile } from '../protocol.ts';
import { Buffers } from '../workspace/buffers.ts';
import { Workspace } from '../workspace/workspace.ts';
import { Catalogue } from './skill-catalogue.ts';

const skill = (name: string, body = ''): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it for that.\n---\n\n${body}\n`;

/** Creates a catalogue over mutable in-memory files: of the workspace `/work` and the user's `/home/me/.x/skills`. */
function catalogueOf(initial: Readonly<Record<string, string>>) {
  const files = new Map(Object.entries(initial));
  const reads: string[] = [];
  let current: FileSystem | undefined;
  const now = () => {
    current ??= memoryFiles(Object.fromEntries(files));
    return current;
  };
  const disk = {
    read(path: string) {
      reads.push(path);
      return now().read(path);
    },
    list: (path: string) => now().list(path),
    kind: (path: string) => now().kind(path),
    realPath: (path: string) => now().realPath(path),
  };
  const buffers = new Buffers();
  const fs = overlay(disk, buffers.texts);
  const workspace = new Workspace(fs, () => undefined);
  workspace.setFolders(['/work']);
  const session = { ...sessionOf(workspace), buffers };
  const notifications: (readonly string[] | undefined)[] = [];
  const user = { path: '/home/me/.x/skills', clients: ['X'] };
  const catalogue = new Catalogue(
    session,
    { fs, disk },
    () => ['/work'],
    () => [user, { path: '/home/me/.none', clients: ['Y'] }],
    (skills) => notifications.push(skills?.map(({ name, root }) => `${root} ${name}`)),
  );
  const open = (path: string, text: string) => {
    session.buffers.open(`file://${path}`, 'skill', 1, text);
  };
  const change = (path: string, text: string | undefined) => {
    const kind = text === undefined ? 'deleted' : files.has(path) ? 'changed' : 'created';
    if (text === undefined) files.delete(path);
    else files.set(path, text);
    current = undefined;
    catalogue.changed(workspace.filesChanged(catalogue.handleEvents([{ path, kind }])));
  };
  const shown = () => catalogue.list().skills.map(({ name, scope, root }) => `${scope} ${root} ${name}`);
  return { catalogue, workspace, reads, notifications, open, change, shown };
}

const FILES = {
  '/work/.claude/skills/notes/SKILL.md': skill('notes', 'Read `references/a.md`.'),
  '/work/.claude/skills/notes/references/a.md': 'See `b.md`.',
  '/work/.claude/skills/notes/references/b.md': 'Words.',
  '/work/.claude/skills/notes/assets/x.txt': 'alone',
  '/work/.claude/skills/notes/LICENSE.txt': 'mine',
  '/work/skills/bills/SKILL.md': skill('bills'),
  '/home/me/.x/skills/mail/SKILL.md': skill('mail', 'Read `tone.md`.'),
  '/home/me/.x/skills/mail/tone.md': 'Kindly.',
};

describe('the catalogue', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lists the workspace first, then the user’s existing folders', () => {
    const { catalogue, shown } = catalogueOf(FILES);
    expect(shown()).toEqual([
      'workspace /work/.claude/skills/notes notes',
      'workspace /work/skills/bills bills',
      'user /home/me/.x/skills/mail mail',
    ]);
    expect(catalogue.list().userFolders).toEqual([{ path: '/home/me/.x/skills', clients: ['X'] }]);
    expect(catalogue.list().skills[0]).toMatchObject({ tokens: expect.any(Number), description: /^Does notes/ });
  });

  it('reads each SKILL.md once, and again only if it changed', () => {
    const { change, reads, shown } = catalogueOf(FILES);
    shown();
    reads.length = 0;
    shown();
    expect(reads).toEqual([]);
    change('/work/skills/bills/SKILL.md', skill('invoices'));
    change('/home/me/.x/skills/mail/SKILL.md', skill('letters'));
    reads.length = 0;
    expect(shown().slice(1)).toEqual(['workspace /work/skills/bills invoices', 'user /home/me/.x/skills/mail letters']);
    expect(reads).toEqual(['/work/skills/bills/SKILL.md', '/home/me/.x/skills/mail/SKILL.md']);
  });

  it('follows created and deleted skills, and lists unreadable ones by folder', () => {
    const { change, shown } = catalogueOf(FILES);
    shown();
    change('/work/skills/new/SKILL.md', '---\nname: [\n---\n');
    change('/home/me/.x/skills/mail/SKILL.md', undefined);
    expect(shown()).toEqual([
      'workspace /work/.claude/skills/notes notes',
      'workspace /work/skills/bills bills',
      'workspace /work/skills/new new',
    ]);
  });

  it('does not list an opened user skill twice', () => {
    const { workspace, shown } = catalogueOf(FILES);
    shown();
    workspace.opened('/home/me/.x/skills/mail/SKILL.md');
    expect(shown().filter((one) => one.includes('mail'))).toEqual(['user /home/me/.x/skills/mail mail']);
  });

  it('does not list a skill with a deleted folder and an open SKILL.md until it exists again', () => {
    const { open, change, shown } = catalogueOf(FILES);
    const [manifest, text] = ['/work/skills/bills/SKILL.md', FILES['/work/skills/bills/SKILL.md']];
    open(manifest, text);
    expect(shown()).toContain('workspace /work/skills/bills bills');
    change(manifest, undefined);
    expect(shown()).not.toContain('workspace /work/skills/bills bills');
    change(manifest, text);
    expect(shown()).toContain('workspace /work/skills/bills bills');
  });

  it('reads before the first request, and again what changes before it', async () => {
    const { catalogue, change, reads, shown } = catalogueOf(FILES);
    await catalogue.read();
    change('/work/skills/bills/SKILL.md', skill('invoices'));
    reads.length = 0;
    expect(shown()).toContain('workspace /work/skills/bills invoices');
    expect(reads.filter((path) => path.startsWith('/work/'))).toEqual(['/work/skills/bills/SKILL.md']);
  });

  it('finds a user folder created later', () => {
    const { catalogue, change, shown } = catalogueOf(FILES);
    shown();
    change('/home/me/.none/late/SKILL.md', skill('late'));
    expect(shown()).toContain('user /home/me/.none/late late');
    expect(catalogue.watched).toEqual(['/home/me/.x/skills', '/home/me/.none']);
  });

  it('keeps changes of user skills out of the workspace', () => {
    const { change, workspace, shown } = catalogueOf(FILES);
    shown();
    change('/home/me/.x/skills/more/SKILL.md', skill('more'));
    expect(shown()).toContain('user /home/me/.x/skills/more more');
    expect(workspace.skills().map(({ folder }) => folder)).toEqual(['notes', 'bills']);
  });

  it('reports changes only after the first request, batched', () => {
    const { change, notifications, catalogue } = catalogueOf(FILES);
    change('/work/skills/bills/SKILL.md', skill('bills', 'More.'));
    vi.runAllTimers();
    expect(notifications).toEqual([]);
    catalogue.list();
    change('/work/skills/bills/SKILL.md', skill('bills', 'Still more.'));
    change('/work/.claude/skills/notes/references/a.md', 'See `b.md` again.');
    vi.runAllTimers();
    expect(notifications).toEqual([['/work/skills/bills bills', '/work/.claude/skills/notes notes']]);
    change('/work/skills/bills/x.md', 'New.');
    vi.runAllTimers();
    expect(notifications.slice(1)).toEqual([undefined]);
  });
});

describe('the paths without a file of a skill', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are counted when all of its documents were checked, and reported when their numbers change', () => {
    const root = '/work/.claude/skills/notes';
    const { catalogue, workspace, notifications, change } = catalogueOf(FILES);
    workspace.countPaths((changed) => catalogue.changed({ kind: 'skills', roots: [changed] }));
    const counts = () => catalogue.list().skills.find((one) => one.root === root)?.paths;
    const check = () => {
      for (const path of workspace.skillAt(root)?.documents() ?? []) workspace.diagnose(path);
      vi.runAllTimers();
    };
    expect(counts()).toBeUndefined();
    workspace.diagnose(`${root}/SKILL.md`);
    expect(counts()).toBeUndefined();
    check();
    expect([counts(), notifications]).toEqual([{}, []]);
    change(
      `${root}/references/b.md`,
      'Read `none.md`, `references/x.md` and `references/{y}.md`, then `references/x.md`.',
    );
    check();
    expect(notifications.length).toBeGreaterThan(0);
    expect(counts()).toEqual({ broken: 1, placeholder: 1, 'user-project': 1 });
    // Without the texts, which are released, and with the document that is gone.
    workspace.skillAt(root)?.unload();
    expect(counts()).toMatchObject({ broken: 1 });
    change(`${root}/references/b.md`, undefined);
    check();
    expect(counts()).toEqual({ 'user-project': 1 });
    change(`${root}/references/a.md`, 'Nothing.');
    check();
    expect(counts()).toEqual({});
    notifications.length = 0;
    vi.runAllTimers();
    change(`${root}/references/a.md`, 'Nothing more.');
    vi.runAllTimers();
    notifications.length = 0;
    check();
    expect(notifications).toEqual([]);
  });

  it('are unknown for skills that are not checked', () => {
    const { catalogue, workspace } = catalogueOf(FILES);
    workspace.countPaths(() => {});
    expect(catalogue.list().skills.map((one) => 'paths' in one)).toEqual([false, false, false]);
  });
});

/** Returns `path` or `path(references)`. */
const tree = ({ path, leadsTo }: BundledFile): string =>
  leadsTo.length === 0 ? path : `${path}(${leadsTo.map(tree).join(' ')})`;

describe('the details of a skill', () => {
  it('has files in a tree of references, and the tokens by level', () => {
    const { catalogue } = catalogueOf(FILES);
    const details = catalogue.details('/work/.claude/skills/notes');
    expect(details && tree(details.manifest)).toBe('SKILL.md(references/a.md(references/b.md))');
    expect(details?.unreferenced.map(tree)).toEqual(['assets/x.txt']);
    expect(details?.others.map(tree)).toEqual(['LICENSE.txt']);
    const { catalogue: listed, instructions, resources, more } = details?.tokens ?? {};
    expect([listed, instructions, resources].every((one) => (one ?? 0) > 0)).toBe(true);
    expect(more).toBe(false);
  });

  it('includes listed user skills, but no other folders', () => {
    const { catalogue } = catalogueOf(FILES);
    catalogue.list();
    expect(catalogue.details('/home/me/.x/skills/mail')?.manifest.leadsTo.map(tree)).toEqual(['tone.md']);
    expect(catalogue.details('/work/skills')).toBeUndefined();
  });

  it('omits token counts beyond the limit, and truncates lists', () => {
    const many = Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`/work/big/data/${at}.json`, '{}']));
    const { catalogue } = catalogueOf({ '/work/big/SKILL.md': HEAD, ...many });
    const details = catalogue.details('/work/big');
    expect(details?.others).toHaveLength(500);
    expect(details?.omitted).toBe(1_600);
    expect(details?.tokens.more).toBe(true);
    expect(details?.others.filter(({ tokens }) => tokens !== undefined).length).toBeLessThan(301);
  });
});
