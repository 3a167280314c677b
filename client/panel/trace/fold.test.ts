import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { RowPacker } from '../../timeline/columns.ts';
import { script } from '../harness/events.ts';
import { guardedRun, liveRun, longRun, multiPauseRun, stoppedRun, waitingRun } from '../harness/runs.ts';
import { addEvent, addEvents } from './fold.ts';
import { lanesOf } from './lanes.ts';
import { headerOf, restOf } from './rows.ts';
import { createTrace, type Trace } from './span.ts';

function fold(events: readonly unknown[]): Trace {
  const trace = createTrace();
  addEvents(trace, events);
  return trace;
}

/** Returns the tree as indented lines of verb, name and status. */
function formatTree(trace: Trace): string[] {
  const depth: number[] = [];
  const children = new Map<number, number[]>();
  for (const span of trace.spans) {
    depth[span.id] = span.parent < 0 ? 0 : (depth[span.parent] ?? 0) + 1;
    children.set(span.parent, [...(children.get(span.parent) ?? []), span.id]);
  }
  const lines: string[] = [];
  const draw = (id: number): void => {
    const span = trace.spans[id];
    if (span === undefined) return;
    lines.push(
      `${'  '.repeat(depth[id] ?? 0)}${span.verb} ${span.name} ${span.status}`.replace(/ {2}(\S)/g, '  $1').trimEnd(),
    );
    for (const child of children.get(id) ?? []) draw(child);
  };
  for (const root of children.get(-1) ?? []) draw(root);
  return lines.map((line) => line.replace(/^( *) /, '$1'));
}

describe('a guarded run', () => {
  const trace = fold(guardedRun('/skills'));

  it('becomes a tree of agent, turns, calls, guard with its cause, approval and script', () => {
    const names = trace.spans.map((span) => `${span.kind}: ${span.name}`);
    expect(names).toContain('guard: Guard: same path missed twice');
    expect(
      formatTree(trace)
        .slice(9, 14)
        .map((line) => line.trim()),
    ).toEqual([
      'turn 4 → load_skill_resource user_guide.md ok',
      'load_skill_resource references/user_guide.md miss',
      'Guard: same path missed twice error',
      'Cause ok',
      'turn 5 → load_skill_resource guide.md ok',
    ]);
  });

  it('links the guard to the rows that it counted, and moves the fatal code to the guard', () => {
    const guard = trace.spans.find((span) => span.guard?.verdict === 'fatal');
    const counted = guard?.guard?.evidence.map((id) => trace.spans[id]);
    expect(counted?.map((span) => [span?.name, span?.code])).toEqual([
      ['references/user_guide.md', 'RESOURCE_NOT_FOUND'],
      ['references/user_guide.md', 'RESOURCE_NOT_FOUND'],
    ]);
    expect(guard?.code).toBe('RESOURCE_NOT_FOUND_FATAL');
  });

  it('shows that an approval lasts until something changes', () => {
    const lasting = guardedRun('/skills').map((event) =>
      event.type === 'answer' ? { ...event, answer: 'always' as const } : event,
    );
    const row = fold(lasting).spans.find((span) => span.kind === 'approval');
    expect(row).toMatchObject({ name: 'Approval', detail: 'approved by you, until it changes', status: 'ok' });
  });

  it('separates waiting from working', () => {
    const call = trace.spans.find((span) => span.name === 'scripts/count.py' && span.icon === 'terminal');
    const [from, to] = call?.waits?.[0] ?? [0, 0];
    expect(Math.round(((to ?? 0) - from) / 100)).toBe(124);
    expect(call?.status).toBe('ok');
  });

  it('marks the tools that a load added and their calls', () => {
    expect(trace.spans.find((span) => span.verb === 'load_skill')?.addedTools).toBe(1);
    expect(trace.spans.find((span) => span.kind === 'tool' && span.verb === 'analyze_csv')?.addedBy).toBe('writer');
  });

  it('gives a sub-agent its own row under the tool that ran it', () => {
    const agent = trace.spans.find((span) => span.kind === 'agent' && span.parent >= 0);
    expect(agent?.name).toBe('glossary');
    expect(trace.spans[agent?.parent ?? -1]?.name).toBe('skills__glossary');
  });

  it('sums calls, tokens and the calls saved by the guard', () => {
    const header = headerOf(trace, 'none');
    expect(header).toMatchObject({ state: 'final', llmCalls: 8, maxLlmCalls: 500, saved: 492, tokensIn: 23_688 });
  });

  it('has a lane for each skill, used ones first', () => {
    expect(lanesOf(trace).map((lane) => [lane.name, lane.text])).toEqual([
      ['writer', 'loaded, 1 resource read, 2 misses, 1 script run'],
      ['glossary', 'ran as a tool, failed'],
      ['changelog', 'offered, not loaded'],
    ]);
  });

  it('sends the page no absolute paths and no payloads', () => {
    const sent = JSON.stringify(new RowPacker().pack(trace.spans, restOf));
    expect(sent).toContain('references/guide.md');
    expect(sent).not.toContain('/skills/');
    expect(sent).not.toContain('Friendly');
  });
});

