import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDemoSkill, runCli } from './run-support.ts';

/** A session of Claude Code with one prompt, and results of calls with 80 MB. */
function largeSession(): string {
  const record = (index: number, type: string, content: unknown): string =>
    JSON.stringify({
      type,
      uuid: `u${index}`,
      parentUuid: index === 0 ? null : `u${index - 1}`,
      sessionId: 's1',
      cwd: '/work',
      timestamp: new Date(Date.UTC(2026, 0, 5) + index).toISOString(),
      message: {
        role: type,
        content,
        id: type === 'assistant' ? `m${index}` : undefined,
        model: type === 'assistant' ? 'm' : undefined,
      },
    });
  const lines = [record(0, 'user', 'Brew the tea.')];
  for (let index = 1; index < 1600; index += 2) {
    const path = index === 801 ? '/home/ada/.claude/skills/demo/SKILL.md' : `/work/${index}.txt`;
    const call = { type: 'tool_use', id: `c${index}`, name: 'Read', input: { file_path: path } };
    const text = `     1\t${'Some more about tea. '.repeat(5000)}`;
    lines.push(record(index, 'assistant', [call]));
    lines.push(record(index + 1, 'user', [{ type: 'tool_result', tool_use_id: call.id, content: text }]));
  }
  return `${lines.join('\n')}\n`;
}

async function recorded(prompt: string): Promise<{ readonly cwd: string; readonly run: string }> {
  const cwd = createDemoSkill('First read `references/guide.md`.');
  const { ofType } = await runCli(['run', prompt, '--skills', 'demo', '--json'], { cwd });
  return { cwd, run: ofType('run_started')[0]?.run ?? '' };
}

describe('skillwright eval add', () => {
  test('appends a case of a run, which eval reads and which passes', async () => {
    const { cwd, run } = await recorded('Do what demo says with data.txt.');
    writeFileSync(join(cwd, 'data.txt'), 'One.\n');
    const file = join(cwd, 'demo/evals/evals.json');
    const preview = await runCli(['eval', 'add', run, '--skill', 'demo', '--preview'], { cwd });
    expect(preview).toMatchObject({ code: 0, stdout: expect.stringContaining('Not written: demo/evals/evals.json') });
    expect(existsSync(file)).toBe(false);

    const { code, stdout } = await runCli(['eval', 'add', run, '--skill', 'demo'], { cwd });
    expect(stdout).toContain('Added case do-what-demo-says-with: demo/evals/evals.json');
    expect(code).toBe(0);
    const cases = JSON.parse(readFileSync(file, 'utf8'));
    expect(cases).toMatchObject({
      skill_name: 'demo',
      evals: [
        {
          files: [{ path: 'data.txt', content: 'One.\n' }],
          assertions: [{ check: 'loaded' }, { check: 'read', path: 'references/guide.md' }, { check: 'max_misses' }],
        },
      ],
    });
    const again = await runCli(['eval', 'add', run, '--skill', 'demo'], { cwd });
    expect(again.stdout).toContain('Added case do-what-demo-says-with-2');

    expect((await runCli(['check', 'demo'], { cwd })).code).toBe(0);
    const judged = await runCli(['eval', 'demo', '--client', 'opencode', '--trials', '1', '--min-pass', '1'], { cwd });
    expect(judged.stderr).not.toContain('required');
    expect(judged.code).toBe(0);
  });

  test('refuses absolute paths, and says what to do', async () => {
    const { cwd, run } = await recorded('Read /home/anna/notes.txt.');
    const add = (...args: readonly string[]) => runCli(['eval', 'add', run, '--skill', 'demo', ...args], { cwd });
    const refused = await add();
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--prompt-text') });
    expect(existsSync(join(cwd, 'demo/evals/evals.json'))).toBe(false);
    expect((await add('--prompt-text', 'Read notes.txt.')).code).toBe(0);
  });

  test('changes no file that it cannot read, and names missing runs and skills', async () => {
    const { cwd, run } = await recorded('Write.');
    mkdirSync(join(cwd, 'demo/evals'));
    writeFileSync(join(cwd, 'demo/evals/evals.json'), '{"evals": [');
    const broken = await runCli(['eval', 'add', run, '--skill', 'demo'], { cwd });
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('Correct evals.json first') });
    expect(readFileSync(join(cwd, 'demo/evals/evals.json'), 'utf8')).toBe('{"evals": [');
    expect((await runCli(['eval', 'add', 'none', '--skill', 'demo'], { cwd })).stderr).toContain(
      'there is no run none',
    );
    expect((await runCli(['eval', 'add', run, '--skill', 'none'], { cwd })).code).toBe(2);
  });

  test('makes a case of a session that is larger than its memory', async () => {
    const cwd = createDemoSkill('First read `references/guide.md`.');
    writeFileSync(join(cwd, 'session.jsonl'), largeSession());
    const { code, stdout, stderr } = await runCli(['eval', 'add', 'session.jsonl', '--skill', 'demo', '--preview'], {
      cwd,
      process: true,
      env: { NODE_OPTIONS: '--max-old-space-size=64' },
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('"prompt": "Brew the tea."');
    expect(stdout).toContain('"check": "loaded"');
  });
});
