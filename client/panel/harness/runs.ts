/** Handwritten runs, one for each state of the timeline. `root` is the folder of the skills. */
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import {
  CORE,
  call,
  causeIn,
  missResult,
  type Run,
  resource,
  result,
  startRun,
  turn,
  turnWithResult,
} from './steps.ts';

/** SKILL.md of the skill `writer`, to be written to `root/writer/SKILL.md`. */
export const WRITER_SKILL = `---
name: writer
description: Writes release notes in our house style.
---

# Release notes

Use this skill for every release.

1. Collect the merged changes.
2. Sort them by kind.

## Style
For tone and headings, see the user guide.
Then count the entries with
\`python3 scripts/count.py metrics.csv\`
`;

const SOURCE = `import csv, collections, sys
rows = csv.DictReader(open(sys.argv[1]))
n = collections.Counter(r["kind"] for r in rows)
for kind, count in n.most_common():
    print(kind, count)
`;

/** Creates the common start of several runs: list, load, two misses of one path, the guard. */
function upToGuard(root: string): Run {
  const run = startRun(root);
  turnWithResult(run, 1180, [1840, 96], { tool: 'list_skills', args: {} }, 38, {
    skills: 'writer, glossary, changelog',
  });
  const load = { tool: 'load_skill', args: { skill_name: 'writer' } };
  const loaded = turnWithResult(run, 1090, [1975, 41], load, 46, {
    skill_name: 'writer',
    instructions: WRITER_SKILL.repeat(13),
  });
  run.tools = [...CORE, 'analyze_csv'];
  run.journal.add(1, {
    type: 'tools_changed',
    added: ['analyze_csv'],
    removed: [],
    unresolved: [],
    parent: loaded.made.seq,
  });
  const path = 'references/user_guide.md';
  const first = turnWithResult(
    run,
    1380,
    [3214, 58],
    resource(path),
    12,
    missResult(path, 'RESOURCE_NOT_FOUND'),
    'RESOURCE_NOT_FOUND',
  );
  const warned = { verdict: 'warn', count: 1, evidence: [first.result], parent: first.made.seq } as const;
  run.journal.add(0, { type: 'guard', rule: 'resource_not_found', threshold: 2, cause: causeIn(root), ...warned });
  const code = 'RESOURCE_NOT_FOUND_FATAL';
  const second = turnWithResult(run, 890, [3301, 52], resource(path), 9, missResult(path, code), code);
  run.journal.add(0, {
    type: 'guard',
    rule: 'resource_not_found',
    verdict: 'fatal',
    count: 2,
    threshold: 2,
    signature: `writer ${path}`,
    evidence: [first.result, second.result],
    cause: causeIn(root),
    parent: second.made.seq,
  });
  return run;
}

/** Continues to the script that waits for approval. */
function upToWait(root: string): { run: Run; made: { id: string; seq: number } } {
  const run = upToGuard(root);
  turnWithResult(run, 1290, [3420, 61], resource('references/guide.md'), 18, {
    skill_name: 'writer',
    file_path: 'references/guide.md',
    content: '# Tone\nFriendly, in the past tense.\n'.repeat(129),
  });
  const analyze = { tool: 'analyze_csv', args: { file: 'metrics.csv' } };
  const count = {
    tool: 'run_skill_script',
    args: { skill_name: 'writer', file_path: 'scripts/count.py', args: ['metrics.csv', '--top', '5'] },
  };
  const request = turn(run, 1380, [4702, 118], [analyze, count]);
  const analyzed = call(run, request, analyze);
  result(run, analyzed, 'analyze_csv', 320, { rows: 214, kinds: { added: 14, fixed: 31, removed: 2 }, valid: true });
  const made = call(run, request, count);
  run.journal.add(3, {
    type: 'pause',
    id: 'p1',
    kind: 'confirmation',
    hint: 'Run scripts/count.py of the skill writer?',
    call: made.id,
    parent: made.seq,
    script: {
      skill: 'writer',
      path: 'scripts/count.py',
      command: 'python3 count.py metrics.csv --top 5',
      sandbox: 'bubblewrap',
      timeoutSeconds: 30,
      source: SOURCE,
    },
  });
  return { run, made };
}