describe('a run with added tools, a sub-agent and pauses', () => {
  const trace = fold(multiPauseRun('/skills'));
  const spanNamed = (name: string) => trace.spans.find((span) => span.name === name || span.verb === name);

  it('has a row for added tools, with the skill and the unresolved ones', () => {
    const row = spanNamed('analyze_csv, publish, query_db');
    expect(row).toMatchObject({ kind: 'tools', status: 'miss', verb: 'adds', detail: 'by skill writer' });
    expect(row?.label).toBe('not found: send_mail');
    expect(trace.spans[row?.parent ?? -1]?.verb).toBe('load_skill');
    expect(spanNamed('turn 2')?.newTools).toEqual(['analyze_csv', 'publish', 'query_db']);
  });

  it('compares the tools of a model call with those of the same agent', () => {
    expect(spanNamed('turn 4')).toMatchObject({ agent: 'glossary' });
    expect(spanNamed('turn 4')?.newTools).toBeUndefined();
    expect(spanNamed('turn 6')?.newTools).toBeUndefined();
  });

  it('sums a sub-agent separately, and on the skill that ran it', () => {
    const totals = { llmCalls: 2, toolCalls: 1, wastedCalls: 1, wastedTokens: 448 };
    expect(spanNamed('glossary')).toMatchObject({ kind: 'agent', totals, tokensIn: 824, tokensOut: 72 });
    expect(spanNamed('skills__glossary')).toMatchObject({ totals, tokensIn: 824 });
    expect(trace.root?.totals).toMatchObject({ llmCalls: 6, wastedCalls: 2 });
  });

  it('counts concurrent calls', () => {
    expect(['turn 1', 'turn 3', 'turn 6'].map((name) => spanNamed(name)?.parallel)).toEqual([undefined, 2, undefined]);
  });

  it('starts a queued call when its tool starts', () => {
    const journal = script();
    const addCall = (id: string) => journal.add(10, { type: 'tool_call', id, tool: 'x', args: {} });
    const begins = (id: string) => journal.add(10, { type: 'tool_started', id, tool: 'x' });
    const ends = (id: string) => journal.add(10, { type: 'tool_result', id, tool: 'x', result: 1, durationMs: 10 });
    const request = journal.add(0, { type: 'llm_request', call: 1, tools: ['x'] });
    for (const id of ['a', 'b']) journal.events[addCall(id) - 1] = { ...journal.events.at(-1)!, parent: request };
    for (const id of ['a', 'b']) [begins(id), ends(id)];
    const trace = fold(journal.events);
    expect(trace.spans.slice(-2).map((span) => [span.start, span.end])).toEqual([
      [30, 40],
      [50, 60],
    ]);
    expect(trace.spans.find((span) => span.kind === 'model')?.parallel).toBeUndefined();
  });

  it('shows a repeated question of a resuming process in the same row', () => {
    const events = multiPauseRun('/skills');
    const pause = events.find((event) => event.type === 'pause');
    const again = fold([...events, { ...pause, seq: events.length + 1 }]);
    expect(again.spans.filter((span) => span.kind === 'approval')).toHaveLength(3);
  });

  it('shows what each pause waits for, and then its answer', () => {
    const waits = () => trace.spans.filter((span) => span.kind === 'approval');
    expect(waits().map((span) => [span.pauseKind, span.name])).toEqual([
      ['confirmation', 'Waiting for you'],
      ['credential', 'Waiting for a credential'],
      ['guard', 'Waiting for your decision'],
    ]);
    const seq = trace.lastSeq;
    for (const [place, answer] of ['deny', 'credential', 'ignore'].entries()) {
      const id = waits()[place]?.pause;
      addEvent(trace, { seq: seq + 1 + place, type: 'answer', id, answer, time: '2026-11-20T14:32:44.100Z' });
    }
    expect(waits().map((span) => [span.status, span.detail])).toEqual([
      ['denied', 'denied by you'],
      ['ok', 'entered by you'],
      ['ok', 'ignored for this tool'],
    ]);
  });
});

