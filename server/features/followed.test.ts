/** A sample of what `npm run bench:going` follows: our own examples, and one repository of real skills where they are. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { diskFiles } from '../../skill/disk.ts';
import { withEveryForm } from './testing/every-form.ts';
import { follow, resolvedPlaces, sessionOver } from './testing/followed.ts';

const root = join(import.meta.dirname, '../..');
const corpus = join(root, '../shared/corpus/lay-out.mjs');
const folder = mkdtempSync(join(tmpdir(), 'sw-followed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How many places were followed, and those that did not lead to their file and back. */
function followed(path: string) {
  const session = sessionOver(diskFiles(), [path]);
  const documents = session.workspace.skills().flatMap((entry) => entry.documents());
  const all = documents.flatMap((document) => resolvedPlaces(session, document).map((place) => follow(session, place)));
  const wrong = all.filter(({ goes, isFoundBack, says }) => !goes || !isFoundBack || !says);
  return {
    count: all.length,
    wrong: wrong.map(({ document, form, start, leadsTo }) => ({ document, form, start, leadsTo })),
  };
}

it('from every reference of the examples to its file and back', () => {
  const { count, wrong } = followed(join(root, 'examples'));
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(10);
});

it('and from every form in which a bundled file may be named', () => {
  const manifests = sessionOver(diskFiles(), [join(root, 'examples')])
    .workspace.skills()
    .map(({ manifest }) => manifest);
  const { fs, places } = withEveryForm(diskFiles(), manifests, 2);
  const session = sessionOver(fs, [join(root, 'examples')]);
  const wrong = places.map((place) => follow(session, place)).filter((one) => !one.goes || !one.isFoundBack);
  expect(wrong.map(({ document, form, start, leadsTo }) => ({ document, form, start, leadsTo }))).toEqual([]);
  expect(new Set(places.map(({ form }) => form)).size).toBe(9);
});

it.runIf(existsSync(corpus))('from every reference of some real skills to its file and back', () => {
  execFileSync(process.execPath, [corpus, folder, 'expo+skills']);
  const { count, wrong } = followed(folder);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
