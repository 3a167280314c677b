/** Links in a skill to files outside of it: their content is neither read nor quoted, as no model can read it through the skill. */
import { describe, expect, it } from 'vitest';
import { type MemoryFile, memoryFiles } from '../../skill/index.ts';
import { HEAD } from '../../test/equipment/server/server.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { Workspace } from './workspace.ts';

const SECRET = '# Api key\n\n## Swordfish\n\nSee [x](gone.md).\n';

function load(files: Readonly<Record<string, MemoryFile>>) {
  const workspace = new Workspace(memoryFiles(files), (_code, _document, error) => {
    throw error;
  });
  workspace.setSettings(DEFAULT_SETTINGS);
  workspace.setFolders(['/work']);
  return workspace;
}

/** Returns everything that the findings of all documents of a skill say. */
function everything(workspace: Workspace, root: string): string {
  const entry = workspace.skillAt(root);
  const documents = entry?.documents() ?? [];
  return JSON.stringify([documents.map((path) => workspace.diagnose(path)?.findings), entry?.outline()]);
}

const links = (link: string) => `${HEAD}Read [a](${link}#api-keys), \`${link}\` and [b](${link}#swordfis).\n`;

describe('a link out of a skill', () => {
  it.each<[what: string, link: string, files: Readonly<Record<string, MemoryFile>>]>([
    ['to a file', 'references/x.md', { '/work/notes/references/x.md': { link: '../../../home/secret.md' } }],
    ['with an absolute path', 'references/x.md', { '/work/notes/references/x.md': { link: '/home/secret.md' } }],
    [
      'to a file in the repository',
      'x.md',
      { '/work/notes/x.md': { link: '../secret.md' }, '/work/secret.md': SECRET },
    ],
    [
      'to a file of another skill',
      'x.md',
      { '/work/notes/x.md': { link: '../bills/x.md' }, '/work/bills/x.md': SECRET },
    ],
    ['to a folder', 'references/secret.md', { '/work/notes/references': { link: '/home' } }],
    ['to the whole disk', 'all/home/secret.md', { '/work/notes/all': { link: '/' } }],
    [
      'by other links',
      'references/x.md',
      {
        '/work/notes/references/x.md': { link: '../y.md' },
        '/work/notes/y.md': { link: '../z' },
        '/work/z': { link: '../home/secret.md' },
      },
    ],
    [
      'in a linked folder',
      'references/in/x.md',
      { '/work/notes/references/in': { link: '../own' }, '/work/notes/own/x.md': { link: '../../../home/secret.md' } },
    ],
  ])('%s is not read', (_, link, files) => {
    const workspace = load({
      '/home/secret.md': SECRET,
      '/work/.git/HEAD': '',
      '/work/bills/SKILL.md': `${HEAD.replace('notes', 'bills')}Done.`,
      '/work/notes/SKILL.md': links(link),
      ...files,
    });
    expect(everything(workspace, '/work/notes')).not.toMatch(/swordfish|api-key(?!s)|Api key/i);
    expect(workspace.text(`/work/notes/${link}`)).toBe(undefined);
  });

  it('is not read as SKILL.md', () => {
    const workspace = load({
      '/home/SKILL.md': `${HEAD}${SECRET}`,
      '/work/notes/SKILL.md': { link: '/home/SKILL.md' },
    });
    expect(everything(workspace, '/work/notes')).not.toMatch(/swordfish|gone\.md/i);
  });
});

describe('a link inside of a skill', () => {
  it('to another file of it is read', () => {
    const workspace = load({
      '/work/notes/SKILL.md': links('x.md'),
      '/work/notes/x.md': { link: 'references/y.md' },
      '/work/notes/references/y.md': SECRET,
    });
    expect(everything(workspace, '/work/notes')).toContain('#swordfish');
  });

  it('is read in a skill that is linked itself', () => {
    const workspace = load({
      '/elsewhere/notes/SKILL.md': links('x.md'),
      '/elsewhere/notes/x.md': SECRET,
      '/work/notes': { link: '/elsewhere/notes' },
    });
    expect(everything(workspace, '/work/notes')).toContain('#swordfish');
  });
});
