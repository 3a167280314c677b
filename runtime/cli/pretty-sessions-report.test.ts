import { expect, it } from 'vitest';
import { ReportBuilder } from '../sessions/report/sessions-report.ts';
import { prettySessionsReport } from './pretty-sessions-report.ts';

it('shows clients by their names, and what the guards of Skillwright would have done', () => {
  const builder = new ReportBuilder();
  builder.add({
    file: '/s.jsonl',
    format: 'claude-code',
    client: 'claude-code',
    model: 'anthropic/a',
    title: 'Brew.',
    start: '2026-01-05T10:00:00.000Z',
    end: '2026-01-05T11:00:00.000Z',
    prompts: 1,
    steps: 2,
    toolCalls: 3,
    filesRead: [],
    scriptsRun: [],
    wasted: { repeatedCalls: 1, steps: 1, usage: { inputTokens: 90 } },
    usage: {},
    records: 9,
    raw: 0,
    broken: 0,
    skills: [{ skill: 'brewer', by: ['tool'] }],
    misses: [{ skill: 'brewer', path: 'references/guide.md', kind: 'resource', words: 'the guide', count: 1 }],
  });
  const lines = prettySessionsReport(builder.report()).split('\n');
  expect(lines[0]).toBe('1 session, 2026-01-05: Claude Code 1');
  expect(lines).toContain(
    '  1 tool call repeated with the same result; 1 of 2 model calls with failed calls only (90 tokens)',
  );
  expect(lines).toContain("  Skillwright's guards would not have intervened");
  expect(lines).toContain('    Claude Code, anthropic/a: 1 miss in 1 of 1 session');
});
