import { describe, expect, it } from 'vitest';
import type { SessionEntry } from '../find/session-entry.ts';
import { reportPage } from './report-page.ts';
import { ReportBuilder } from './sessions-report.ts';

const GUIDE = { skill: 'brewer', path: 'references/guide.md', kind: 'resource', words: 'the guide' } as const;

function entry(more: Partial<SessionEntry> = {}): SessionEntry {
  return {
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
    skills: [],
    filesRead: [],
    scriptsRun: [],
    misses: [],
    wasted: { repeatedCalls: 0, steps: 0, usage: {} },
    usage: { inputTokens: 100, outputTokens: 10, costUsd: 0.5 },
    records: 9,
    raw: 0,
    broken: 0,
    ...more,
  };
}

function reportOf(...entries: readonly SessionEntry[]) {
  const builder = new ReportBuilder();
  for (const one of entries) builder.add(one);
  return builder.report();
}

describe('a report of sessions', () => {
  it('counts how often each skill was offered, loaded, read and missed', () => {
    const loaded = { skill: 'brewer', by: ['tool'], tokens: 40 } as const;
    const report = reportOf(
      entry({
        offered: ['brewer', 'baker'],
        skills: [loaded],
        filesRead: ['brewer/a.md'],
        scriptsRun: ['brewer/b.py'],
      }),
      entry({ offered: ['brewer'], skills: [{ ...loaded, by: ['user', 'tool'] }], filesRead: ['brewer/a.md'] }),
      entry({ offered: ['brewer', 'brewer'] }),
    );
    expect(report).toMatchObject({ sessions: 3, toolCalls: 9, usage: { inputTokens: 300, costUsd: 1.5 } });
    expect(report.skills).toMatchObject([
      {
        skill: 'brewer',
        offered: 3,
        loaded: 2,
        by: { tool: 2, user: 1 },
        read: 2,
        tokens: 80,
        missed: 0,
        usage: { inputTokens: 200, outputTokens: 20 },
        files: [
          { path: 'a.md', sessions: 2 },
          { path: 'b.py', sessions: 1 },
        ],
      },
      { skill: 'baker', offered: 1, loaded: 0, read: 0, tokens: 0 },
    ]);
  });

  it('counts which files were never read that a skill tells a model to read', () => {
    const skills = [{ skill: 'brewer', by: ['tool'] }] as const;
    const report = reportOf(
      entry({ skills, instructed: [{ skill: 'brewer', read: ['a.md', 'b.md'], unread: [] }] }),
      entry({ instructed: [{ skill: 'brewer', read: ['a.md'], unread: [{ path: 'b.md', missedAt: 4 }] }] }),
      entry({ instructed: [{ skill: 'brewer', read: ['a.md'], unread: [{ path: 'b.md' }] }] }),
    );
    expect(report.skills[0]?.told).toEqual({
      sessions: 3,
      complete: 1,
      files: [{ path: 'b.md', told: 3, unread: 2, missed: 1 }],
    });
    const page = reportPage(report);
    expect(page).toContain('1 of 3 sessions read all files that its texts tell to read.');
    expect(page).toContain('never read in 2 of 3 sessions, missed in 1');
  });

  it('reports which words led to misses, by client and model, and in how many sessions', () => {
    const skills = [{ skill: 'brewer', by: ['read'] }] as const;
    const report = reportOf(
      entry({
        skills,
        misses: [
          { ...GUIDE, count: 2 },
          { ...GUIDE, kind: 'search', path: 'references/other.md', count: 1 },
        ],
      }),
      entry({ skills }),
      entry({ skills, client: 'codex', model: 'openai/b', misses: [{ ...GUIDE, count: 4 }] }),
      entry({ skills, misses: [{ skill: 'brewer', path: 'x.md', kind: 'resource', count: 1 }] }),
    );
    expect(report.skills).toMatchObject([{ skill: 'brewer', missed: 3, misses: 8 }]);
    const latest = { file: '/s.jsonl', end: '2026-01-05T11:00:00.000Z' };
    const guide = ['references/guide.md'];
    expect(report.skills[0]?.words).toEqual([
      {
        words: 'the guide',
        misses: 7,
        paths: ['references/guide.md', 'references/other.md'],
        where: [
          {
            client: 'codex',
            model: 'openai/b',
            misses: 4,
            sessions: 1,
            loaded: 1,
            latest: { ...latest, paths: guide },
          },
          {
            client: 'claude-code',
            model: 'anthropic/a',
            misses: 3,
            sessions: 1,
            loaded: 3,
            latest: { ...latest, paths: [...guide, 'references/other.md'] },
          },
        ],
      },
      {
        words: '',
        misses: 1,
        paths: ['x.md'],
        where: [
          {
            client: 'claude-code',
            model: 'anthropic/a',
            misses: 1,
            sessions: 1,
            loaded: 3,
            latest: { ...latest, paths: ['x.md'] },
          },
        ],
      },
    ]);
  });

  it("adds up what Skillwright's guards would have saved", () => {
    const stop = {
      rule: 'repeated_call',
      count: 5,
      threshold: 5,
      call: 7,
      tool: 'Read',
      agent: 'agent',
      prompt: 1,
      time: '2026-01-05T10:00:00.000Z',
      after: { toolCalls: 31, usage: { inputTokens: 200_000 } },
    };
    const report = reportOf(
      entry({ guards: { refused: 2, stops: [stop, stop] } }),
      entry({ guards: { refused: 0, stops: [] } }),
    );
    expect(report.guards).toEqual({
      stopped: 1,
      refused: 2,
      after: { toolCalls: 62, usage: { inputTokens: 400_000 } },
    });
  });

  it('names the latest session in which the words led to a miss', () => {
    const skills = [{ skill: 'brewer', by: ['read'] }] as const;
    const misses = [{ ...GUIDE, count: 1 }];
    const report = reportOf(
      entry({ skills, misses, file: '/a.jsonl', end: '2026-01-06T11:00:00.000Z' }),
      entry({ skills, misses, file: '/b.db', session: 's2', end: '2026-01-07T11:00:00.000Z' }),
      entry({ skills, file: '/c.jsonl', end: '2026-01-08T11:00:00.000Z' }),
    );
    expect(report.skills[0]?.words[0]?.where[0]?.latest).toEqual({
      file: '/b.db',
      session: 's2',
      end: '2026-01-07T11:00:00.000Z',
      paths: [GUIDE.path],
    });
  });

  it('does not depend on the order of the sessions', () => {
    const skills = [{ skill: 'brewer', by: ['tool'] }] as const;
    const entries = [
      entry({ skills, misses: [{ ...GUIDE, count: 1 }] }),
      entry({ client: 'codex', skills, start: '2025-01-01T00:00:00.000Z' }),
      entry({ offered: ['baker'], end: '2027-01-01T00:00:00.000Z' }),
    ];
    expect(reportOf(...entries.toReversed())).toEqual(reportOf(...entries));
  });

  it('treats names in untrusted sessions as plain names', () => {
    const skills = [
      { skill: '__proto__', by: ['tool'] as const },
      { skill: 'constructor', by: ['tool'] as const },
    ];
    expect(reportOf(entry({ skills })).skills.map(({ skill, loaded }) => [skill, loaded])).toEqual([
      ['__proto__', 1],
      ['constructor', 1],
    ]);
  });
});

