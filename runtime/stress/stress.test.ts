import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Skill } from '../../skill/index.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import type { StressReport } from '../protocol/stress.ts';
import { Distribution } from './distribution.ts';
import { stressPage } from './page.ts';
import { readPrompts } from './read-prompts.ts';
import { stressReport } from './report.ts';
import { type StressOptions, stressSkill } from './stress.ts';

const BODY = `# Steps

1. For the tone, see the user guide.
2. Run \`scripts/touch.sh\`, then \`scripts/gone.sh\`.

## Layout

Read [the layout](references/layout.md).
`;
const FILES = { 'references/guide.md': 'x', 'references/layout.md': 'x', 'scripts/touch.sh': 'touch "$HOME/ran"\n' };

const demo = (): Skill => skillOnDisk('demo', FILES, BODY);

function options(skill: Skill, more: Partial<StressOptions> = {}): StressOptions {
  return {
    skill,
    prompts: ['Follow the skill.'],
    models: ['simulated/weak'],
    seeds: 6,
    guards: 'default',
    maxLlmCalls: 50,
    signal: new AbortController().signal,
    ...more,
  };
}

async function runStress(skill: Skill, more: Partial<StressOptions> = {}) {
  const end = await stressSkill(options(skill, more));
  if (end.kind === 'failed') throw new Error(end.message);
  return end;
}

