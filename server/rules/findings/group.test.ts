import { describe, expect, it } from 'vitest';
import { applyFix, findingsOf, HEAD, settings } from '../../../test/equipment/server/server.ts';
import type { Finding } from '../rule/rule.ts';
import { applyEdits } from '../rule/safe-fixes.ts';

const GUIDE = { 'references/guide.md': '# Guide\n' };

/** Returns `code target` with the text of every range. */
function describeFindings(text: string, findings: readonly Finding[]): readonly string[] {
  return findings.map(({ code, target, range, related = [] }) => {
    const places = [range, ...related.map((place) => place.range)].map(({ start, end }) => text.slice(start, end));
    return `${code} ${target}: ${places.join(', ')}`;
  });
}

const only = (files: Readonly<Record<string, string>>): Finding => {
  const [finding, ...more] = findingsOf(files);
  if (!finding || more.length > 0) throw new Error(`${more.length + 1} findings`);
  return finding;
};

describe('the same target', () => {
  const text = `${HEAD}Read \`references/gide.md\` first.\n\nThen [it](references/gide.md) again, and run \`cat references/gide.md\`.\n`;

  it('is one finding at its first range, with the others related', () => {
    const findings = findingsOf({ 'SKILL.md': text, ...GUIDE });
    expect(describeFindings(text, findings)).toEqual([
      'reference.missing references/gide.md: references/gide.md, references/gide.md, references/gide.md',
    ]);
    const [{ range, related = [] } = only({})] = findings;
    const starts = [range, ...related.map((place) => place.range)].map(({ start }) => start);
    expect(starts).toEqual([...text.matchAll(/references\/gide/g)].map(({ index }) => index));
  });

  it('is corrected everywhere by one fix', () => {
    const findings = findingsOf({ 'SKILL.md': text, ...GUIDE });
    expect(findings[0]?.fixes?.[0]).toMatchObject({
      title: 'Change to references/guide.md (3 places)',
      preferred: true,
    });
    expect(applyFix(text, findings)).toBe(text.replaceAll('gide', 'guide'));
  });

  it('is written in the style of each place', () => {
    const other = 'See [the list](lst.md), that is `references/lst.md`, [once more](lst.md).\n';
    const files = {
      'SKILL.md': `${HEAD}Read \`references/more.md\` and \`references/list.md\`.\n`,
      'references/list.md': '# L\n',
    };
    const findings = findingsOf({ ...files, 'references/more.md': other }, 'references/more.md');
    expect(describeFindings(other, findings)).toEqual([
      'reference.missing lst.md: lst.md, lst.md',
      'reference.missing references/lst.md: references/lst.md',
    ]);
    expect(applyFix(other, findings)).toBe(other.replaceAll('](lst.md)', '](list.md)'));
  });

  it('is merged for mentions', () => {
    const words = `${HEAD}Read the user guide first. When in doubt, see the user guide.\n`;
    const finding = only({ 'SKILL.md': words, 'references/guide.md': '# User guide\n' });
    expect(describeFindings(words, [finding])).toEqual([
      'reference.guessable the user guide: the user guide, the user guide',
    ]);
    expect(applyFix(words, [finding])).toBe(
      words.replaceAll('the user guide', 'the user guide (`references/guide.md`)'),
    );
  });

  it('is merged for safe fixes', () => {
    const upper = `${HEAD}Read \`references/Guide.md\`, then \`references/Guide.md\`.\n`;
    const finding = only({ 'SKILL.md': upper, ...GUIDE });
    expect(finding.code).toBe('reference.case');
    expect(finding.fixes).toMatchObject([{ safe: true, edits: [{}, {}] }]);
  });

  it('keeps a different fact at another range, with its own fix', () => {
    const links = `${HEAD}See [one](references/guide.md#setp) and [two](references/guide.md#usge).\n`;
    const finding = only({ 'SKILL.md': links, 'references/guide.md': '# Setup\n\n# Usage\n' });
    expect(finding.related).toMatchObject([{ message: expect.stringContaining('#usge') }]);
    expect(finding.fixes?.map(({ title, at }) => [title, at?.length])).toEqual([
      ['Change to #setup', 1],
      ['Change to #usage', 1],
    ]);
  });

  it('is two findings if two rules apply', () => {
    const links = `${HEAD}Read [it](references/Guide.md) and [part](references/guide.md#none).\n`;
    const codes = findingsOf({ 'SKILL.md': links, ...GUIDE }).map(({ code }) => code);
    expect(codes).toEqual(['reference.case', 'reference.anchor']);
  });

  it('has the highest severity of its ranges', () => {
    const certain = settings({ certainty: { error: 0.9, warning: 0.5 } });
    const all = findingsOf({ 'SKILL.md': text, ...GUIDE }, 'SKILL.md', certain);
    const one = HEAD.length;
    const alone = [...text.slice(one).matchAll(/[^\n]+/g)].flatMap(([line]) =>
      findingsOf({ 'SKILL.md': `${HEAD}${line}\n`, ...GUIDE }, 'SKILL.md', certain).map(({ severity }) => severity),
    );
    const order = ['error', 'warning', 'information', 'hint'];
    expect(all.map(({ severity }) => severity)).toEqual([alone.sort((a, b) => order.indexOf(a) - order.indexOf(b))[0]]);
  });
});

