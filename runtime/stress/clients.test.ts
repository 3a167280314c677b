import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BASE_SENTENCE, type Skill, statesBase } from '../../skill/index.ts';
import { VARIANTS } from '../../test/equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { sample } from '../../test/equipment/skill/long.ts';
import { readJournal } from '../journal/reader.ts';
import { type ReportOptions, stressReport } from './report.ts';

const FILES = { 'references/guide.md': '# Guide\n', 'scripts/make.py': 'open("made", "w")\n' };
const BODY = '# Steps\n\nRead `references/guide.md`. Then run `python3 scripts/make.py`.\n';

async function report(skill: Skill, more: Partial<ReportOptions> = {}) {
  const result = await stressReport({
    skills: [skill],
    prompts: ['Follow the skill.'],
    models: ['simulated/weak'],
    seeds: 4,
    guards: 'default',
    maxLlmCalls: 50,
    signal: new AbortController().signal,
    ...more,
  });
  if ('kind' in result) throw new Error(result.message);
  return result;
}

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('skillwright-client-stress-'));

describe.each(VARIANTS.map(([id, behavior]) => [id, behavior] as const))('%s', (id, behavior) => {
  const clientStatesBase = statesBase(behavior);

  test('explicit paths waste calls if the client looks for them in the workspace', async () => {
    const skill = skillOnDisk('demo', FILES, BODY);
    const { skills } = await report(skill, { clients: [id] });
    const [stressed] = skills;
    expect(stressed).toMatchObject({ client: id, runs: 4, unexplained: { calls: 0 }, notSimulated: [] });
    expect((stressed?.wastedCalls ?? 0) > 0).toBe(!clientStatesBase);
    if (clientStatesBase) return;
    expect(stressed?.causes.map(({ text }) => text).sort()).toEqual(['references/guide.md', 'scripts/make.py']);
    for (const { calls, bundled, fix } of stressed?.causes ?? []) {
      expect(bundled).toBe(calls);
      expect(fix).toContain(BASE_SENTENCE);
    }
  });

  test('one sentence prevents the wasted calls', async () => {
    const skill = skillOnDisk('demo', FILES, `${BASE_SENTENCE}\n\n${BODY}`);
    const { skills } = await report(skill, { clients: [id] });
    expect(skills[0]).toMatchObject({ wastedCalls: 0, causes: [] });
  });
});

test('runs nothing, in the workspace or in the skill, and removes the copy', async () => {
  const workspace = writeFiles(temporaryFolder(), { 'README.md': '# App\n', 'scripts/make.py': 'open("made", "w")\n' });
  const skill = skillOnDisk('demo', FILES, BODY);
  const before = copies();
  const { skills } = await report(skill, { clients: ['claude-code'], installation: { workspace } });
  expect(
    skills[0]?.causes.map(({ text }) => text),
    'the workspace has such a script',
  ).toEqual(['references/guide.md']);
  expect(existsSync(join(workspace, 'made'))).toBe(false);
  expect(copies().filter((name) => !before.includes(name))).toEqual([]);
});

test('a model that finds nothing lists the folder and reads what it shows, unless its seed makes it give up before', async () => {
  const skill = skillOnDisk('demo', FILES, 'For the tone, see the style guide.\n');
  const runs = temporaryFolder();
  await report(skill, { clients: ['vscode'], seeds: 20, runs });
  const steps = readdirSync(runs).map((run) =>
    readJournal(join(runs, run, 'journal.jsonl')).events.flatMap((event) =>
      event.type === 'tool_call' ? [event.tool] : [],
    ),
  );
  const lists = steps.filter((tools) => tools.includes('list_dir'));
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.length, 'some give up before').toBeLessThan(20);
  for (const tools of lists) expect(tools.indexOf('list_dir')).toBeGreaterThan(tools.indexOf('read_file'));
  // The list shows references/guide.md, which the model then reads.
  expect(lists.some((tools) => tools.lastIndexOf('read_file') > tools.indexOf('list_dir'))).toBe(true);
});

test.each(['claude-code', 'gemini-cli'])('the tokens in %s do not depend on the temporary folder', async (id) => {
  const skill = skillOnDisk('demo', FILES, BODY);
  const tokens: number[] = [];
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of ['t', 'a-longer-name/of-1-temporary-folder-with-4711-digits']) {
    const folder = join(temporaryFolder(), name);
    mkdirSync(folder, { recursive: true });
    vi.stubEnv('TMPDIR', folder);
    const { skills } = await report(skill, { clients: [id] });
    tokens.push(skills[0]?.wastedTokens ?? 0);
    vi.unstubAllEnvs();
  }
  expect(tokens[0]).toBeGreaterThan(0);
  expect(tokens[1]).toBe(tokens[0]);
});

test('is reproducible', async () => {
  const skill = skillOnDisk('demo', FILES, BODY);
  const first = await report(skill, { clients: ['codex', 'gemini-cli'] });
  expect(await report(skill, { clients: ['codex', 'gemini-cli'] })).toEqual(first);
});