it('sums known costs and leaves others unknown', () => {
  const journal = script();
  const respond = (usage: object) => {
    const request = journal.add(1, { type: 'llm_request', call: 1, tools: [] });
    const response = { type: 'llm_response', call: 1, text: '', toolCalls: [], usage, finish: 'stop' } as const;
    journal.add(1, { ...response, parent: request });
  };
  respond({ inputTokens: 10, costUsd: 0.25, costSource: 'reported' });
  respond({ inputTokens: 10 });
  respond({ inputTokens: 10, costUsd: 0.5, costSource: 'estimated', priceDate: '2026-11-01' });
  const trace = fold(journal.events);
  expect(headerOf(trace, 'none')).toMatchObject({ costUsd: 0.75, costEstimated: true });
  expect(trace.root?.totals?.costUsd).toBe(0.75);
  // The root, and each model call.
  expect(trace.spans.flatMap(({ costUsd = [] }) => costUsd)).toEqual([0.75, 0.25, 0.5]);
  expect(headerOf(fold(liveRun('/skills')), 'none').costUsd).toBeUndefined();
});

it('shows a warning in one row, without a line for the cause, which the call has as well', () => {
  const journal = script();
  const start = journal.add(0, {
    type: 'run_started',
    run: 'r',
    model: 'm/x',
    skills: [],
    guards: 'default',
    maxLlmCalls: 9,
    prompt: 'p',
    simulated: false,
  });
  const pause = journal.add(1, {
    type: 'tool_call',
    id: 'a',
    tool: 'load_skill_resource',
    args: { file_path: 'x.md' },
    parent: start,
  });
  const missed = journal.add(1, {
    type: 'tool_result',
    id: 'a',
    tool: 'load_skill_resource',
    result: {},
    error_code: 'RESOURCE_NOT_FOUND',
    durationMs: 1,
    parent: pause,
  });
  const cause = { file: '/s/SKILL.md', line: 3, column: 1, endLine: 3, endColumn: 4, text: 'the', suggestions: [] };
  journal.add(0, {
    type: 'guard',
    rule: 'resource_not_found',
    verdict: 'warn',
    count: 1,
    threshold: 2,
    evidence: [missed],
    cause,
    parent: pause,
  });
  const trace = fold(journal.events);
  expect(trace.spans.map((span) => span.kind)).toEqual(['agent', 'skill', 'guard']);
  const { name, status, guard, source } = trace.spans[2] ?? {};
  expect([name, status, source?.line]).toEqual(['Guard warning: path missed once', 'ok', 3]);
  expect(guard).toMatchObject({ verdict: 'warn', count: 1, threshold: 2, evidence: [1] });
  expect(headerOf(trace, 'none').guardRow).toBeUndefined();
  expect(trace.spans[1]?.events).toHaveLength(3);
  expect(restOf(trace.spans[1]!)).toMatchObject({ cause: { place: 'SKILL.md:3', text: 'the' } });
  expect(trace.spans[1]?.source).toMatchObject({ line: 3 });
});

