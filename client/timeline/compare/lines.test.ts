import { describe, expect, it } from 'vitest';
import { defined } from '../../../runtime/text/objects.ts';
import { moveCell, sideToOpen } from './keys.ts';
import { type Line, layOut, nextDifference, sameLine, stepsOf } from './lines.ts';
import type { ShownComparison, ShownStep, StepPair } from './protocol.ts';

function step(name: string): ShownStep {
  return { seq: 1, icon: 'tool', color: 'tool', verb: '', name, detail: '', outcome: '' };
}

const pair = (name: string, relation: StepPair['relation']): StepPair =>
  defined({
    a: relation === 'added' ? undefined : step(name),
    b: relation === 'removed' ? undefined : step(relation === 'changed' ? `${name}'` : name),
    relation,
  });

/** same, changed + removed, same, added */
const PAIRS = [
  pair('load', 'same'),
  pair('read', 'changed'),
  pair('look', 'removed'),
  pair('reply', 'same'),
  pair('check', 'added'),
];

const column = {
  title: '',
  state: '',
  agent: '',
  simulated: false,
  client: '',
  startedAt: '',
  live: false,
  totals: { run: '', model: '', llmCalls: 0, toolCalls: 0, misses: 0, answer: '' },
};

const comparison = (pairs: readonly StepPair[]): ShownComparison => ({
  journals: { a: '/a', b: '/b' },
  runs: { a: column, b: column },
  pairs,
  first: { row: 1, sentence: 'the prompts differ.', hasTexts: false },
});

function textOf(line: Line): string {
  if (line.kind === 'reason') return line.text;
  const [a, b] = stepsOf(line);
  if (line.kind === 'pair') return `${a?.name ?? ''} | ${b?.name ?? ''}`;
  return `${{ same: ' ', removed: '-', added: '+' }[line.sign]}${line.step.name}`;
}

describe('the lines of a comparison', () => {
  it('are pairs side by side, with the reason above the first difference', () => {
    const { lines, starts } = layOut(comparison(PAIRS), 'sides');
    expect(lines.map(textOf)).toEqual([
      'load | load',
      'First difference: the prompts differ.',
      "read | read'",
      'look | ',
      'reply | reply',
      ' | check',
    ]);
    expect(starts).toEqual([1, 5]);
    expect(lines.map(({ difference }) => difference)).toEqual([undefined, 0, 0, 0, undefined, 1]);
  });

  it('are one list, in which a changed step is two lines', () => {
    const { lines, starts } = layOut(comparison(PAIRS), 'list');
    expect(lines.map(textOf)).toEqual([
      ' load',
      'First difference: the prompts differ.',
      '-read',
      "+read'",
      '-look',
      ' reply',
      '+check',
    ]);
    expect(starts).toEqual([1, 6]);
  });
});

describe('the next difference', () => {
  const laidOut = layOut(comparison(PAIRS), 'sides');

  it.each<[number, 1 | -1, number]>([
    [-1, 1, 1],
    [0, 1, 1],
    [1, 1, 5],
    [3, 1, 5],
    [4, -1, 1],
    [5, 1, 1],
    [-1, -1, 5],
    [2, -1, 5],
  ])('from line %i in direction %i is line %i', (line, direction, expected) => {
    expect(nextDifference(laidOut, line, direction)).toBe(expected);
  });

  it('does not exist in equal runs', () => {
    const { first: _, ...same } = comparison([pair('load', 'same')]);
    expect(nextDifference(layOut(same, 'sides'), 0, 1)).toBeUndefined();
  });
});

it('keeps the row when the layout changes', () => {
  const shown = comparison(PAIRS);
  const [sides, list] = [layOut(shown, 'sides').lines, layOut(shown, 'list').lines];
  expect([2, 3, 5].map((index) => textOf(list[sameLine(sides[index], list)] as Line))).toEqual([
    '-read',
    '-look',
    '+check',
  ]);
  expect([3, 6].map((index) => sameLine(list[index], sides))).toEqual([2, 5]);
  expect([sameLine(sides[1], list), sameLine(undefined, list)]).toEqual([1, -1]);
});

describe('the keys of the grid', () => {
  const { lines } = layOut(comparison(PAIRS), 'sides');

  it.each([
    ['ArrowDown', { line: 2, side: 'a' }],
    ['ArrowUp', { line: 0, side: 'a' }],
    ['ArrowRight', { line: 1, side: 'b' }],
    ['PageDown', { line: 4, side: 'a' }],
    ['PageUp', { line: 0, side: 'a' }],
    ['Home', { line: 0, side: 'a' }],
    ['End', { line: 5, side: 'a' }],
    ['x', undefined],
  ])('%s', (key, expected) => {
    expect(moveCell(key, { line: 1, side: 'a' }, lines, 3)).toEqual(expected);
  });

  it('open the other run if a run has no step', () => {
    expect(sideToOpen(lines[3] as Line, 'b')).toBe('a');
    expect(sideToOpen(lines[5] as Line, 'a')).toBe('b');
    expect(sideToOpen(lines[0] as Line, 'b')).toBe('b');
    expect(sideToOpen(lines[1] as Line, 'a')).toBeUndefined();
  });
});
