import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDemoSkill, createTemporaryFolder } from '../run-support.ts';
import { anthropic } from './anthropic.ts';
import { TOKENS } from './format.ts';
import { KEY, runWithFormat } from './format-server.ts';
import { FORMATS } from './formats.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);

const guide = ['load_skill_resource', { skill_name: 'demo', file_path: 'references/guide.md' }] as const;

describe.each(FORMATS.map((format) => [format.provider, format] as const))('%s', (_, format) => {
  const { lacks = {} } = format;
  test('parallel calls, their results, a reply; the key is sent only in its header', async () => {
    const runs = createTemporaryFolder();
    const runResult = await runWithFormat(
      format,
      [{ text: 'Let me look.', calls: [['load_skill', { skill_name: 'demo' }], guide] }, { text: 'Hello.' }],
      { more: ['--runs', runs] },
    );
    expect(runResult.stderr).toBe('');
    expect(runResult.finished).toMatchObject({ reason: 'final', text: 'Hello.', llmCalls: 2 });
    expect(runResult.ofType('tool_result').map((result) => result.error_code)).toEqual([undefined, undefined]);
    expect(runResult.ofType('llm_response')[0]).toMatchObject({
      text: 'Let me look.',
      toolCalls: [{ tool: 'load_skill' }, { tool: 'load_skill_resource', args: guide[1] }],
      finish: 'tool-calls',
    });
    const [first, second] = runResult.requests;
    expect(first?.path).toMatch(format.path);
    expect(first?.content.tools).toContain('load_skill');
    expect(first?.content.system).toContain('do not retry that path');
    expect(second?.content.calls).toHaveLength(2);
    expect(second?.content.results).toEqual(second?.content.calls);
    expect(JSON.stringify(second?.body)).toContain('The guide.');
    const [header, value] = format.key;
    for (const { headers, body, path } of runResult.requests) {
      expect(headers[header]).toBe(value(KEY));
      expect(JSON.stringify(body) + path).not.toContain(KEY);
    }
    const journal = readdirSync(runs).flatMap((run) =>
      run.startsWith('.') ? [] : [readFileSync(join(runs, run, 'journal.jsonl'), 'utf8')],
    );
    expect(journal.join('') + runResult.stdout + runResult.stderr).not.toContain(KEY);
  });

  test('reasoning is recorded, and sent back with its signature, also after a resume', async () => {
    const runs = createTemporaryFolder();
    const thought = { text: 'They want the guide.', signature: 'c2lnbmVkLXRob3VnaHQ=' };
    const skills = createDemoSkill();
    const runResult = await runWithFormat(
      format,
      [{ reasoning: thought, text: 'So.', calls: [guide] }, { text: 'Hello.' }],
      {
        more: ['--runs', runs, '--reasoning', 'low'],
        skills,
      },
    );
    expect(runResult.finished).toMatchObject({ reason: 'final' });
    expect(runResult.ofType('llm_response')[0]).toMatchObject({ reasoning: thought.text, text: 'So.' });
    const back = lacks.signatures ? thought.text : thought.signature;
    expect(runResult.requests.map(({ content }) => content.signatures)).toEqual([[], [back]]);
    const more = ['--runs', runs, '--continue', runResult.ofType('run_started')[0]?.run ?? ''];
    const again = await runWithFormat(format, [{ text: 'Hello again.' }], { more, skills });
    expect(again.requests[0]?.content.signatures).toEqual([back]);
    expect(again.requests[0]?.content.results).toHaveLength(1);
  });

  test('tokens of cache and reasoning are separate, with the cost if a price is known', async () => {
    const { finished } = await runWithFormat(format, [{ text: 'Hello.' }]);
    expect(finished?.usage).toMatchObject({
      inputTokens: TOKENS.input,
      outputTokens: TOKENS.output,
      cacheReadTokens: TOKENS.cached,
      reasoningTokens: TOKENS.reasoning,
    });
    if (lacks.prices) expect(finished?.usage).not.toHaveProperty('costUsd');
    else {
      expect(finished?.usage).toMatchObject({ costSource: 'estimated', priceDate: expect.stringMatching(/^2026-/) });
      expect(finished?.usage.costUsd).toBeGreaterThan(0);
      expect(finished?.usage.costUsd).toBeLessThan(0.001);
    }
  });

  test('an image of a skill is attached, an archive is described', async () => {
    const skills = createDemoSkill();
    mkdirSync(join(skills, 'demo/assets'));
    for (const name of ['logo.png', 'all.zip']) writeFileSync(join(skills, 'demo/assets', name), PNG);
    const load = (name: string) =>
      ['load_skill_resource', { skill_name: 'demo', file_path: `assets/${name}` }] as const;
    const runResult = await runWithFormat(format, [{ calls: [load('logo.png'), load('all.zip')] }, { text: 'Nice.' }], {
      skills,
    });
    expect(runResult.finished).toMatchObject({ reason: 'final' });
    expect(runResult.requests[1]?.content.files).toEqual(['image/png']);
    expect(JSON.stringify(runResult.requests[1]?.body)).toContain(PNG.toString('base64'));
    expect(JSON.stringify(runResult.requests[1]?.body)).toContain('all.zip is binary');
  });

  test('a reply at the output limit is reported as such', async () => {
    const runResult = await runWithFormat(format, [{ text: 'Hello and', end: 'length' }]);
    expect(runResult.ofType('llm_response')[0]?.finish).toBe('length');
    expect(runResult.ofType('note')[0]?.message).toMatch(/output limit/);
  });

  test('a refusal is reported as such', async () => {
    const runResult = await runWithFormat(format, [{ text: 'I cannot help with that.', end: 'refused' }]);
    expect(runResult.ofType('llm_response')[0]).toMatchObject({
      finish: 'content-filter',
      text: 'I cannot help with that.',
    });
    expect(runResult.ofType('note')[0]?.message).toMatch(/content filter/);
    const silent = await runWithFormat(format, [{ end: 'refused' }]);
    // Without text, only the finish reason shows it.
    const message = lacks.refusalReason ? /response was empty/ : /content filter withheld/;
    expect(silent.finished).toMatchObject({ reason: 'model_error', error: expect.stringMatching(message) });
  });
});

test.each([
  [anthropic, { cache_control: { type: 'ephemeral' }, stream: true }],
  [openai, { store: false, include: ['reasoning.encrypted_content'], stream: true }],
  [openaiCompatible, { stream_options: { include_usage: true } }],
])('$provider is asked to cache, to store nothing and to report its tokens', async (format, body) => {
  const runResult = await runWithFormat(format, [{ text: 'Hello.' }]);
  expect(runResult.requests[0]?.body).toMatchObject(body);
});