describe('a stress test', () => {
  test('reports the words that waste calls, with the requested paths, suggestions and fixes', async () => {
    const { complete, skill } = await runStress(demo());
    expect(complete).toBe(true);
    expect(skill.causes.map(({ text, line, kind, doubtful }) => [text, line, kind, doubtful])).toEqual([
      ['the user guide', 7, 'missing', false],
      ['scripts/gone.sh', 8, 'missing', false],
    ]);
    const [guide, script] = skill.causes;
    expect(guide?.suggestions).toEqual(['references/guide.md']);
    expect(guide?.fix).toBe('Write the path into the sentence: references/guide.md.');
    expect(guide?.asked.map(({ path }) => path)).toContain('references/user_guide.md');
    expect(script?.asked).toEqual([{ path: 'scripts/gone.sh', calls: script?.calls }]);
    expect(skill.causes.reduce((sum, { calls }) => sum + calls, 0)).toBe(skill.wastedCalls);
    expect(skill.wastedCalls).toBe(skill.byModel.reduce((sum, one) => sum + one.wastedCalls, 0));
    expect(Object.values(skill.ended).reduce((sum, runs) => sum + runs, 0)).toBe(6);
    expect(skill.unexplained.calls).toBe(0);
    expect(skill.wastedTokens).toBeGreaterThan(100);
    expect(skill.worst?.wastedCalls).toBe(skill.mostWasted);
  });

  test('is reproducible, and so is its worst run on its own, stored on request', async () => {
    const skill = demo();
    const first = (await runStress(skill)).skill;
    expect((await runStress(skill)).skill).toEqual(first);
    const runs = temporaryFolder();
    const worst = first.worst;
    const alone = (await runStress(skill, { models: [worst?.model ?? ''], prompts: [worst?.prompt ?? ''], runs }))
      .skill;
    expect(alone).toMatchObject({ runs: 1, planned: 1, worst: { ...worst, journal: expect.any(String) } });
    expect(existsSync(alone.worst?.journal ?? '')).toBe(true);
    expect(readdirSync(runs).filter((name) => !name.startsWith('.'))).toHaveLength(1);
  });

  test('looks up scripts without running them', async () => {
    const ran = join(temporaryFolder(), 'ran');
    const skill = skillOnDisk('demo', { 'scripts/touch.sh': `touch ${ran}\n` }, 'Run `scripts/touch.sh`.');
    const runs = temporaryFolder();
    const { skill: report } = await runStress(skill, { seeds: 4, runs });
    expect(report.wastedCalls).toBe(0);
    const journals = readdirSync(runs).filter((name) => !name.startsWith('.'));
    const text = journals.map((name) => readFileSync(join(runs, name, 'journal.jsonl'), 'utf8')).join('');
    expect(text).toContain('was not run');
    expect(existsSync(ran)).toBe(false);
  });

  test('a valid skill wastes nothing', async () => {
    const skill = skillOnDisk('demo', FILES, 'Read `references/guide.md`, then run `scripts/touch.sh`.');
    const { skill: report } = await runStress(skill, { models: ['simulated/weak', 'simulated/stubborn'] });
    expect(report).toMatchObject({ runs: 12, wastedCalls: 0, mostWasted: 0, causes: [], ended: { final: 12 } });
    expect(report.worst).toBeUndefined();
    expect(report.unguarded).toBeUndefined();
  });

  test('a stubborn model is ended by the guards, and without them reaches the limit', async () => {
    const { skill } = await runStress(demo(), { models: ['simulated/stubborn'], seeds: 6 });
    expect(skill.ended.guard).toBeGreaterThan(0);
    expect(skill.causes.some(({ stops }) => stops > 0)).toBe(true);
    expect(skill.unguarded).toMatchObject({ runs: 1, endless: 1 });
    expect(skill.unguarded?.wastedCalls).toBeGreaterThan(40);
  });

  test('identifies words that only a very weak model follows, and counts them without blaming the skill', async () => {
    const { skill } = await runStress(skillOnDisk('demo', {}, 'See the user guide of the printer.'));
    expect(skill.causes.map(({ text, doubtful }) => [text, doubtful])).toEqual([['the user guide', true]]);
    expect(skill.wastedCalls).toBeGreaterThan(0);
    expect(skill.mostWasted).toBe(0);
    const folder = (await runStress(skillOnDisk('demo', {}, 'Look into the `src/` folder of the project.'))).skill;
    expect(folder.causes.every(({ doubtful }) => doubtful)).toBe(true);
  });

  test('distinguishes a file that ADK does not load from a missing one', async () => {
    const skill = skillOnDisk('demo', { 'docs/more.md': 'x' }, 'Read [more](docs/more.md).');
    const { skill: report } = await runStress(skill);
    expect(report.causes.map(({ kind, text }) => [kind, text])).toEqual([['unreachable', 'docs/more.md']]);
    expect(report).toMatchObject({ wastedCalls: 0, mostWasted: 0 });
    const inner = { 'part/SKILL.md': '---\nname: part\ndescription: A part.\n---\n' };
    const outer = (await runStress(skillOnDisk('demo', inner, 'Read [the part](part/SKILL.md).'))).skill;
    expect(outer.causes.map(({ kind }) => kind)).toEqual(['unreachable']);
  });

  test('a stopped test reports its completed runs and that it is incomplete', async () => {
    const controller = new AbortController();
    const onProgress = (done: number) => done === 3 && controller.abort();
    const end = await runStress(demo(), { signal: controller.signal, onProgress });
    expect(end.complete).toBe(false);
    expect(end.skill).toMatchObject({ runs: 3, planned: 6 });
    expect((await runStress(demo(), { signal: AbortSignal.abort() })).skill).toMatchObject({ runs: 0, medianCalls: 0 });
  });

  test.each(['openai/gpt', 'simulated/none', 'weak'])('rejects models other than simulated ones: %s', async (model) => {
    expect(await stressSkill(options(demo(), { models: [model] }))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining(model),
    });
  });
});

