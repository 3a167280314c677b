import { expect, it } from 'vitest';
import { type BaselineChoice, baselineItems } from './baseline-choice.ts';

const labels = (isCommitted: boolean, recent?: BaselineChoice) =>
  baselineItems(isCommitted, recent).map(({ label, description }) =>
    description === undefined ? label : `${label} (${description})`,
  );

it('offers revisions in a git repository alone', () => {
  expect(labels(true)).toEqual(['No Skill', 'Its Last Commit (HEAD)', 'Another Revision…', 'A Folder…']);
  expect(labels(false)).toEqual(['No Skill', 'A Folder…']);
});

it.each<[recent: BaselineChoice, first: string, count: number]>([
  [{ kind: 'absence' }, 'No Skill (last time)', 4],
  [{ kind: 'revision', revision: 'HEAD' }, 'Its Last Commit (HEAD, last time)', 4],
  [{ kind: 'revision', revision: 'v1' }, 'v1 (last time)', 5],
  [{ kind: 'folder', folder: '/earlier/notes' }, 'notes (last time)', 5],
])('lists the choice of the last eval first: %j', (recent, first, count) => {
  const found = baselineItems(true, recent);
  expect(labels(true, recent)[0]).toBe(first);
  expect(found[0]?.value).toEqual(recent);
  expect(found).toHaveLength(count);
});