it('recognizes skill tools with a toolset prefix, but not other tools with such a name', () => {
  const journal = script();
  const skills = [{ name: 'writer', root: '/skills/writer' }];
  journal.add(0, { type: 'run_started', run: 'r', model: 'm/x', skills, prompt: 'p' } as never);
  const call = (tool: string, args: object, result: unknown) => {
    const id = `c${journal.events.length}`;
    journal.add(1, { type: 'tool_call', id, tool, args, parent: 1 } as never);
    journal.add(1, { type: 'tool_result', id, tool, result, durationMs: 1 } as never);
  };
  call('acme_list_skills', {}, '<name>writer</name>');
  call('acme_load_skill', { skill_name: 'writer' }, 'Body');
  call('acme_load_skill_resource', { skill_name: 'writer', file_path: 'references/a.md' }, 'Text');
  call('my_load_skill', { level: 3 }, 'x');
  const trace = fold(journal.events);
  expect(trace.spans.slice(1).map(({ kind, verb, name }) => [kind, verb, name])).toEqual([
    ['skill', '', 'list_skills'],
    ['skill', 'load_skill', 'writer'],
    ['skill', 'load_skill_resource', 'references/a.md'],
    ['tool', '', 'my_load_skill'],
  ]);
  expect(trace.spans[2]?.tool).toBe('acme_load_skill');
  expect(trace.spans[3]?.source).toEqual({ file: '/skills/writer/references/a.md' });
  expect(lanesOf(trace)[0]?.marks.map((mark) => mark.kind)).toEqual(['offered', 'loaded', 'read']);
});

it('shows an unfinished call as open, and as cut off once the run has ended', () => {
  const events = liveRun('/skills');
  const trace = fold(events);
  expect(trace.lastModel?.status).toBe('open');
  expect(headerOf(trace, 'this-window')).toMatchObject({ state: 'running', live: true, owned: true });
  expect(headerOf(trace, 'none').state).toBe('interrupted');
  const end = {
    type: 'run_finished',
    seq: 99,
    time: '2026-11-20T15:00:00.000Z',
    reason: 'cancelled',
    llmCalls: 5,
    text: '',
    usage: {},
  };
  addEvent(trace, end);
  expect(trace.lastModel?.status).toBe('cut');
  expect(headerOf(trace, 'none').state).toBe('cancelled');
});

describe('a run whose window was closed', () => {
  const interruption = (events: readonly RunEvent[], by = 'window') => {
    const last = events.at(-1);
    const time = new Date(Date.parse(last?.time ?? '') + 500).toISOString();
    const root = events[0]?.seq ?? 1;
    return {
      ...last,
      seq: (last?.seq ?? 0) + 1,
      time,
      type: 'note',
      message: 'Interrupted.',
      interrupted: by,
      parent: root,
    };
  };

  it('is interrupted rather than stopped: open rows are cut off, nothing failed', () => {
    const events = liveRun('/skills');
    const trace = fold([...events, interruption(events)]);
    expect(trace.lastModel).toMatchObject({ status: 'cut', label: 'interrupted' });
    expect(trace.root?.status).toBe('cut');
    for (const owner of ['none', 'another'] as const)
      expect(headerOf(trace, owner)).toMatchObject({ state: 'interrupted', interrupted: 'window', live: false });
    expect(headerOf(trace, 'none').finishedAt).toBeDefined();
  });

  it('continues when resumed, and the call that was cut off gets its result', () => {
    const events = waitingRun('/skills').slice(0, -1);
    const call = events.at(-1);
    const trace = fold([...events, interruption(events)]);
    expect(trace.spans.find((span) => span.seq === call?.seq)?.status).toBe('cut');
    const last = interruption(events);
    addEvent(trace, { ...last, seq: last.seq + 1, type: 'run_resumed', by: 'crash', interrupted: undefined });
    expect(headerOf(trace, 'this-window')).toMatchObject({ state: 'running', live: true });
    expect(headerOf(trace, 'this-window').interrupted).toBeUndefined();
    const id = call?.type === 'tool_call' ? call.id : '';
    const result = { type: 'tool_result', id, tool: 'run_skill_script', result: {}, error_code: 'INTERRUPTED' };
    addEvent(trace, { ...last, ...result, seq: last.seq + 2, interrupted: undefined, parent: call?.seq });
    const span = trace.spans.find((one) => one.seq === call?.seq);
    expect(span).toMatchObject({ status: 'error', code: 'INTERRUPTED', icon: 'error' });
    expect(span?.label).toBeUndefined();
  });

  it('still waits for its answers', () => {
    const events = waitingRun('/skills');
    const trace = fold([...events, interruption(events, 'signal')]);
    expect(headerOf(trace, 'none')).toMatchObject({ state: 'interrupted', interrupted: 'signal' });
    expect(trace.spans.filter((span) => span.status === 'waiting')).toHaveLength(2);
  });

  it('is not recognized from an unknown reason', () => {
    const events = liveRun('/skills');
    expect(headerOf(fold([...events, interruption(events, 'gremlins')]), 'this-window').state).toBe('running');
  });
});

