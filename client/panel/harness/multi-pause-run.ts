/** A run with three pending pauses, added and unresolved tools, concurrent calls and a sub-agent. */
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { CORE, call, missResult, type Run, resource, result, startRun, turn, turnWithResult } from './steps.ts';

/** Adds a sub-agent under the call that runs it: one model call whose only tool call fails, then its answer. */
function glossary(run: Run, parent: number): void {
  const { journal } = run;
  const ask = (text: string, toolCalls: readonly { id: string; tool: string; args: { url: string } }[]) => {
    const request = journal.add(
      30,
      { type: 'llm_request', call: ++run.call, tools: ['fetch_terms'], parent },
      'glossary',
    );
    const usage = { inputTokens: 412, outputTokens: 36, estimated: true };
    const finish = toolCalls.length > 0 ? 'tool-calls' : 'stop';
    journal.add(
      340,
      { type: 'llm_response', call: run.call, text, toolCalls, usage, finish, parent: request },
      'glossary',
    );
    return request;
  };
  const args = { url: 'https://example.org/terms' };
  const request = ask('', [{ id: 'g1', tool: 'fetch_terms', args }]);
  const made = journal.add(5, { type: 'tool_call', id: 'g1', tool: 'fetch_terms', args, parent: request }, 'glossary');
  journal.add(
    210,
    {
      type: 'tool_result',
      id: 'g1',
      tool: 'fetch_terms',
      result: { error: 'connection refused' },
      error_code: 'TOOL_ERROR',
      durationMs: 210,
      parent: made,
    },
    'glossary',
  );
  ask('I could not look the terms up.', []);
}

export function multiPauseRun(root: string): RunEvent[] {
  const run = startRun(root, 'Publish the release notes');
  const { journal } = run;
  const load = { tool: 'load_skill', args: { skill_name: 'writer' } };
  const loaded = turnWithResult(run, 900, [1840, 41], load, 46, { skill_name: 'writer', instructions: 'Publish.' });
  journal.add(2, {
    type: 'tools_changed',
    added: ['analyze_csv', 'publish', 'query_db'],
    removed: [],
    unresolved: ['send_mail'],
    parent: loaded.made.seq,
  });
  run.tools = [...CORE, 'analyze_csv', 'publish', 'query_db'];
  turnWithResult(
    run,
    700,
    [1980, 40],
    resource('references/tone.md'),
    9,
    missResult('references/tone.md', 'RESOURCE_NOT_FOUND'),
    'RESOURCE_NOT_FOUND',
  );
  const analyze = { tool: 'analyze_csv', args: { file: 'metrics.csv' } };
  const terms = { tool: 'skills__glossary', args: { input: 'terms of 2.4' } };
  const first = turn(run, 800, [2400, 90], [analyze, terms]);
  const one = call(run, first, analyze);
  const two = call(run, first, terms);
  journal.add(0, { type: 'tool_started', id: one.id, tool: analyze.tool, parent: one.seq });
  journal.add(0, { type: 'tool_started', id: two.id, tool: terms.tool, parent: two.seq });
  glossary(run, two.seq);
  result(run, one, 'analyze_csv', 120, { rows: 214 });
  result(run, two, 'skills__glossary', 20, { text: 'I could not look the terms up.' });
  const publish = { tool: 'publish', args: { channel: 'stable' } };
  const query = { tool: 'query_db', args: { sql: 'select count(*) from changes' } };
  const repeated = { tool: 'analyze_csv', args: { file: 'metrics.csv' } };
  const second = turn(run, 760, [2710, 120], [publish, query, repeated]);
  const pauses = [
    [publish, 'confirmation', 'Publish to the channel “stable”?'],
    [query, 'credential', 'query_db needs the password of the reporting database'],
    [repeated, 'guard', 'analyze_csv was called 5 times with the same arguments and the same result'],
  ] as const;
  for (const [toolCall, kind, hint] of pauses) {
    const made = call(run, second, toolCall);
    journal.add(40, { type: 'pause', id: `p-${kind}`, kind, hint, call: made.id, parent: made.seq });
  }
  return journal.events;
}
