import { describe, expect, it } from 'vitest';
import type { ReferenceForm } from '../../skill/index.ts';
import { parsePath, rewritePath } from './parsed-path.ts';

/** Changes a path from its names on disk to new ones. */
function rewrite(target: string, from: string, to: string, form: ReferenceForm = 'link', bracketed = false): string {
  const names = (path: string) => (path === '' ? [] : path.split('/'));
  return rewritePath(parsePath(target, form, bracketed), names(from), names(to));
}

describe('a changed path', () => {
  it.each<[what: string, target: string, from: string, to: string, then: string, form?: ReferenceForm]>([
    ['another name', 'references/a.md', 'references/a.md', 'references/b.md', 'references/b.md'],
    ['another folder', 'references/a.md', 'references/a.md', 'docs/a.md', 'docs/a.md'],
    ['a longer path', 'a.md', 'a.md', 'references/deep/a.md', 'references/deep/a.md'],
    ['a shorter path', 'references/deep/a.md', 'references/deep/a.md', 'a.md', 'a.md'],
    ['`./` stays', './references/a.md', 'references/a.md', 'references/b.md', './references/b.md'],
    ['`./` is dropped before `..`', './a.md', 'a.md', '../b.md', '../b.md'],
    ['`./` before a path into another folder', './a.md', 'a.md', '../x/a.md', '../x/a.md'],
    ['a parent folder', '../scripts/a.py', '../scripts/a.py', '../scripts/b.py', '../scripts/b.py'],
    ['a trailing slash', 'references/', 'references', 'docs', 'docs/'],
    ['two slashes', 'references//a.md', 'references/a.md', 'references/b.md', 'references//b.md'],
    ['backslashes', 'references\\a.md', 'references/a.md', 'docs/new/b.md', 'docs\\new\\b.md', 'code'],
    ['a detour', 'x/../references/a.md', 'references/a.md', 'references/b.md', 'x/../references/b.md'],
    ['a folder with a detour before it', './x/../a.md', 'a.md', 'b.md', './x/../b.md'],
    ['the folder itself', '../references/', '../references', '', './'],
    ['encoded characters', 'my%20files/a.md', 'my files/a.md', 'my files/b c.md', 'my%20files/b%20c.md'],
    ['escapes', 'the\\_guide\\_a.md', 'the_guide_a.md', 'the_guide_b.md', 'the\\_guide\\_b.md'],
    ['entities', 'a&amp;b.md', 'a&b.md', 'a&c.md', 'a&amp;c.md'],
    ['an encoded slash', 'a%2Fb.md', 'a/b.md', 'a/c.md', 'a%2Fc.md'],
    ['not ASCII', 'référence/é.md', 'référence/é.md', 'référence/ü.md', 'référence/ü.md'],
    ['not ASCII, encoded', 'r%C3%A9f.md', 'réf.md', 'rüf.md', 'r%C3%BCf.md'],
    ['spaces in code', 'a.md', 'a.md', 'a b.md', 'a b.md', 'code'],
    ['a percent sign', 'a.md', 'a.md', '100%25.md', '100%2525.md'],
    ['characters that end a link', 'a.md', 'a.md', 'a (b) #1?.md', 'a%20%28b%29%20%231%3F.md'],
    ['an extension', 'a.md', 'a.md', 'a.mdx', 'a.mdx'],
    ['another letter case', 'References/A.md', 'references/a.md', 'references/b.md', 'References/b.md'],
  ])('%s', (_, target, from, to, expected, form) => expect(rewrite(target, from, to, form)).toBe(expected));

  it('keeps spaces in angle brackets', () => {
    expect(rewrite('a.md', 'a.md', 'a (b).md', 'link', true)).toBe('a (b).md');
    expect(rewrite('a.md', 'a.md', 'a<b>.md', 'link', true)).toBe('a%3Cb%3E.md');
  });

  it('encodes in code only on request', () => {
    const written = parsePath('references/a.md', 'code');
    expect(rewritePath(written, ['references', 'a.md'], ['references', 'a b.md'], 'encoded')).toBe(
      'references/a%20b.md',
    );
  });

  it.each([
    ['./references/a%20b.md', 'references/a b.md'],
    ['my\\_notes//x/../a.md', 'my_notes/a.md'],
    ['..\\scripts\\a.py', '../scripts/a.py'],
  ])('restores the original text: %s', (target, from) => {
    const folder = from.split('/').slice(0, -1);
    const renamed = rewrite(target, from, [...folder, 'zz-9.txt'].join('/'));
    expect(rewrite(renamed, [...folder, 'zz-9.txt'].join('/'), from)).toBe(target);
  });
});