it('shows rows that were open when the user stopped the run as cut off, not failed', () => {
  const { add, events } = script();
  const root = add(0, {
    type: 'run_started',
    run: 'r',
    model: 'simulated/weak',
    skills: [],
    guards: 'off',
    maxLlmCalls: 9,
    prompt: 'p',
    simulated: true,
  });
  const request = add(1, { type: 'llm_request', call: 1, tools: [], parent: root });
  const call = add(1, { type: 'tool_call', id: 'c', tool: 'wait', args: {}, parent: request });
  const error_code = 'CANCELLED';
  add(9, {
    type: 'tool_result',
    id: 'c',
    tool: 'wait',
    result: { error_code },
    error_code,
    durationMs: 9,
    parent: call,
  });
  const cancelled = { text: '', toolCalls: [], usage: {}, finish: 'error', error: 'Cancelled.' } as const;
  add(1, { type: 'llm_response', call: 1, ...cancelled, parent: request });
  add(1, { type: 'run_finished', reason: 'cancelled', llmCalls: 1, text: '', usage: {}, parent: root });
  const trace = fold(events);
  expect(formatTree(trace)).toEqual(['invoke_agent writer cut', ' turn 1 → wait cut', '    wait cut']);
  expect(headerOf(trace, 'none')).toMatchObject({ guards: 'off', model: 'simulated/weak' });
});

it('starts a script at its approval, and shows the error icon for failed rows', () => {
  const events = guardedRun('/skills');
  const trace = fold(events);
  const made = events.find((event) => event.type === 'tool_call' && event.tool === 'run_skill_script');
  const answer = events.find((event) => event.type === 'answer');
  const approvedAt = Date.parse(answer?.time ?? '') - Date.parse(events[0]?.time ?? '');
  const span = trace.spans.find((one) => one.seq === made?.seq);
  expect(span?.heldUntil).toBe(approvedAt);
  const early = fold(events.slice(0, events.indexOf(made as RunEvent) + 1)).spans.at(-1);
  expect(early).toMatchObject({ kind: 'script', status: 'open', heldUntil: null });
  const failed = trace.spans.filter((one) => one.status === 'error' && one.kind !== 'guard' && one.kind !== 'agent');
  expect(failed.map(({ name, icon }) => [name, icon])).toEqual([
    ['skills__glossary', 'error'],
    ['https://example.org/terms', 'error'],
  ]);
});

it('names the waiting row in the header until it is answered', () => {
  const trace = fold(waitingRun('/skills'));
  const header = headerOf(trace, 'this-window');
  expect(header.state).toBe('waiting');
  expect(trace.spans[header.waitingRow ?? -1]).toMatchObject({
    name: 'scripts/count.py',
    pause: 'p1',
    status: 'waiting',
  });
  addEvent(trace, { type: 'answer', id: 'p1', answer: 'deny', time: '2026-11-20T14:33:00.000Z' });
  expect(headerOf(trace, 'this-window').state).toBe('running');
  expect(trace.spans.at(-1)).toMatchObject({ name: 'Approval', detail: 'denied by you' });
});

it('continues a paused, resumed and answered run in the same rows', () => {
  const events = waitingRun('/skills');
  const later = (event: object) => ({ time: '2026-11-21T09:00:00.000Z', agent: 'writer', ...event });
  const trace = fold([...events, later({ type: 'run_finished', reason: 'paused', llmCalls: 6, text: '', usage: {} })]);
  expect(headerOf(trace, 'none').state).toBe('waiting');
  addEvents(trace, [later({ type: 'run_resumed', by: 'approve' })]);
  expect(headerOf(trace, 'this-window').state).toBe('running');
  expect(trace.root?.end).toBeUndefined();
});

