import { expect, it } from 'vitest';
import { expectMarks } from '../../../test/equipment/server/rules.ts';
import { applyFix, findingsOf, HEAD } from '../../../test/equipment/server/server.ts';

const files = {
  'references/action-items.md': '# Items\n',
  'references/billing rules.md': '# Rules\n',
  'scripts/sizes.sh': '',
  'assets/Logo.png': '',
};

/** Returns the body of SKILL.md after the preferred fix. */
function fix(body: string): string {
  const text = HEAD + body;
  return applyFix(text, findingsOf({ ...files, 'SKILL.md': text })).slice(HEAD.length);
}

it.each([
  ['a link', 'Read [items](«references/items-list.md»).'],
  ['a link with anchor and title', 'Read [items](«references/items-list.md»#form "the form").'],
  ['a link in angle brackets', 'Read [items](<«references/items list.md»>).'],
  ['code', 'Read `«references/items-list.md»` first.'],
  ['a command in code', 'Run `sh «scripts/shrink.sh» --fast`.'],
  ['a command in a fence', 'Run:\n\n```sh\nsh «scripts/shrink.sh» a b\n```\n'],
  ['a path in the text', 'See «references/items-list.md», then continue.'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as skills write it
  ['a prefix for the skill', 'Run `python ${CLAUDE_SKILL_DIR}/«scripts/shrink.py»`.'],
  ['two on one line', 'Read `«references/a.md»` and `«references/b.md»`.'],
  [
    'nothing if all paths exist',
    'Read `references/action-items.md`, run `scripts/sizes.sh`, see https://example.com/references/x.md.',
  ],
])('reports only the path: %s', (_, body) => expectMarks('reference.missing', HEAD + body, files));

it('suggests the most likely file, written in the style of the reference', () => {
  expect(fix('Read [items](./references/action-item.md#form "how").')).toBe(
    'Read [items](./references/action-items.md#form "how").',
  );
  expect(fix('Run `sh scripts/size.sh .`.')).toBe('Run `sh scripts/sizes.sh .`.');
  expect(fix('Read [rules](references/billing-rules.md).')).toBe('Read [rules](references/billing%20rules.md).');
  expect(fix('Read [rules](<references/billing-rules.md>).')).toBe('Read [rules](<references/billing rules.md>).');
});

it('changes the text of a link that repeats the path or its name', () => {
  expect(fix('Read [references/action-item.md](references/action-item.md).')).toBe(
    'Read [references/action-items.md](references/action-items.md).',
  );
  expect(fix('Read [`./references/action-item.md`](./references/action-item.md#form).')).toBe(
    'Read [`./references/action-items.md`](./references/action-items.md#form).',
  );
  expect(fix('Read [action-item.md](<references/action-item.md>).')).toBe(
    'Read [action-items.md](<references/action-items.md>).',
  );
  expect(fix('Read [all action-item.md](references/action-item.md).')).toBe(
    'Read [all action-item.md](references/action-items.md).',
  );
});

it('writes a link in another document relative to it', () => {
  const guide = 'See [items](action-item.md).\n';
  const findings = findingsOf({ ...files, 'SKILL.md': HEAD, 'references/guide.md': guide }, 'references/guide.md');
  expect(findings.map(({ suggestions }) => suggestions)).toEqual([['references/action-items.md']]);
  expect(applyFix(guide, findings)).toBe('See [items](action-items.md).\n');
});

it('offers to create the file, but never outside the skill', () => {
  const creates = (body: string) =>
    findingsOf({ ...files, 'SKILL.md': HEAD + body }).flatMap(({ fixes = [] }) =>
      fixes.flatMap((one) => (one.kind === 'create' ? [one.path] : [])),
    );
  expect(creates('Read `references/new.md`.')).toEqual(['references/new.md']);
  expect(creates('Read [it](../other/new.md).')).toEqual([]);
  expect(creates('Read `references/action-*.md` and `references/plan-*.md`.')).toEqual([]);
});
