import { describe, expect, it } from 'vitest';
import { HEAD, workspaceOf } from '../../test/equipment/server/server.ts';
import { Renames } from './renames.ts';

it('follows a file through all renames, including those of its folders', () => {
  const renames = new Renames();
  renames.add('/w/a.md', '/w/b.md');
  renames.add('/w/b.md', '/w/docs/c.md');
  renames.add('/w/docs', '/w/references');
  expect(renames.currentPath('/w/a.md')).toBe('/w/references/c.md');
  expect(renames.currentPath('/w/docs/other.md')).toBe('/w/references/other.md');
  expect(renames.currentPath('/w/docs-of-old/x.md')).toBeUndefined();
  renames.add('/w/references/c.md', '/w/a.md');
  expect(renames.currentPath('/w/a.md')).toBeUndefined();
});

describe('a path whose file was renamed in the editor', () => {
  const text = `${HEAD}Read \`references/style.md\` first, then [the rest](references/rest.md).\n`;
  const after = { 'SKILL.md': text, 'references/how-we-write.md': '# A', 'references/rest.md': '# R' };

  it('suggests the new path first, and then creating the old one', () => {
    const workspace = workspaceOf(after);
    workspace.renamed([{ from: '/work/notes/references/style.md', to: '/work/notes/references/how-we-write.md' }]);
    const findings = workspace.diagnose('/work/notes/SKILL.md')?.findings ?? [];
    const missing = findings.find(({ code }) => code === 'reference.missing');
    expect(missing?.message).toMatch(/ Its new name is `references\/how-we-write\.md`\./);
    expect(missing?.suggestions?.[0]).toBe('references/how-we-write.md');
    expect(missing?.fixes?.map(({ title }) => title)).toEqual([
      'Change to references/how-we-write.md',
      'Create references/style.md',
    ]);
  });

  it.each([
    ['out of the skill', '/work/other/style.md'],
    ['to a file that no longer exists', '/work/notes/references/gone.md'],
  ])('gets no suggestion if it was moved %s', (_, to) => {
    const workspace = workspaceOf(after);
    workspace.renamed([{ from: '/work/notes/references/style.md', to }]);
    const findings = workspace.diagnose('/work/notes/SKILL.md')?.findings ?? [];
    const missing = findings.find(({ code }) => code === 'reference.missing');
    expect(missing?.message).not.toMatch(/renamed/);
  });
});
