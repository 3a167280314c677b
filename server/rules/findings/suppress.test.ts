import { describe, expect, it } from 'vitest';
import { findingsOf, HEAD } from '../../../test/equipment/server/server.ts';
import { suppressionFixes } from './suppress.ts';

const found = (text: string) => findingsOf({ 'SKILL.md': text }).map(({ code, target }) => `${code} ${target}`);
const body = (text: string) => found(HEAD + text).map((one) => one.replace('reference.missing references/', ''));

describe('a suppression comment', () => {
  it('suppresses a code on the next line', () => {
    expect(body('<!-- skillwright-disable-next-line reference.missing -->\nRead `references/a.md`.')).toEqual([]);
    expect(
      body('<!-- skillwright-disable-next-line reference.case, reference.missing -->\nRead `references/a.md`.'),
    ).toEqual([]);
    expect(body('<!-- skillwright-disable-next-line reference.case -->\nRead `references/a.md`.')).toEqual(['a.md']);
  });

  it('suppresses no other line', () => {
    expect(
      body(
        '<!-- skillwright-disable-next-line reference.missing -->\nRead `references/a.md`.\nThen `references/b.md`.',
      ),
    ).toEqual(['b.md']);
  });

  it('suppresses the entire file, from anywhere in it', () => {
    expect(
      body('Read `references/a.md`.\n\n<!-- skillwright-disable reference.missing -->\n\nThen `references/b.md`.'),
    ).toEqual([]);
    expect(body('Read `references/a.md`.\n\n<!-- skillwright-disable reference.case -->')).toEqual(['a.md']);
  });

  it('suppresses a fence or a table that starts on the next line', () => {
    const comment = '<!-- skillwright-disable-next-line reference.missing -->';
    expect(body(`${comment}\n\`\`\`sh\nsh scripts/a.sh\nsh scripts/b.sh\n\`\`\`\nRead \`references/c.md\`.`)).toEqual([
      'c.md',
    ]);
    expect(
      body(`${comment}\n| what | file |\n|---|---|\n| a | \`references/a.md\` |\n\nRead \`references/c.md\`.`),
    ).toEqual(['c.md']);
  });

  it('may give a reason, or apply to every rule without a code', () => {
    expect(
      body('<!-- skillwright-disable-next-line reference.missing made by the build -->\nRead `references/a.md`.'),
    ).toEqual([]);
    expect(body('<!-- skillwright-disable-next-line -->\nRead `references/a.md`.')).toEqual([]);
  });

  it('has no effect with an unknown code', () => {
    expect(body('<!-- skillwright-disable-next-line reference.mising -->\nRead `references/a.md`.')).toEqual(['a.md']);
    expect(body('<!-- skillwright-disabled -->\nRead `references/a.md`.')).toEqual(['a.md']);
    expect(body('<!-- skillwright-disable later -->\nRead `references/a.md`.')).toEqual(['a.md']);
  });

  it('starts with # in the frontmatter', () => {
    const head = (comment: string) => `---\n${comment}name: Other\ndescription: Sorts notes. Use it for notes.\n---\n`;
    expect(found(head(''))).toEqual(['frontmatter.name undefined']);
    expect(found(head('# skillwright-disable-next-line frontmatter.name\n'))).toEqual([]);
    expect(found(head('# skillwright-disable frontmatter.name\n'))).toEqual([]);
  });
});

it('has no effect in a fence, as an example', () => {
  const shown = '```html\n<!-- skillwright-disable reference.missing -->\n```\n';
  expect(found(`${HEAD}${shown}Read \`references/a.md\`.\n`)).toEqual(['reference.missing references/a.md']);
  expect(found(`${HEAD}${shown}<!-- skillwright-disable -->\nRead \`references/a.md\`.\n`)).toEqual([]);
});

it('may follow a value in the frontmatter', () => {
  const head = '---\nname: Other # skillwright-disable frontmatter.name\ndescription: Sorts notes.\n---\n';
  expect(found(head)).toEqual([]);
});

describe('the suppression fixes', () => {
  const applied = (text: string) =>
    findingsOf({ 'SKILL.md': text }).flatMap(({ code, range }) => {
      const bodyStart = text.startsWith('---') ? text.indexOf('\n---') + 5 : 0;
      return suppressionFixes(text, bodyStart, code, range).map((fix) => {
        if (fix.kind !== 'edit') throw new Error('no edit');
        const [edit] = fix.edits;
        if (!edit) throw new Error('no edit');
        expect(fix.preferred).toBe(false);
        return { title: fix.title, text: text.slice(0, edit.range.start) + edit.text + text.slice(edit.range.end) };
      });
    });

  it.each([
    ['a paragraph', `${HEAD}Read `, '`references/a.md`.\n'],
    ['an item of a list', `${HEAD}- one\n  - read `, '`references/a.md`.\n'],
    ['a fence', `${HEAD}\`\`\`sh\n# first\n`, 'sh scripts/a.sh\n```\n'],
    ['a table', `${HEAD}| what | file |\n|---|---|\n| a | `, '`references/a.md` |\n'],
    ['a file with Windows line breaks', `${HEAD.replaceAll('\n', '\r\n')}Read `, '`references/a.md`.\r\n'],
    ['the frontmatter', HEAD.replace('notes', 'Other'), ''],
  ])('suppress a finding in %s, on its line and for its file', (_, before, rest) => {
    const fixes = applied(before + rest);
    expect(fixes).toHaveLength(2);
    for (const { text } of fixes) expect(found(text)).toEqual([]);
  });

  it('insert nothing before the frontmatter', () => {
    expect(applied(HEAD.replace('name: notes\n', '')).map(({ title }) => title)).toEqual([
      'Suppress frontmatter.name for this file',
    ]);
  });
});
