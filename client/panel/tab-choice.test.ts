import { describe, expect, it } from 'vitest';
import { chooseTab, type TimelineTab } from './tab-choice.ts';

const tab = (journal: string, more: Partial<TimelineTab> = {}): TimelineTab => ({
  journal,
  family: 'tea',
  isPinned: false,
  isLive: false,
  hasDraft: false,
  isEditor: false,
  prominence: 0,
  ...more,
});
const replaced = (index: number) => ({ kind: 'replace', index });
const OPENED = { kind: 'open' };

describe('the tab of a run', () => {
  it.each<[what: string, tabs: readonly TimelineTab[], expected: object]>([
    ['is a new one if there is none', [], OPENED],
    ['is its own', [tab('/b'), tab('/a', { isPinned: true, isLive: true })], { kind: 'reveal', index: 1 }],
    ['is its own, though it is the editor of a file', [tab('/a', { isEditor: true })], { kind: 'reveal', index: 0 }],
    ['is that of another run of the same skills', [tab('/c', { family: 'cup' }), tab('/b')], replaced(1)],
    ['is a new one if all others are of other skills', [tab('/b', { family: 'cup' })], OPENED],
    ['is a new one if the skills of the other are unknown', [tab('/b', { family: undefined })], OPENED],
    ['is a new one if the other is pinned', [tab('/b', { isPinned: true })], OPENED],
    ['is a new one while the other continues', [tab('/b', { isLive: true })], OPENED],
    ['is a new one if the other has a draft of a prompt', [tab('/b', { hasDraft: true })], OPENED],
    ['is a new one if the other is the editor of a file', [tab('/b', { isEditor: true })], OPENED],
    ['is the one in front', [tab('/b', { prominence: 2 }), tab('/c', { prominence: 1 }), tab('/d')], replaced(0)],
    ['is the one that was opened last, of several behind others', [tab('/b'), tab('/c')], replaced(1)],
  ])('%s', (_, tabs, expected) => {
    expect(chooseTab(tabs, '/a', 'tea')).toEqual(expected);
  });

  it('is not that of the run that it is shown next to', () => {
    expect(chooseTab([tab('/b', { prominence: 2 })], '/a', 'tea', '/b')).toEqual(OPENED);
    expect(chooseTab([tab('/c'), tab('/b', { prominence: 2 })], '/a', 'tea', '/b')).toEqual(replaced(0));
  });

  it('is a new one if its skills are unknown', () => {
    expect(chooseTab([tab('/b', { family: undefined })], '/a', undefined)).toEqual(OPENED);
  });
});
