import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsByPath, PROVOKING, type Provoking } from '../../test/equipment/server/provoking.ts';
import { findingsOf } from '../../test/equipment/server/server.ts';
import { Lines } from '../workspace/lines.ts';
import { makeBaseline, readBaseline, withoutKnown } from './baseline.ts';
import type { Report } from './report.ts';

const FIELDS = 'author: me\nlicence: MIT\nversion: 1.0\ncontent: prices\ntags: [a, b]\n';
const textOf = (fields: string): string =>
  `---\nname: notes\ndescription: Sorts notes. Use it for notes.\n${fields}---\n\n# Notes\n\nText.\n`;
const numbered = (count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`references/r${String(index).padStart(2, '0')}.md`, 'x']),
  );
const FILES = { ...numbered(14), 'assets/x/a.css': '' };

function reportOf(fields: string, files: Readonly<Record<string, string>>): Report {
  const text = textOf(fields);
  const findings = findingsOf({ 'SKILL.md': text, ...files });
  const file = 'notes/SKILL.md';
  const lines = new Lines(text);
  return { skills: 1, files: [{ file, path: `/work/${file}`, skill: 'notes', folder: 'notes', lines, findings }] };
}

/** The baseline of that skill as version 0.1.0 wrote it: a finding for each field, and for the first ten unreferenced files. */
const OLD = `{
  "version": 1,
  "findings": {
    "notes/SKILL.md": {
      "frontmatter.unknown": {
        "Move \`author\` under \`metadata\`, or remove it: no known client reads this field.": 1,
        "Did you mean \`license\`? No known client reads \`licence\`.": 1,
        "Move \`version\` under \`metadata\`, or remove it: no known client reads this field.": 1,
        "Did you mean \`context\`? No known client reads \`content\`.": 1,
        "Move \`tags\` under \`metadata\`, or remove it: no known client reads this field.": 1
      },
      "reference.unreferenced": {
        "assets/x/a.css": 1,
        "references/r00.md": 1,
        "references/r01.md": 1,
        "references/r02.md": 1,
        "references/r03.md": 1,
        "references/r04.md": 1,
        "references/r05.md": 1,
        "references/r06.md": 1,
        "references/r07.md": 1,
        "references/r08.md": 1
      }
    }
  }
}
`;

const file = '/work/baseline.json';
const left = (report: Report, baseline: string) => {
  const { report: rest, gone } = withoutKnown(report, readBaseline(baseline) ?? {}, file, () => true);
  const findings = rest.files.flatMap((one) => one.findings);
  return { left: findings.map(({ severity, target, message }) => `${severity} ${target ?? message}`), gone };
};

it('removes what an earlier version listed one by one', () =>
  expect(left(reportOf(FIELDS, FILES), OLD)).toEqual({ left: [], gone: 0 }));

/** Returns a report on the documents of a workspace, each with its findings. */
function reportOn(one: Provoking, paths: readonly string[]): Report {
  const findings = findingsByPath(one);
  const files = paths.map((path) => ({
    file: path,
    path,
    skill: 'notes',
    folder: 'notes',
    lines: new Lines(''),
    findings: findings.get(path) ?? [],
  }));
  return { skills: 1, files };
}

/** The findings of each of {@link PROVOKING} in baselines that version 0.1.0 wrote, before its messages began with the fact. */
const earlier = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../test/equipment/server/earlier-baselines.json'), 'utf8'),
) as readonly Readonly<Record<string, unknown>>[];

it('removes what the version before listed, whose messages began with what to do', () => {
  let entries = 0;
  for (const [index, findings] of earlier.entries()) {
    const one = PROVOKING[index];
    const paths = Object.keys(findings).map((name) => `/work/${name}`);
    if (one === undefined || paths.length === 0) continue;
    const baseline = JSON.stringify({ version: 1, findings });
    expect({ index, ...left(reportOn(one, paths), baseline) }).toEqual({ index, left: [], gone: 0 });
    entries += paths.length;
  }
  expect(entries).toBeGreaterThan(250);
});

it('leaves each new field and file of findings that it knows in part', () => {
  const report = reportOf(`${FIELDS}owner: me\n`, { ...FILES, 'assets/b.css': '', 'scripts/run.py': '' });
  expect(left(report, OLD)).toEqual({
    left: [
      'information assets/b.css',
      'information `owner` is read by no known client. Move it under `metadata`, or remove it.',
    ],
    gone: 0,
  });
});

it('tells how many fields and files of it are gone', () =>
  expect(left(reportOf('author: me\n', { 'assets/x/a.css': '' }), OLD)).toEqual({ left: [], gone: 13 }));

it('lists each field and file, however many there are', () => {
  for (const count of [2, 9, 10, 11, 40]) {
    const made = makeBaseline(reportOf(FIELDS, numbered(count)), {}, file, () => true);
    expect(left(reportOf(FIELDS, numbered(count)), made)).toEqual({ left: [], gone: 0 });
    const more = { ...numbered(count), 'references/z.md': '' };
    expect(left(reportOf(FIELDS, more), made)).toEqual({ left: ['information references/z.md'], gone: 0 });
  }
});
