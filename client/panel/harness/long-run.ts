/** A run of arbitrary length, for benchmarks. */
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { call, causeIn, missResult, resource, result, startRun, turn } from './steps.ts';

/** Creates a run of about `rows` rows with misses, guards and waits. */
export function longRun(root: string, rows: number): RunEvent[] {
  const run = startRun(root, `A run of ${rows} rows`);
  const { journal } = run;
  for (let made = 1; made < rows; made += 4) {
    const step = made % 400 === 1;
    const path = `references/part-${made}.md`;
    const calls = [
      resource(path),
      { tool: 'analyze_csv', args: { file: `part-${made}.csv` } },
      { tool: 'list_skills', args: {} },
    ];
    const request = turn(run, 40 + (made % 90), [2000 + made, 40], calls);
    const miss = call(run, request, calls[0] ?? resource(path));
    const missed = result(
      run,
      miss,
      'load_skill_resource',
      8,
      missResult(path, 'RESOURCE_NOT_FOUND'),
      'RESOURCE_NOT_FOUND',
    );
    if (step) {
      journal.add(0, {
        type: 'guard',
        rule: 'resource_not_found',
        verdict: 'fatal',
        count: 2,
        threshold: 2,
        evidence: [missed],
        cause: causeIn(root),
        parent: miss.seq,
      });
      journal.add(5000, { type: 'note', message: 'The server was slow to answer.', parent: request });
    }
    const other = call(run, request, calls[1] ?? resource(path));
    result(run, other, 'analyze_csv', 12, { rows: made, note: 'x'.repeat(200) });
    const list = call(run, request, calls[2] ?? resource(path));
    result(run, list, 'list_skills', 3, { skills: 'writer' });
  }
  journal.add(3, {
    type: 'run_finished',
    reason: 'final',
    llmCalls: run.call,
    text: 'Done.',
    usage: { inputTokens: 1, outputTokens: 1 },
  });
  return journal.events;
}
