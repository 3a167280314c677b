import { expect, it } from 'vitest';
import { clientRun } from '../harness/client-run.ts';
import { addEvents } from './fold.ts';
import { lanesOf } from './lanes.ts';
import { headerOf } from './rows.ts';
import { createTrace, type Trace } from './span.ts';

function fold(events: readonly unknown[]): Trace {
  const trace = createTrace();
  addEvents(trace, events);
  return trace;
}

/** Returns verb, name and status of the calls. */
const calls = (trace: Trace): readonly string[] =>
  trace.spans.flatMap(({ kind, tool, verb, name, status }) =>
    tool === undefined || kind === 'note' ? [] : [`${verb} ${name}: ${status}`],
  );

it('names the calls by the tools of the client, and paths without the folder of the copy', () => {
  expect(calls(fold(clientRun('/work/shop/skills')))).toEqual([
    'Skill greeter: ok',
    'Bash python3 scripts/hello.py: miss',
    'Read README.md: ok',
    'Read references/tone.md: ok',
    'Bash python3 ~/.claude/skills/greeter/scripts/hello.py --all: ok',
  ]);
});

it('shows loads, reads, scripts and misses in the lane of the skill', () => {
  const [lane] = lanesOf(fold(clientRun('/work/shop/skills')));
  expect(lane?.text).toBe('loaded, 1 resource read, 1 miss, 1 script run');
  expect(lane?.marks.map(({ kind }) => kind)).toEqual(['offered', 'loaded', 'miss', 'read', 'script']);
});

it('opens the files of the skill in the folder that it was installed from', () => {
  const sources = fold(clientRun('/work/shop/skills')).spans.flatMap(({ source }) => source?.file ?? []);
  expect(sources).toEqual([
    '/work/shop/skills/greeter/SKILL.md',
    '/work/shop/skills/greeter/references/tone.md',
    '/work/shop/skills/greeter/scripts/hello.py',
  ]);
});

it('names the client and its version in the header', () => {
  const { client } = headerOf(fold(clientRun('/skills')), 'none');
  expect(client?.name).toBe('Claude Code');
  expect(client?.version).toMatch(/^Claude Code \d/);
});

it('shows the tools of an unknown client by their names, and its id', () => {
  const trace = fold(clientRun('/skills', 'later-client'));
  expect(headerOf(trace, 'none').client?.name).toBe('later-client');
  expect(calls(trace)[1]).toBe('Bash python3 scripts/hello.py: miss');
});

it('never opens a file outside the skill', () => {
  const events = clientRun('/skills').map((event) =>
    event.type === 'tool_call' && event.tool === 'Read'
      ? { ...event, args: { file_path: '/x/skillwright-client-1/home/.claude/skills/greeter/../../../etc/passwd' } }
      : event,
  );
  const files = fold(events).spans.flatMap(({ source }) => source?.file ?? []);
  expect(files.filter((file) => file.includes('passwd'))).toEqual([]);
});

it('finds the skill in a path whose parent folder has a similar name', () => {
  const events = clientRun('/skills').map((event) =>
    event.type === 'tool_call' && event.tool === 'Read'
      ? { ...event, args: { file_path: '/x/skills/other/.claude/skills/greeter/references/tone.md' } }
      : event,
  );
  expect(calls(fold(events))[3]).toBe('Read references/tone.md: ok');
});

it('takes the file of a skill from the result if the arguments do not show it', () => {
  const events = clientRun('/skills').map((event) => {
    if (event.type === 'tool_call' && event.tool === 'Read')
      return { ...event, args: { file_path: 'references/tone.md' } };
    const isRead = event.type === 'tool_result' && event.result === '1\tBe kind.';
    return isRead ? { ...event, read: { skill: 'greeter', path: 'references/tone.md' } } : event;
  });
  const trace = fold(events);
  expect(lanesOf(trace)[0]?.text).toBe('loaded, 1 resource read, 1 miss, 1 script run');
  expect(trace.spans.filter(({ source }) => source?.file === '/skills/greeter/references/tone.md')).toHaveLength(1);
});

it('counts the files that the run changed, in a row and in the header, until another prompt starts', () => {
  const events = clientRun('/skills');
  const changed = { type: 'workspace_changes', seq: 900, time: events[0]?.time, changes: [{}, {}], more: 1, parent: 1 };
  const trace = fold([...events, changed]);
  expect(headerOf(trace, 'none').changedFiles).toBe(3);
  expect(trace.spans.at(-1)?.name).toBe('3 files changed in the copy of the workspace');
  addEvents(trace, [{ ...changed, seq: 901, changes: [], more: 0, incomplete: true }]);
  expect(trace.spans.at(-1)?.name).toMatch(/^unknown changes/);
  addEvents(trace, [{ ...events[0], seq: 902 }]);
  expect(headerOf(trace, 'none').changedFiles).toBeUndefined();
});