it('shows the closing round of a run stopped by a guard', () => {
  const trace = fold(stoppedRun('/skills'));
  expect(headerOf(trace, 'none').state).toBe('guard');
  expect(trace.lastModel?.detail).toBe('closing round, no tools');
  const stops = trace.spans.filter((span) => span.guard?.verdict === 'stop');
  expect(stops.map((span) => span.guard?.closed)).toEqual([true]);
  expect(trace.spans.map((span) => span.name)).toContain('Guard stopped the run: same path missed 3 times');
});

it.each(['max_llm_calls', 'max_tokens', 'resource_not_found'])('%s without a closing round shows none', (rule) => {
  const stopped = stoppedRun('/skills').filter((event) => event.type !== 'llm_request' || event.closing !== true);
  const events = stopped.map((event) =>
    event.type === 'guard' && event.verdict === 'stop' ? { ...event, rule } : event,
  );
  const stop = fold(events).spans.find((span) => span.guard?.verdict === 'stop');
  expect(stop?.guard).toMatchObject({ rule });
  expect(stop?.guard).not.toHaveProperty('closed');
});

describe('a run inside a call', () => {
  const { add, events } = script();
  const root = add(0, {
    type: 'run_started',
    run: 'r',
    model: 'simulated/weak',
    skills: [],
    calledSkills: [{ name: 'sums', root: '/skills/sums' }],
    guards: 'default',
    maxLlmCalls: 500,
    prompt: 'Ask',
    simulated: true,
  });
  const ask = (parent: number, call: number, tool: string, agent: string): [number, string] => {
    const request = add(1, { type: 'llm_request', call, tools: [tool], parent }, agent);
    const id = `c${call}`;
    return [add(1, { type: 'tool_call', id, tool, args: {}, parent: request }, agent), id];
  };
  const answer = (parent: number, id: string, tool: string, agent: string, more: object): number =>
    add(1, { type: 'tool_result', id, tool, result: 'x', durationMs: 1, parent, ...more }, agent);
  const guard = (parent: number, rule: string, evidence: number[], agent: string): number =>
    add(1, { type: 'guard', rule, verdict: 'stop', count: 10, threshold: 10, evidence, parent }, agent);

  const [clerk, clerkId] = ask(root, 1, 'clerk', 'writer');
  const [list, listId] = ask(clerk, 2, 'list_skills', 'clerk');
  const two =
    '<available_skills>\n<skill>\n<name>a</name>\n</skill>\n<skill>\n<name>b</name>\n</skill>\n</available_skills>';
  answer(list, listId, 'list_skills', 'clerk', { result: two });
  const [miss, missId] = ask(clerk, 3, 'load_skill_resource', 'clerk');
  const missed = answer(miss, missId, 'load_skill_resource', 'clerk', { error_code: 'RESOURCE_NOT_FOUND_FATAL' });
  guard(miss, 'resource_not_found', [missed], 'clerk');
  guard(clerk, 'iteration_cap', [], 'clerk');
  const [last, lastId] = ask(clerk, 4, 'publish', 'clerk');
  answer(last, lastId, 'publish', 'clerk', { skipSummarization: true });
  const clerkEnd = answer(clerk, clerkId, 'clerk', 'writer', { error_code: 'AGENT_FAILED' });
  guard(clerk, 'error_streak', [clerkEnd], 'writer');
  const trace = fold(events);

  it('names the run that a guard stopped', () => {
    expect(trace.spans.filter((span) => span.kind === 'guard').map((span) => span.name)).toEqual([
      expect.stringMatching(/^Guard stopped clerk: /),
      'Guard stopped clerk: limit of 10 model calls reached',
      'Guard stopped the run: same error 10 times',
    ]);
  });

  it('names the run that a call without summarization ends', () => {
    expect(trace.spans.find((span) => span.name === 'publish')?.label).toBe('ends clerk: no model call follows');
  });

  it('has lanes for the skills of called agents', () => {
    expect(lanesOf(trace).map((lane) => lane.name)).toEqual(['sums']);
  });

  it('counts the listed skills, which the run itself may not have', () => {
    expect(trace.spans.find((span) => span.name === 'list_skills')?.label).toBe('2 skills');
  });
});

