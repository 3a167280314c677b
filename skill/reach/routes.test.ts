import { describe, expect, it } from 'vitest';
import { ROOT, skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { readDocument } from '../documents/document.ts';
import { unreachedFiles } from './reach.ts';
import { routes } from './routes.ts';

/** Returns `file < the file that leads to it`, ordered by file, and the files that nothing leads to. */
function formatRoutes(body: string, texts: Readonly<Record<string, string>>) {
  const more = Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${ROOT}/${path}`, text]));
  const { skill } = skillWith(body, [], more);
  const document = (path: string) => readDocument(path, more[path] ?? '');
  const script = (path: string) => more[path];
  const found = routes(skill, { document, script });
  return {
    ways: [...found].map(([file, from]) => `${file} < ${from}`).sort(),
    left: unreachedFiles(skill, { document, script }),
  };
}

describe('routes', () => {
  it('returns the file that leads to each one in the fewest steps', () => {
    const files = {
      'references/guide.md': 'See [the table](table.md) and `references/deep.md`.',
      'references/table.md': 'Read `references/deep.md`.',
      'references/deep.md': '# Deep\n',
      'scripts/run.py': 'from helper import go\n',
      'scripts/helper.py': 'def go(): pass\n',
      'assets/orphan.bin': '',
    };
    const body = 'Read `references/guide.md`, then run `scripts/run.py`.';
    expect(formatRoutes(body, files)).toEqual({
      ways: [
        'references/deep.md < references/guide.md',
        'references/guide.md < SKILL.md',
        'references/table.md < references/guide.md',
        'scripts/helper.py < scripts/run.py',
        'scripts/run.py < SKILL.md',
      ],
      left: ['assets/orphan.bin'],
    });
  });

  it('includes all files of a project in use, and handles circular references', () => {
    const files = {
      'tool/package.json': '{}',
      'tool/main.mjs': '',
      'tool/lib/inner.mjs': '',
      'a.md': 'See `b.md`.',
      'b.md': 'See `a.md` and SKILL.md.',
    };
    expect(formatRoutes('Run `tool/main.mjs`. See `a.md`.', files).ways).toEqual([
      'a.md < SKILL.md',
      'b.md < a.md',
      'tool/lib/inner.mjs < tool/main.mjs',
      'tool/main.mjs < SKILL.md',
      'tool/package.json < tool/main.mjs',
    ]);
  });

  it('returns nothing for a very large bundle', () => {
    const files = Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`data/${at}.json`, '']));
    expect(formatRoutes('See `data/1.json`.', files).ways).toEqual([]);
  });
});
