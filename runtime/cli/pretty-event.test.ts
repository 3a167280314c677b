import pc from 'picocolors';
import { expect, test } from 'vitest';
import type { FileMiss, GuardEvent, RunFinished, ToolResult } from '../protocol/events.ts';
import { prettyEvent } from './pretty-event.ts';

const guard = (count: number, threshold: number): string => {
  const base = { seq: 1, time: '2026-01-01T00:00:00.000Z', parent: 0, invocation: 'i', agent: 'a' };
  const event: GuardEvent = {
    ...base,
    type: 'guard',
    rule: 'resource_not_found',
    verdict: 'stop',
    count,
    threshold,
    evidence: [],
  };
  return prettyEvent(event, pc.createColors(false)).trim();
};

test('a guard shows its count, also beyond its threshold', () => {
  expect(guard(3, 3)).toBe('guard resource_not_found: stop, 3 of 3');
  expect(guard(4, 3)).toBe('guard resource_not_found: stop, 4, threshold 3');
});

const missed = (miss: FileMiss, code?: string): string => {
  const base = { seq: 1, time: '2026-01-01T00:00:00.000Z', parent: 0, invocation: 'i', agent: 'a' };
  const result: ToolResult = { ...base, type: 'tool_result', id: '1', tool: 'read', result: '', miss, durationMs: 2 };
  return prettyEvent(code === undefined ? result : { ...result, error_code: code }, pc.createColors(false));
};

test('a miss shows its kind, and the true place if that is known', () => {
  const guide: FileMiss = { skill: 'brewer', path: 'references/guide.md', kind: 'resource' };
  const place = { at: '/home/ada/.claude/skills/brewer/references/guide.md', exists: true };
  expect(missed({ ...guide, reason: 'base.workspace', asked: '/w/references/guide.md', place }, 'FILE_NOT_FOUND')).toBe(
    '    FILE_NOT_FOUND\n      missed brewer/references/guide.md exists: asked at /w/references/guide.md, it is at /home/ada/.claude/skills/brewer/references/guide.md (path of the skill resolved in the workspace)',
  );
  expect(missed({ ...guide, reason: 'absent', asked: 'references/guide.md' }, 'RESOURCE_NOT_FOUND')).toBe(
    '    RESOURCE_NOT_FOUND\n      missed brewer/references/guide.md (written in the skill, absent)',
  );
  expect(
    missed({ ...guide, path: 'references/gide.md', reason: 'near-name', asked: 'references/gide.md', place }),
  ).toBe(
    '    ok 2 ms\n      missed brewer/references/gide.md (nearly the name of a file): it is at /home/ada/.claude/skills/brewer/references/guide.md',
  );
  // Its kind is not known.
  expect(missed(guide, 'X')).toBe('    X\n      missed brewer/references/guide.md');
  expect(
    missed({ skill: 'brew\u001b[1m', path: 'SKILL.md', kind: 'skill', reason: 'name.unknown', asked: 'brew\u001b[1m' }),
  ).not.toContain('\u001b');
});

test('a run says which files a call created that it had missed, and which it never read', () => {
  const base = { seq: 1, time: '2026-01-01T00:00:00.000Z', parent: 0, invocation: 'i', agent: 'a' };
  const later = [{ skill: 'brewer', path: 'references/a.md', kind: 'resource', result: 3, created: true }] as const;
  const result: ToolResult = { ...base, type: 'tool_result', id: '1', tool: 'exec', result: '', later, durationMs: 2 };
  const color = pc.createColors(false);
  expect(prettyEvent(result, color)).toBe('    ok 2 ms\n      created brewer/references/a.md, which was no miss');
  const instructed = [{ skill: 'brewer', read: [], unread: [{ path: 'references/b.md' }] }];
  const end: RunFinished = {
    ...base,
    type: 'run_finished',
    reason: 'final',
    llmCalls: 1,
    text: '',
    usage: {},
    instructed,
  };
  expect(prettyEvent(end, color)).toBe(
    'ended: final (1 model call)\nInstructed to read by brewer: 0 of 1 read; references/b.md never read',
  );
});