it('stops waiting when a call gets its result without an answer', () => {
  const trace = fold(waitingRun('/skills'));
  const wait = trace.spans.find((span) => span.kind === 'approval' && span.status === 'waiting');
  const call = trace.spans[wait?.parent ?? -1];
  const id = [...trace.calls].find(([, span]) => span === call)?.[0] ?? '';
  addEvents(trace, [{ type: 'tool_result', id, tool: call?.tool ?? '', result: {}, error_code: 'NOT_RUN' }]);
  expect(call?.status).toBe('error');
  expect(wait).toMatchObject({ name: 'Approval', detail: 'not answered', status: 'cut' });
  expect(trace.pending.size).toBe(0);
  expect(headerOf(trace, 'this-window').state).toBe('running');
  expect(lanesOf(trace).some((lane) => lane.text.includes('waiting'))).toBe(false);
});

describe('a run with a further prompt', () => {
  /** Returns the events again as those of another prompt, after the others. */
  const again = (events: readonly RunEvent[]): readonly unknown[] => {
    const from = events.at(-1)?.seq ?? 0;
    return events.map((event) => ({
      ...event,
      seq: event.seq + from,
      parent: event.parent === undefined ? undefined : event.parent + from,
    }));
  };
  const events = guardedRun('/skills');
  const once = headerOf(fold(events), 'none');
  const trace = fold([...events, ...again(events)]);
  const twice = headerOf(trace, 'none');

  it('sums model calls and tokens over all prompts, although each counts from 1', () => {
    expect([twice.llmCalls, twice.tokensIn, twice.tokensOut]).toEqual(
      [once.llmCalls, once.tokensIn, once.tokensOut].map((figure) => 2 * (figure ?? Number.NaN)),
    );
    expect([once.prompts, twice.prompts]).toEqual([undefined, 2]);
  });

  it('names the further prompts by their text, and the agent in the header', () => {
    const roots = trace.spans.filter(({ parent }) => parent < 0);
    expect(roots.map(({ verb, name }) => [verb, name])).toEqual([
      ['invoke_agent', 'writer'],
      ['prompt 2', 'Write release notes in our house style'],
    ]);
    expect(twice.agent).toBe('writer');
  });

  it('names the last prompt, and its guard instead of that of an earlier one', () => {
    expect(once.lastPromptRow).toBeUndefined();
    expect(trace.spans[twice.lastPromptRow ?? -1]).toMatchObject({ parent: -1, seq: events.length + 1 });
    expect(twice.guardRow).toBeGreaterThan(twice.lastPromptRow ?? Number.NaN);
    const [next] = again(events);
    expect(headerOf(fold([...events, next]), 'this-window').guardRow).toBeUndefined();
  });

  it('no longer waits for an answer once its open call is abandoned', () => {
    const waiting = fold(waitingRun('/skills'));
    expect(headerOf(waiting, 'this-window').state).toBe('waiting');
    const from = waiting.lastSeq;
    const [call] = [...waiting.pending].map((id) => waiting.spans[waiting.pauses.get(id)?.parent ?? -1]);
    const [id] = [...waiting.calls].find(([, span]) => span === call) ?? [];
    const result = { error: 'Interrupted: the user continued without this call.', error_code: 'CANCELLED' };
    addEvents(waiting, [
      { ...events[0], seq: from + 1 },
      { type: 'tool_result', seq: from + 2, id, tool: 't', result, error_code: 'CANCELLED', parent: call?.seq },
    ]);
    expect(headerOf(waiting, 'this-window').state).toBe('running');
  });
});

