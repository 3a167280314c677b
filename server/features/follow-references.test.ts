/** A sample of what `npm run bench:navigation` follows: our examples, and one repository of real skills if available. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { diskFiles } from '../../skill/disk.ts';
import { withEveryForm } from '../../test/equipment/server/features/every-form.ts';
import {
  followReference,
  resolvedPlaces,
  sessionOver,
} from '../../test/equipment/server/features/follow-references.ts';

const root = join(import.meta.dirname, '../..');
const corpus = join(root, '../shared/corpus/lay-out.mjs');
const folder = mkdtempSync(join(tmpdir(), 'sw-followed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the number of followed references, and those that failed in either direction. */
function followAll(path: string) {
  const session = sessionOver(diskFiles(), [path]);
  const documents = session.workspace.skills().flatMap((entry) => entry.documents());
  const all = documents.flatMap((document) =>
    resolvedPlaces(session, document).map((place) => followReference(session, place)),
  );
  const wrong = all.filter(
    ({ hasDefinition: goes, isInReferences: isFoundBack, hasHover: says }) => !goes || !isFoundBack || !says,
  );
  return {
    count: all.length,
    wrong: wrong.map(({ document, form, start, target: leadsTo }) => ({ document, form, start, leadsTo })),
  };
}

it('follows every reference of the examples in both directions', () => {
  const { count, wrong } = followAll(join(root, 'examples'));
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(10);
});

it('follows every form of reference in both directions', () => {
  const manifests = sessionOver(diskFiles(), [join(root, 'examples')])
    .workspace.skills()
    .map(({ manifest }) => manifest);
  const { fs, places } = withEveryForm(diskFiles(), manifests, 2);
  const session = sessionOver(fs, [join(root, 'examples')]);
  const wrong = places
    .map((place) => followReference(session, place))
    .filter((one) => !one.hasDefinition || !one.isInReferences);
  expect(wrong.map(({ document, form, start, target: leadsTo }) => ({ document, form, start, leadsTo }))).toEqual([]);
  expect(new Set(places.map(({ form }) => form)).size).toBe(9);
});

it.runIf(existsSync(corpus))('follows every reference of some real skills to its file and back', () => {
  execFileSync(process.execPath, [corpus, folder, 'expo+skills']);
  const { count, wrong } = followAll(folder);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