describe('prompts', () => {
  test('are read from a file with one per line, or a message says why not', () => {
    const folder = writeFiles(temporaryFolder(), {
      'good.txt': '\uFEFFone\r\n\n two  words \n',
      'empty.txt': '\n',
      'long.txt': 'a\n'.repeat(1_500_000),
    });
    expect(readPrompts(join(folder, 'good.txt'))).toEqual(['one', 'two words']);
    expect(readPrompts(join(folder, 'empty.txt'))).toMatch(/^Write one prompt per line/);
    expect(readPrompts(join(folder, 'long.txt'))).toMatch('3,000,000 bytes');
    expect(readPrompts(join(folder, 'none.txt'))).toMatch('does not exist');
    expect(readPrompts(folder)).toMatch('not a file');
  });

  test.skipIf(process.platform === 'win32')('are not read from a device, which may not end', () => {
    expect(readPrompts('/dev/zero')).toMatch('not a file');
  });
});

test('a median and a percentile are values that occurred', () => {
  const spread = new Distribution();
  expect(spread.percentile(0.5)).toBe(0);
  for (let value = 1; value <= 100; value++) spread.add(value);
  expect([spread.percentile(0.5), spread.percentile(0.95), spread.percentile(1)]).toEqual([50, 95, 100]);
});

describe('the page', () => {
  const report = async (skill: Skill): Promise<StressReport> => {
    const { skill: _, onProgress: __, ...shared } = options(skill);
    const result = await stressReport({ ...shared, skills: [skill] });
    if ('kind' in result) throw new Error(result.message);
    return result;
  };

  test('escapes the text of a skill and allows no scripts', async () => {
    const body =
      'See the `references/<img src=x onerror=alert(1)>.md` and the "\u202euser\u202c guide" first. Run `scripts/a"b.sh`.';
    const page = stressPage(
      await report(skillOnDisk('demo', FILES, `${body}\n\nSee the user guide <b>now</b> & then.\n`)),
    );
    expect(page).not.toMatch(/<(?:img|b|script)\b/);
    expect(page).toContain('&#60;b&#62;now');
    expect(page).not.toMatch(/[\u202a-\u202e]/);
    expect(page).toMatch(/default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'; form-action 'none'/);
    expect(page).not.toMatch(/ style="| on\w+="|https?:/);
  });

  test('has the given links, and none without', async () => {
    const fullReport = await report(demo());
    const links = { cause: 'command:go?{n}', again: 'command:again', worst: 'command:worst', manifest: 'command:open' };
    expect(stressPage(fullReport, links)).toMatch(/href="command:go\?0"[\s\S]*href="command:go\?1"/);
    // The viewer shows it if the skill has changed since.
    expect(stressPage(fullReport, links)).toMatch(
      /<body>[\s\S]*<p class="changed" role="status">[^<]*<a href="command:again"/,
    );
    expect(stressPage(fullReport)).not.toContain('class="changed"');
    expect(stressPage(fullReport)).not.toContain('href');
  });

  test('has the next thing to do first: a fix, the words, or an eval', async () => {
    const required = { cause: 'cause{n}', again: 'again', worst: 'worst', manifest: 'open' };
    const first = async (body: string) => {
      const page = stressPage(await report(skillOnDisk('demo', FILES, body)), {
        ...required,
        fix: 'fix{n}',
        evaluate: 'evaluate',
      });
      return /<nav class="actions"[^>]*><a class="\w*" href="(\w+)">([^<]*)/.exec(page)?.slice(1);
    };
    expect(await first('For the tone, see the user guide.')).toEqual(['fix0', 'Apply Fix']);
    expect(await first('Read `references/absent-rules-of-the-house.md`.')).toEqual(['cause0', 'Go to the Words']);
    expect(await first('Read `references/guide.md`.')).toEqual(['evaluate', 'Evaluate This Skill']);
  });

  test('explains a result without waste, and an incomplete report', async () => {
    const fullReport = await report(skillOnDisk('demo', FILES, 'Read `references/guide.md`.'));
    expect(stressPage(fullReport)).toMatch(/No words of this skill waste calls[\s\S]*--prompt/);
    const part = { ...fullReport, complete: false, skills: fullReport.skills.map((skill) => ({ ...skill, runs: 3 })) };
    expect(stressPage(part)).toContain('Stopped after 3 of 6 runs');
  });
});