/** A finished run: soft and fatal misses with a cause, an added tool, an approval, a skill as a tool that fails. */
export function guardedRun(root: string): RunEvent[] {
  const { run, made } = upToWait(root);
  const { journal } = run;
  journal.add(12_400, { type: 'answer', id: 'p1', answer: 'approve', parent: made.seq });
  journal.add(780, {
    type: 'script',
    id: made.id,
    path: 'scripts/count.py',
    sandbox: 'bubblewrap',
    exitCode: 0,
    durationMs: 770,
    parent: made.seq,
  });
  const counted = {
    skill_name: 'writer',
    file_path: 'scripts/count.py',
    status: 'success',
    stdout: 'fixed 31\nadded 14\nremoved 2\n',
    stderr: '',
  };
  result(run, made, 'run_skill_script', 6, counted);
  journal.add(0, { type: 'state', delta: { 'writer.counts': { added: 14, fixed: 31, removed: 2 } }, parent: made.seq });
  const glossary = call(run, made.seq - 3, { tool: 'skills__glossary', args: { input: 'terms of 2.4' } });
  const inner = journal.add(
    30,
    { type: 'llm_request', call: ++run.call, tools: ['fetch_terms'], parent: glossary.seq },
    'glossary',
  );
  journal.add(
    120,
    { type: 'llm_response', call: run.call, text: '', toolCalls: [], usage: {}, finish: 'tool-calls', parent: inner },
    'glossary',
  );
  const fetched = call(run, inner, { tool: 'fetch_terms', args: { url: 'https://example.org/terms' } });
  result(run, fetched, 'fetch_terms', 390, { error: 'connection refused' }, 'TOOL_ERROR');
  result(run, glossary, 'skills__glossary', 20, { success: false, retryable: false }, 'TOOL_UNAVAILABLE');
  const text =
    "## What's new in 2.4\n\n**Added** 14 things, fixed 31, removed 2.\n\n<script>alert(1)</script> is shown as text.";
  turn(run, 2080, [5236, 386], [], text);
  journal.add(4, {
    type: 'run_finished',
    reason: 'final',
    llmCalls: run.call,
    text,
    usage: { inputTokens: 23_688, outputTokens: 812, estimated: true },
    parent: run.start,
  });
  return journal.events;
}

/** A live run during a model call. */
export function liveRun(root: string): RunEvent[] {
  const run = upToGuard(root);
  run.journal.add(20, { type: 'llm_request', call: ++run.call, tools: run.tools, parent: run.start });
  return run.journal.events;
}

/** A run that waits for approval. */
export function waitingRun(root: string): RunEvent[] {
  return upToWait(root).run.journal.events;
}

/** A run whose model ignores warnings until the guard stops it, with a closing round. */
export function stoppedRun(root: string): RunEvent[] {
  const run = upToGuard(root);
  const path = 'references/user-guide.md';
  const code = 'RESOURCE_NOT_FOUND_FATAL';
  const third = turnWithResult(run, 1010, [3420, 40], resource(path), 7, missResult(path, code), code);
  run.journal.add(0, {
    type: 'guard',
    rule: 'resource_not_found',
    verdict: 'stop',
    count: 3,
    threshold: 3,
    evidence: [third.result],
    cause: causeIn(root),
    parent: third.made.seq,
  });
  const request = run.journal.add(10, {
    type: 'llm_request',
    call: ++run.call,
    tools: [],
    closing: true,
    parent: run.start,
  });
  const text = 'The guide that the skill speaks of is not there. These notes follow the rest of it.';
  run.journal.add(900, {
    type: 'llm_response',
    call: run.call,
    text,
    toolCalls: [],
    usage: {},
    finish: 'stop',
    parent: request,
  });
  run.journal.add(2, {
    type: 'run_finished',
    reason: 'guard',
    llmCalls: run.call,
    text,
    usage: { inputTokens: 13_750, outputTokens: 287, estimated: true },
  });
  return run.journal.events;
}

/** A run whose model cannot be reached. */
export function failedRun(root: string): RunEvent[] {
  const run = startRun(root);
  const request = run.journal.add(15, { type: 'llm_request', call: 1, tools: CORE, parent: run.start });
  const error = 'Cannot connect to http://127.0.0.1:11434/v1: connection refused';
  run.journal.add(2130, {
    type: 'llm_response',
    call: 1,
    text: '',
    toolCalls: [],
    usage: {},
    finish: 'error',
    error,
    parent: request,
  });
  run.journal.add(1, { type: 'run_finished', reason: 'model_error', llmCalls: 1, text: '', usage: {}, error });
  return run.journal.events;
}

export { longRun } from './long-run.ts';
export { multiPauseRun } from './multi-pause-run.ts';
