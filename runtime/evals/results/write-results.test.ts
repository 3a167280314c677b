import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import { type JudgedTrial, summarize } from './summarize.ts';
import { writeResults } from './write-results.ts';

function write(folder: string, cases: readonly string[]): void {
  const trials = cases.map(
    (name): JudgedTrial => ({
      id: name,
      skill: 'demo',
      case: name,
      kind: 'task',
      side: 'with',
      client: 'adk',
      model: 'm/1',
      number: 1,
      verdict: 'passed',
      triggered: true,
      run: 'r',
      misses: 0,
      usage: {},
      milliseconds: 1,
      calls: 1,
      checks: [{ text: 'a', passed: true, evidence: 'b', events: [] }],
    }),
  );
  const skills = [
    { name: 'demo', path: '/demo', cases: cases.map((one) => ({ case: one, prompt: '', assertions: [] })) },
  ];
  const plan = { skills } as unknown as EvalPlan;
  expect(writeResults(summarize(trials, true), { folder, plan, now: '2026-01-01T00:00:00Z' })).toBeUndefined();
}

it("removes the viewer's files of cases that no longer exist, and no other file", () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'runs/r/journal.jsonl': '{"type":"note"}\n{"type":"run_finished","text":"Done."}\n' });
  write(folder, ['one', 'two', 'three']);
  expect(readFileSync(join(folder, 'eval-1/with_skill/run-1/outputs/answer.md'), 'utf8')).toBe('Done.');
  writeFileSync(join(folder, 'eval-3/notes.md'), 'Mine.');
  write(folder, ['one']);
  const names = [
    'eval-1/with_skill/run-1/grading.json',
    'eval-1/with_skill/run-1/outputs/metrics.json',
    'eval-2',
    'eval-3/with_skill',
    'eval-3/notes.md',
  ];
  expect(names.map((name) => existsSync(join(folder, name)))).toEqual([true, true, false, false, true]);
});

it('removes nothing else that a list names', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'kept.json'), '{}');
  const inner = join(folder, 'out');
  write(inner, ['one']);
  writeFileSync(
    join(inner, 'viewer-files.json'),
    '["../kept.json", "results.json", "benchmarks/../../kept.json/benchmark.json", 1]',
  );
  write(inner, ['one']);
  expect(existsSync(join(folder, 'kept.json'))).toBe(true);
  expect(existsSync(join(inner, 'results.json'))).toBe(true);
});