describe('the page of a report', () => {
  it('shows clients by their names, and the report has their ids', () => {
    const misses = [{ ...GUIDE, count: 1 }];
    const skills = [{ skill: 'brewer', by: ['tool'] }] as const;
    const { client: _, ...unnamed } = entry({ format: 'atif' });
    const report = reportOf(entry({ skills, misses }), entry({ client: 'made-up-agent' }), unnamed);
    const page = reportPage(report);
    expect(page).toMatch(/: (?=.*Claude Code 1)(?=.*made-up-agent 1)(?=.*ATIF 1)/);
    expect(page).toContain('Claude Code, anthropic/a');
    expect(page).not.toMatch(/claude-code/);
    expect(report.clients).toContainEqual({ client: 'claude-code', sessions: 1 });
  });

  it('has no script, no resource and a policy that allows only its own style', () => {
    const page = reportPage(
      reportOf(entry({ skills: [{ skill: 'brewer', by: ['tool'] }], misses: [{ ...GUIDE, count: 1 }] })),
    );
    expect(page).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'/);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|<form|src=|href=|url\(|@import|\son\w+=/i);
    expect(page).toContain('<mark>the guide</mark>');
  });

  it('folds the skills that were only offered', () => {
    const loaded = [{ skill: 'brewer', by: ['tool'] as const }];
    const report = reportOf(entry({ offered: ['one', 'two', 'three'], skills: loaded, client: 'vscode' }));
    const rowsOf = (page: string) => {
      const tables = page.slice(page.indexOf('<table class="skills">'), page.indexOf('<h2>Misses per 100'));
      const [shown = '', folded = ''] = tables.split('<details>');
      return [shown, folded].map((part) => [...part.matchAll(/<th scope="row">(\w+)/g)].map(([, name]) => name));
    };
    expect(rowsOf(reportPage(report))).toEqual([['brewer'], ['one', 'three', 'two']]);
    expect(reportPage(report)).toContain('<summary>3 other skills offered, but never loaded</summary>');
    // The client does not say that it offered the skill that was loaded.
    expect(reportPage(report)).toContain('brewer</th><td>–</td><td>1</td>');
    expect(reportPage(report)).toContain('VS Code 1<');
    const offeredOnly = reportPage(reportOf(entry({ offered: ['one'] })));
    expect([rowsOf(offeredOnly)[0], offeredOnly.includes('<details>')]).toEqual([['one'], false]);
  });

  it('escapes all texts of sessions', () => {
    const evil = '"><script>alert(1)</script>\u202e';
    const skills = [{ skill: evil, by: ['tool'] as const }];
    const misses = [{ skill: evil, path: evil, kind: 'resource' as const, count: 1, words: evil }];
    const page = reportPage(
      reportOf(
        entry({ skills, misses, client: evil, model: evil, offered: [evil], filesRead: [`${evil}/a.md`], start: evil }),
      ),
    );
    expect(page).not.toContain('<script');
    expect(page).not.toContain('\u202e');
  });

  it('says what to do if there are no sessions', () => {
    expect(reportPage(reportOf())).toContain('skillwright sessions report FOLDER');
  });
});

it.each([
  '/tmp/skillwright-client-20261129T155244490Z-e127b23e/workspace',
  '/private/var/folders/x/T/skillwright-client-20261129T155244490Z-e127b23e/workspace/src',
  'C:\\Users\\ada\\AppData\\Local\\Temp\\skillwright-client-2026-e1\\workspace',
])('a trial of an eval in %s is counted apart, and is no use of a skill', (project) => {
  const used = { skills: [{ skill: 'brewer', by: ['tool'] }] } satisfies Partial<SessionEntry>;
  const report = reportOf(entry({ project: '/home/ada/skillwright-client' }), entry({ ...used, project }));
  expect([report.sessions, report.trials, report.steps, report.skills]).toEqual([1, 1, 2, []]);
  expect(reportOf(entry()).trials).toBeUndefined();
});
