import { expect, it } from 'vitest';
import type { TableRow } from '../timeline/runs-table/row.ts';
import { csvOf } from './csv.ts';

const ROW: TableRow = {
  id: 0,
  origin: 'run',
  title: 'Brew tea',
  client: 'Skillwright',
  model: 'simulated/weak',
  project: '/home/ada/tea',
  outcome: 'finished',
  isSimulated: true,
  calls: 3,
  toolCalls: 4,
  misses: 0,
  tokensIn: 10,
  tokensOut: 2,
  costUsd: 0,
  isCostEstimated: true,
  start: Date.parse('2026-01-05T10:00:00Z'),
  end: Date.parse('2026-01-05T10:00:01.500Z'),
  skills: [
    { skill: 'brewer', isOffered: true, isLoaded: true, files: [], misses: [] },
    { skill: 'baker', isOffered: true, isLoaded: false, files: [], misses: [] },
  ],
};

const linesOf = (row: Partial<TableRow>, redact = (text: string) => text) =>
  csvOf([{ ...ROW, ...row }], redact).split('\r\n');

it('writes a heading and a line for each row, without paths', () => {
  const [heading = '', line = '', rest] = linesOf({});
  expect(heading).toMatch(/^prompt,skills loaded,client,/);
  expect(line).toBe('Brew tea,brewer,Skillwright,simulated/weak,finished,0,3,4,10,2,0,0,2026-01-05T10:00:00.000Z,1.5');
  expect(heading.split(',')).toHaveLength(line.split(',').length);
  expect(rest).toBe('');
});

it('leaves empty what is not known', () => {
  const unknown = {
    misses: undefined,
    costUsd: undefined,
    start: undefined,
    end: undefined,
    outcome: 'unknown',
  } as const;
  expect(linesOf(unknown)[1]).toBe('Brew tea,brewer,Skillwright,simulated/weak,,,3,4,10,2,,,,');
});

it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])('does not write %j as a formula', (title) => {
  expect(linesOf({ title })[1]).toMatch(/^"'/);
});

it('quotes commas, quotes and line ends', () => {
  expect(csvOf([{ ...ROW, title: 'a, "b"\nc' }], (text) => text)).toContain('"a, ""b""\nc",brewer');
});

it('redacts every text', () => {
  const redact = (text: string) => text.replaceAll('secret', '[redacted]');
  const line = linesOf({ title: '=secret', client: 'secret', model: 'secret' }, redact)[1];
  expect(line).toMatch(/^"'=\[redacted\]",brewer,\[redacted\],\[redacted\],/);
});
