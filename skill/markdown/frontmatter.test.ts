import { describe, expect, it } from 'vitest';
import { readFrontmatter } from './frontmatter.ts';

describe('frontmatter', () => {
  it.each(['', ' ', ' \t', 'yaml', ' yaml '])('returns the ranges of keys and values after ---%j', (suffix) => {
    const text = `---${suffix}\nname: billing\ndescription: "Bills: all"\nmetadata:\n  a: 1 # YAML must tell\n---\nBody`;
    const { frontmatter, bodyStart } = readFrontmatter(text);
    expect(text.slice(bodyStart)).toBe('Body');
    const fields = frontmatter.kind === 'valid' ? frontmatter.fields : [];
    expect(
      fields.map(({ keyRange, valueRange }) => [
        text.slice(keyRange.start, keyRange.end),
        text.slice(valueRange.start, valueRange.end).trim(),
      ]),
    ).toEqual([
      ['name', 'billing'],
      ['description', '"Bills: all"'],
      ['metadata', 'a: 1 # YAML must tell'],
    ]);
  });

  it('rejects circular fields, since all readers expect a tree', () => {
    expect(readFrontmatter('---\nname: x\nmetadata: &a\n  b: *a\n---\n').frontmatter).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('contains itself'),
    });
    expect(readFrontmatter('---\na: &a [1]\nb: *a\n---\n').frontmatter).toMatchObject({ data: { b: [1] } });
  });

  it('rejects many aliases, each of which is looked up in the whole text', () => {
    const list = (count: number): string => `---\nx:\n- &a [b]\n${'- *a\n'.repeat(count)}---\n`;
    expect(readFrontmatter(list(3_700)).frontmatter).toMatchObject({
      kind: 'invalid',
      message: 'The frontmatter has more than 100 aliases.',
    });
    expect(readFrontmatter(list(3)).frontmatter).toMatchObject({ kind: 'valid' });
  });

  it('rejects lists and maps as keys quickly, however deeply nested', () => {
    const message = expect.stringContaining('A key of the frontmatter is a list or a map');
    expect(readFrontmatter('---\n? [a, b]\n: c\n---\n').frontmatter).toMatchObject({ kind: 'invalid', message });
    const startTime = process.threadCpuUsage().user;
    expect(readFrontmatter(`---\n${'? '.repeat(300)}x\n---\n`).frontmatter).toMatchObject({ kind: 'invalid' });
    expect(process.threadCpuUsage().user - startTime).toBeLessThan(1_000_000);
  });

  it('never runs code', () => {
    const run = '---js\n{ get name() { globalThis.ran = true } }\n---\n';
    for (const text of [run, run.replace('js', 'javascript'), run.replace('js', 'coffee'), run.replace('js', ' js ')]) {
      expect(readFrontmatter(text).frontmatter).toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('not executed'),
      });
    }
    expect(globalThis).not.toHaveProperty('ran');
  });

  it('returns the same result twice for a syntax error', () => {
    const text = '---\nname: a: b\n---\nBody';
    const first = readFrontmatter(text);
    expect(first).toMatchObject({ frontmatter: { kind: 'invalid' }, bodyStart: 19 });
    expect(readFrontmatter(text)).toEqual(first);
  });

  it.each([
    ['none', 'Just text'],
    ['none', '---\n\nA rule first.'],
    ['invalid', '---\nname: no end\n\nBody'],
    ['invalid', '---\n- a list\n---\n'],
    ['invalid', '---\nname: a\nname: b\n---\n'],
    ['invalid', `---\na: ${'[x,'.repeat(40_000)}\n---\n`],
    [
      'invalid',
      `---\na: &a [x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((key, index) => `${key}: &${key} [${`*${'abcdefghi'[index]},`.repeat(8)}]`)
        .join('\n')}\n---\n`,
    ],
    ['valid', '---\n---\nEmpty'],
  ])('%s: %j', (kind, text) => {
    expect(readFrontmatter(text).frontmatter.kind).toBe(kind);
  });
});