describe('a suppression comment', () => {
  const disable = '<!-- skillwright-disable-next-line reference.missing -->\n';
  const line = 'Read `references/none.md`.\n\n';

  it('suppresses its own range', () => {
    const text = `${HEAD}${line}${disable}${line}${line}`;
    const finding = only({ 'SKILL.md': text });
    expect(finding.range.start).toBe(text.indexOf('references/none'));
    expect(finding.related?.map(({ range }) => range.start)).toEqual([text.lastIndexOf('references/none')]);
  });

  it('makes the next range the first', () => {
    const text = `${HEAD}${disable}${line}${line}`;
    const finding = only({ 'SKILL.md': text });
    expect(finding.range.start).toBe(text.lastIndexOf('references/none'));
    expect(finding.related).toBeUndefined();
  });

  it('leaves no finding if it covers all ranges', () => {
    expect(findingsOf({ 'SKILL.md': `${HEAD}${disable}${line}${disable}${line}` })).toEqual([]);
  });
});

describe('a missing folder', () => {
  const text = `${HEAD}Read \`references/setup.md\`, then [the use](references/usage.md), then \`references/setup.md\` again.\n\nAll of it is in \`references/\`.\n`;
  const files = { 'SKILL.md': text };

  it('is one finding at the first path into it, covering the others', () => {
    const finding = only(files);
    expect(finding).toMatchObject({
      code: 'reference.missing',
      severity: 'error',
      target: 'references/',
      covers: ['references/setup.md', 'references/usage.md'],
      related: [{ target: 'references/usage.md' }, { target: 'references/setup.md' }, {}],
    });
    expect(text.slice(finding.range.start, finding.range.end)).toBe('references/setup.md');
    expect(finding.message).toMatch(/^The skill has no folder `references\/`\. Add it, or correct the 2 paths into it/);
    expect(finding.message.length).toBeLessThanOrEqual(160);
  });

  it('is renamed everywhere if another folder has all of its files', () => {
    const others = { 'guides/setup.md': '# S\n', 'guides/usage.md': '# U\n' };
    const finding = only({ ...files, ...others });
    expect(finding.suggestions).toEqual(['guides/']);
    expect(finding.message).toMatch(/^The skill has no folder `references\/`, but `guides\/` has the files/);
    expect(finding.fixes?.[0]).toMatchObject({ title: 'Change references/ to guides/ (4 places)', preferred: true });
    expect(finding.fixes?.slice(1).every((fix) => fix.kind !== 'edit' || !fix.preferred)).toBe(true);
    expect(applyFix(text, [finding])).toBe(text.replaceAll('references/', 'guides/'));
  });

  it('is not renamed to a folder without some of its files', () => {
    const finding = only({ ...files, 'guides/setup.md': '# S\n' });
    const titles = finding.fixes?.map(({ title }) => title) ?? [];
    expect(titles).toContain('Change to guides/setup.md (2 places)');
    expect(titles.some((title) => title.startsWith('Change references/'))).toBe(false);
    const fix = finding.fixes?.find(({ title }) => title.startsWith('Change to'));
    if (fix?.kind !== 'edit') throw new Error('no fix');
    expect(applyEdits(text, fix.edits)).toBe(text.replaceAll('references/setup', 'guides/setup'));
  });

  it('is not reported if the folder exists, or for a single path into it', () => {
    const there = findingsOf({ ...files, 'references/other.md': '# O\n' });
    expect(there.map(({ target }) => target)).toEqual(['references/setup.md', 'references/usage.md']);
    expect(there.some(({ covers }) => covers !== undefined)).toBe(false);
    const single = only({ 'SKILL.md': `${HEAD}Read \`references/setup.md\`.\n` });
    expect([single.target, single.covers]).toEqual(['references/setup.md', undefined]);
  });

  it('is the topmost of nested folders', () => {
    const deep = `${HEAD}Read \`references/a/setup.md\`, \`references/b/usage.md\` and \`guides/x/none.md\`.\n`;
    const findings = findingsOf({ 'SKILL.md': deep, 'guides/guide.md': '# Guide\n' });
    const missing = findings.filter(({ code }) => code === 'reference.missing');
    const targets = missing.map(({ target, covers }) => [target, covers?.length]);
    expect(targets).toEqual([
      ['references/', 2],
      ['guides/x/none.md', undefined],
    ]);
  });

  it('is one finding for fifty paths', () => {
    const list = Array.from({ length: 50 }, (_, index) => `- Read \`references/part-${index}.md\`.`).join('\n');
    expect(only({ 'SKILL.md': `${HEAD}${list}\n` }).covers).toHaveLength(50);
  });
});

it('reports each code and target of a file once', () => {
  const lines =
    'Read `references/a.md`, [all](references/), [b](references/b.md).\n\nRead the user guide.\n\nRun `guides/c.md`.\n\n';
  const findings = findingsOf({ 'SKILL.md': HEAD + lines.repeat(4), 'guides/guide.md': '# User guide\n' });
  const others = findings.filter(({ code }) => code !== 'reference.unreferenced');
  expect(others.map(({ code, target, related = [] }) => [code, target, related.length])).toEqual([
    ['reference.missing', 'references/', 11],
    ['reference.guessable', 'the user guide', 3],
    ['reference.missing', 'guides/c.md', 3],
  ]);
});
