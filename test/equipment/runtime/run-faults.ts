import { groupBy } from '../../../runtime/group-by.ts';
import { readJournal } from '../../../runtime/journal/reader.ts';
import type { RunEvent } from '../../../runtime/protocol/events.ts';

/** A run as its observer saw it. */
export interface ObservedRun {
  readonly events: readonly RunEvent[];
  /** Absolute path of the journal. */
  readonly journal: string;
}

/**
 * Returns the faults of a run in a single process; empty if it is valid. In a valid run the journal contains exactly the
 * emitted events, every call of the model is executed once and has exactly one result, seqs have no gaps, every parent is an
 * earlier event, and `run_finished` is last with correct counts. In a run that ended paused, pending calls have no result.
 */
export function faultsOf(ran: ObservedRun): readonly string[] {
  const problems: string[] = [];
  const journal = readJournal(ran.journal);
  if (journal.problems.length > 0) problems.push(`bad lines: ${JSON.stringify(journal.problems)}`);
  if (JSON.stringify(journal.events) !== JSON.stringify(ran.events))
    problems.push('the journal differs from the events');
  return [...problems, ...eventFaults(ran.events)];
}

/** Returns the faults of the events alone, also of a run over several processes. */
export function eventFaults(events: readonly RunEvent[]): readonly string[] {
  const problems: string[] = [];
  events.forEach((event, index) => {
    if (event.seq !== index + 1) problems.push(`seq ${event.seq} at ${index + 1}`);
    if (event.type !== 'run_started' && !(event.parent !== undefined && event.parent < event.seq))
      problems.push(`no parent: ${event.type} ${event.seq}`);
  });
  const finished = events.at(-1);
  if (finished?.type !== 'run_finished') return [...problems, 'run_finished is not last'];
  // Loops inside calls run concurrently, so the order is compared per model answer.
  const requested = events.flatMap((event) =>
    event.type === 'llm_response' ? event.toolCalls.map(({ id }) => ({ id, parent: event.parent })) : [],
  );
  const called = events.filter((event) => event.type === 'tool_call');
  if (byRequest(requested) !== byRequest(called))
    problems.push(`asked ${byRequest(requested)}, called ${byRequest(called)}`);
  const suspended = finished.reason === 'paused' ? spansAbove(events, finished.waiting ?? []) : new Set();
  const answered = new Set(events.flatMap((event) => (event.type === 'tool_result' ? [event.id] : [])));
  for (const { id, parent } of called)
    if (!answered.has(id) && !suspended.has(parent)) problems.push(`call ${id} has no result`);
  const results = events.filter((event) => event.type === 'tool_result').map((event) => event.id);
  for (const id of answered) if (!called.some((call) => call.id === id)) problems.push(`result ${id} has no call`);
  if (answered.size !== results.length) problems.push(`a call has several results: ${results}`);
  const requests = events.filter((event) => event.type === 'llm_request').length;
  if (requests !== finished.llmCalls) problems.push(`${requests} requests, ${finished.llmCalls} reported`);
  return problems;
}

function byRequest(calls: readonly { readonly id: string; readonly parent?: number | undefined }[]): string {
  const of = groupBy(calls, (call) => call.parent ?? 0);
  return JSON.stringify(
    [...of].map(([parent, group]) => [parent, group.map(({ id }) => id)]).sort(([a], [b]) => Number(a) - Number(b)),
  );
}

/** Returns every span above a pending pause: the steps there are suspended with all their calls. */
function spansAbove(events: readonly RunEvent[], pauses: readonly string[]): ReadonlySet<number | undefined> {
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const spans = new Set<number | undefined>();
  for (const event of events) {
    if (event.type !== 'pause' || !pauses.includes(event.id)) continue;
    for (let at: number | undefined = event.parent; at !== undefined; at = bySeq.get(at)?.parent) spans.add(at);
  }
  return spans;
}