describe('a matrix of clients', () => {
  const MIXED = `${BODY}\nFor the tone, see the style guide.\n\nAsk \`scripts/absent.py\` last.\n`;

  test('has the words by client, and what the fixes change', async () => {
    const skill = skillOnDisk('demo', FILES, MIXED);
    const clients = ['adk', 'claude-code', 'codex'];
    const { matrices, skills } = await report(skill, { clients, seeds: 6 });
    expect(skills.map(({ client }) => client)).toEqual([undefined, 'claude-code', 'codex']);
    const [matrix] = matrices ?? [];
    expect(matrix?.clients.map(({ client }) => client)).toEqual(clients);
    const rows = new Map(matrix?.words.map((one) => [one.text, one]));
    expect(Object.keys(rows.get('scripts/make.py')?.calls ?? {})).toEqual(['claude-code']);
    expect(rows.get('scripts/make.py')?.fixed).toEqual({ 'claude-code': 0 });
    expect(rows.get('scripts/make.py')?.fixes).toEqual([expect.stringContaining(BASE_SENTENCE)]);
    expect(Object.keys(rows.get('the style guide')?.calls ?? {})).toEqual(clients);
    expect(rows.get('the style guide')?.fixed).toEqual({ adk: 0, 'claude-code': 0, codex: 0 });
    // There is no replacement for a file that does not exist, so its calls remain.
    const absent = rows.get('scripts/absent.py');
    for (const client of ['adk', 'codex']) {
      expect(absent?.calls[client], client).toBeGreaterThan(0);
      expect(absent?.fixed?.[client], client).toBeGreaterThan(0);
    }
    for (const { client, wastedCalls, fixed, unexplained } of matrix?.clients ?? []) {
      const calls = matrix?.words.map((one) => one.calls[client] ?? 0) ?? [];
      expect(calls.reduce((sum, one) => sum + one, 0) + unexplained).toBe(wastedCalls);
      const left = matrix?.words.map((one) => one.fixed?.[client] ?? 0) ?? [];
      expect(left.reduce((sum, one) => sum + one, 0)).toBe(fixed);
    }
  });

  const BODIES: readonly [what: string, files: Readonly<Record<string, string>>, body: string][] = [
    ['prose about a script', { 'scripts/make.py': '' }, 'Last, run the provided maker script.\n'],
    ['prose about a guide', { 'references/guide.md': '' }, 'For the tone, see the style guide.\n'],
    ['a wrong path', { 'scripts/make.py': '' }, 'Run `python3 scripts/mak.py`.\n'],
  ];
  test.each(sample(BODIES, 3, 2))('shows that the fix for %s works in every client', async (_, files, body) => {
    const skill = skillOnDisk('demo', files, `# Steps\n\n${body}`);
    const { matrices } = await report(skill, { clients: ['adk', ...VARIANTS.map(([id]) => id)], seeds: 6 });
    const clients = matrices?.[0]?.clients ?? [];
    const wasting = clients.filter(({ wastedCalls }) => wastedCalls > 0).map(({ client }) => client);
    expect(wasting).toEqual(expect.arrayContaining(['adk', 'claude-code', 'vscode', 'codex']));
    expect(clients.filter(({ fixed = 0 }) => fixed > 0)).toEqual([]);
  });

  test('names the sentence only for clients that need it in addition to the path', async () => {
    const BOTH = `Write “${BASE_SENTENCE}” before the first path: otherwise clients look for this file in the workspace. Write scripts/make.py instead.`;
    const PATH = 'Write scripts/make.py instead.';
    for (const [opening, claudeCode] of [
      ['', BOTH],
      [`${BASE_SENTENCE}\n\n`, PATH],
    ] as const) {
      const skill = skillOnDisk('demo', { 'scripts/make.py': '' }, `${opening}Run \`python3 scripts/mak.py\`.\n`);
      const { skills } = await report(skill, { clients: ['adk', 'claude-code', 'codex'] });
      expect(skills.map(({ causes: [cause] }) => cause?.fix)).toEqual([PATH, claudeCode, PATH]);
    }
  });

  test('reports progress over all clients, and what was done when it is stopped', async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const result = await report(skillOnDisk('demo', FILES, MIXED), {
      clients: ['adk', 'codex', 'pi'],
      signal: stop.signal,
      onProgress: (_, done) => {
        seen.push(done);
        if (done === 6) stop.abort();
      },
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    expect(result.complete).toBe(false);
    expect(result.matrices?.[0]?.clients.map(({ client }) => client)).toEqual(['adk', 'codex']);
    expect(result.matrices?.[0]?.clients.every(({ fixed }) => fixed === undefined)).toBe(true);
  });

  test('tries no fixes without words to fix', async () => {
    const { matrices } = await report(skillOnDisk('demo', FILES, `${BASE_SENTENCE}\n\n${BODY}`), {
      clients: ['adk', 'codex'],
    });
    expect(matrices).toMatchObject([{ words: [], clients: [{ wastedCalls: 0 }, { wastedCalls: 0 }] }]);
  });
});
