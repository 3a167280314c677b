import { expect, it } from 'vitest';
import { History } from './history.ts';
import { PathChanges } from './path-changes.ts';
import type { HistoryAnswer, HistoryRequest } from './read-history.ts';

/** A history whose answers and time are set by the test. */
function createHistory(isAllowed = true) {
  const requests: HistoryRequest[] = [];
  const state: { answer: HistoryAnswer; now: number } = { answer: { kind: 'none' }, now: 1_000_000 };
  const history = new History(
    async (request) => {
      requests.push(request);
      return state.answer;
    },
    isAllowed,
    () => state.now,
  );
  return { history, requests, state };
}

const readAt = (head: string): HistoryAnswer & { kind: 'read' } => ({ kind: 'read', head, changes: new PathChanges() });

it('answers immediately, and reads in the background', async () => {
  const { history, requests, state } = createHistory();
  const answer = readAt('c1');
  state.answer = answer;
  expect(history.changesIn('/work', ['/work'])).toBeUndefined();
  await history.refresh('/work', ['/work']);
  expect(history.changesIn('/work', ['/work'])).toBe(answer.changes);
  expect(requests).toEqual([{ root: '/work', head: undefined, workspace: ['/work'] }]);
});

it('reads again only if the commit has changed', async () => {
  const { history, requests, state } = createHistory();
  const first = readAt('c1');
  state.answer = first;
  await history.refresh('/work', []);
  state.now += 1_000;
  await history.refresh('/work', []);
  expect(requests).toHaveLength(1);
  state.now += 1_000;
  state.answer = { kind: 'unchanged' };
  await history.refresh('/work', []);
  expect(requests.map(({ head }) => head)).toEqual([undefined, 'c1']);
  expect(history.changesIn('/work', [])).toBe(first.changes);
  state.now += 2_000;
  const second = readAt('c2');
  state.answer = second;
  await history.refresh('/work', []);
  expect(history.changesIn('/work', [])).toBe(second.changes);
});

it('rarely asks for a repository without history, and forgets what it had', async () => {
  const { history, requests, state } = createHistory();
  state.answer = readAt('c1');
  await history.refresh('/work', []);
  state.answer = { kind: 'none' };
  state.now += 2_000;
  await history.refresh('/work', []);
  expect(history.changesIn('/work', [])).toBeUndefined();
  state.now += 59_000;
  await history.refresh('/work', []);
  expect(requests).toHaveLength(2);
  state.now += 1_000;
  await history.refresh('/work', []);
  expect(requests).toHaveLength(3);
});

it('reads nothing until the user trusts the workspace', async () => {
  const { history, requests } = createHistory(false);
  history.changesIn('/work', []);
  await history.refresh('/work', []);
  expect(requests).toEqual([]);
  history.allow();
  await history.refresh('/work', []);
  expect(requests).toHaveLength(1);
});

it('reads one repository after the other, and keeps a few', async () => {
  let running = 0;
  const started: string[] = [];
  const history = new History(async ({ root }) => {
    started.push(root);
    expect(++running).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return readAt('c1');
  }, true);
  const roots = Array.from({ length: 9 }, (_, index) => `/work/${index}`);
  await Promise.all([...roots, ...roots].map((root) => history.refresh(root, [])));
  expect(started).toEqual(roots);
  expect(history.changesIn('/work/0', [])).toBeUndefined();
  expect(history.changesIn('/work/1', [])).toBeDefined();
});