describe('invalid journals', () => {
  it('gives the same rows for events added one by one and in one call', () => {
    const events = guardedRun('/skills');
    const slowly = createTrace();
    for (const event of events) addEvent(slowly, JSON.parse(JSON.stringify(event)));
    expect(slowly.spans).toEqual(fold(events).spans);
  });

  it('counts repeated events once', () => {
    const events = guardedRun('/skills');
    expect(fold([...events, ...events]).spans).toEqual(fold(events).spans);
  });

  it('never throws or makes a row its own ancestor, for missing, reordered or malformed events', () => {
    const events: unknown[] = guardedRun('/skills');
    const broken = [
      null,
      7,
      'x',
      [],
      {},
      { type: 'guard', evidence: 'no', cause: { file: 3 } },
      { type: 'tool_result' },
    ];
    const kinds = [
      'run_started',
      'llm_request',
      'llm_response',
      'tool_call',
      'pause',
      'answer',
      'script',
      'note',
      'state',
    ];
    const bare = kinds.map((type) => ({ type, parent: 1, time: 'never', skills: 5, tools: {}, usage: [], args: null }));
    for (let cut = 0; cut < events.length; cut++) {
      const part = events.filter((_, place) => place % events.length !== cut);
      const trace = fold([...part.reverse(), ...broken, ...bare]);
      expect(trace.spans.every((span) => span.parent < span.id)).toBe(true);
      expect(trace.spans.every((span) => span.end === undefined || span.end >= span.start)).toBe(true);
      headerOf(trace, 'none');
      lanesOf(trace);
    }
  });

  it('skips types of later versions and counts unreadable lines', () => {
    const trace = fold([...guardedRun('/skills').slice(0, 4), { type: 'hologram', seq: 50 }, undefined, 'torn']);
    expect(trace.unreadCount).toBe(2);
    expect(trace.spans).toHaveLength(3);
  });

  it('sanitizes tool names that could reorder, hide or break a row', () => {
    const trace = fold([
      { type: 'tool_call', id: '1', tool: `a\u202eb\n\u200bc${'d'.repeat(5000)}`, args: '{"not json' },
    ]);
    const name = trace.spans.at(-1)?.verb ?? '';
    expect(name).toMatch(/^a b cd+…$/);
    expect(name.length).toBe(80);
  });

  it('ignores a path that leaves the skill', () => {
    const started = guardedRun('/skills')[0] as RunEvent;
    const asks = (path: string) => ({
      type: 'tool_call',
      id: path,
      tool: 'load_skill_resource',
      args: { skill_name: 'writer', file_path: path },
    });
    const trace = fold([
      started,
      asks('references/a.md'),
      asks('../../etc/passwd'),
      asks('/etc/passwd'),
      asks('a\\..\\..\\b'),
    ]);
    expect(trace.spans.slice(1).map((span) => span.source?.file)).toEqual([
      '/skills/writer/references/a.md',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('folds 20,000 rows', () => {
  const events = longRun('/skills', 20_000);
  const trace = fold(events);
  expect(trace.spans.length).toBeGreaterThan(20_000);
});

/** Journals for which the work per event used to grow with the journal: minutes in the editor's own process. */
describe('a hostile journal takes no longer than a valid one', () => {
  const N = 20_000;
  const event = (seq: number, type: string, more: object): object => ({ seq, type, time: '', ...more });
  it.each<[string, (i: number) => readonly object[]]>([
    [
      'endlessly nested calls',
      (i) => [
        event(3 * i + 2, 'llm_request', { parent: 3 * i, call: i }),
        event(3 * i + 3, 'tool_call', { parent: 3 * i + 2, id: `c${i}`, tool: 't' }),
        event(3 * i + 4, 'llm_response', { parent: 3 * i + 2, usage: { inputTokens: 1 } }),
      ],
    ],
    ['one call that waits repeatedly', (i) => [event(i + 2, 'pause', { id: `p${i}`, call: '' })]],
  ])('%s', (_, make) => {
    const events = [event(1, 'tool_call', { tool: 't' }), ...Array.from({ length: N }, (__, i) => make(i)).flat()];
    const before = process.cpuUsage();
    const trace = fold(events as never);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5_000);
    expect(trace.spans.length).toBeGreaterThan(N);
    expect(trace.spans.every((span) => span.depth <= 60 && (span.waits?.length ?? 0) <= 200)).toBe(true);
  });
});
