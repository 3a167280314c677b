import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFiles } from '../../skill/disk.ts';
import { type FileSystem, memoryFiles, overlay, skimDocument } from '../../skill/index.ts';
import { createChance } from '../../test/equipment/server/random-edits/chance.ts';
import { HEAD, settings } from '../../test/equipment/server/server.ts';
import { Workspace } from '../workspace/workspace.ts';

/** Returns a workspace whose documents are parsed in parts or in full. */
function workspaceOf(fs: FileSystem, folder: string, parts: boolean): Workspace {
  const onRuleError = (code: string, _document: string, cause: unknown) => {
    throw new Error(code, { cause });
  };
  const read = skimDocument;
  const workspace = new Workspace(fs, onRuleError, undefined, parts ? read : undefined);
  workspace.setFolders([folder]);
  workspace.setSettings(settings({}));
  return workspace;
}

/** Returns all findings of a workspace. */
function findings(fs: FileSystem, folder: string, parts: boolean, only = (_index: number): boolean => true): unknown[] {
  const workspace = workspaceOf(fs, folder, parts);
  const skills = workspace.skills().filter((_, index) => only(index));
  return skills.flatMap((entry) =>
    entry
      .documents()
      .flatMap((path) => (workspace.diagnose(path)?.findings ?? []).map((finding) => ({ path, finding }))),
  );
}

const PIECES = [
  ...'Read |`references/guide.md`|`references/none.md`|`guide.md`|`Guide.md`|skill.md|[it](references/guide.md#part)|[it](#end)'.split(
    '|',
  ),
  ...'[it](none)|[it](<references/a b.md>)|[x]: references/none.md|scripts/run.py|`python scripts/rum.py`|`python scripts/run.py`|src/app.ts'.split(
    '|',
  ),
  ...'the user guide|the provided template|see the details guide|run the setup script|this skill includes helper scripts'.split(
    '|',
  ),
  ..."references/|`assets/`|- `extra.md`: more|the `other` skill's `templates/x.md`|`readme.md` of the `other` skill|../other/SKILL.md".split(
    '|',
  ),
  ...'for example |Save it to |your project\'s |<b>|</b>|<!--|-->|**|`|(|)|,|"|https://x.y/z.md|{baseDir}/none.md|<path to skill>/q.md'.split(
    '|',
  ),
  ...'$SKILL_DIR/scripts/none.py|templates/<name>.md|references/*.md|x.py:12|foo.c.bar-baz|é→references/none.md|references/none.md.'.split(
    '|',
  ),
  ' ',
  ' ',
  '\n',
  '\n\n',
  '\n# Part\n',
  '\n- ',
  '\n> ',
  '\n| a | b |\n|--|--|\n| ',
  '\n```\n',
  '\n```bash\n',
  '\n├── ',
  '\nEnd\n---\n',
  '\r\n',
  '|',
];

it('findings do not depend on how much of a document is parsed', () => {
  const chance = createChance(5);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;
  const text = () => Array.from({ length: 1 + Math.floor(chance() * 25) }, () => pick(PIECES)).join('');
  const maybe = (files: Readonly<Record<string, string>>) => (chance() < 0.5 ? files : undefined);
  let found = 0;
  for (let round = 0; round < 25; round++) {
    const fs = memoryFiles({
      '/work/README.md': '',
      '/work/notes/SKILL.md': HEAD + text(),
      '/work/notes/references/guide.md': text(),
      '/work/notes/references/details.md': text(),
      ...maybe({ '/work/notes/references/deep/user-guide.md': text(), '/work/notes/assets/report.md': '' }),
      ...maybe({ '/work/notes/scripts/run.py': 'import setup\n', '/work/notes/scripts/setup.py': '' }),
      '/work/other/SKILL.md': '---\nname: other\ndescription: Others.\n---\n',
      '/work/other/README.md': '',
      '/work/other/templates/y.md': '',
    });
    const whole = findings(fs, '/work', false);
    found += whole.length;
    expect(findings(fs, '/work', true)).toEqual(whole);
  }
  expect(found).toBeGreaterThan(30);
});

it.each([true, false])(
  'a skipped document is checked again once another no longer references a file first (parts: %s)',
  (parts) => {
    const [first, second] = ['/work/notes/references/a.md', '/work/notes/references/b.md'];
    const buffers = new Map<string, string>();
    const disk = memoryFiles({
      '/work/notes/SKILL.md': `${HEAD}Read [a](references/a.md) and [b](references/b.md).\n`,
      [first]: 'See [c](c.md).\n',
      [second]: 'See [c](c.md).\n',
      '/work/notes/references/c.md': 'Text.\n',
    });
    const workspace = workspaceOf(overlay(disk, buffers), '/work', parts);
    const codes = (path: string) => workspace.diagnose(path)?.findings.map(({ code }) => code);
    expect([codes(first), codes(second)]).toEqual([['reference.too-deep'], []]);
    buffers.set(first, 'Nothing.\n');
    workspace.textChanged(first, false);
    expect([codes(first), codes(second)]).toEqual([[], ['reference.too-deep']]);
  },
);

const corpus = join(import.meta.dirname, '../../.cache/corpus');

it.skipIf(!existsSync(join(corpus, '.complete')))(
  'findings do not depend on it in twelve real skills (needs .cache/corpus; all of them: npm run bench:skim)',
  () => {
    const [repository = ''] = readdirSync(corpus).filter((name) => name.startsWith('getsentry'));
    const folder = join(dirname(join(corpus, 'x')), repository);
    const some = (index: number) => index % 12 === 0;
    expect(findings(diskFiles(), folder, true, some)).toEqual(findings(diskFiles(), folder, false, some));
  },
  20_000,
);
