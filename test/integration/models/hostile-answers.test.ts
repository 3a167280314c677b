import { describe, expect, test } from 'vitest';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { sample } from '../../equipment/skill/long.ts';
import { runWithFormat } from './format-server.ts';
import { FORMATS } from './formats.ts';
import { openaiCompatible } from './openai-compatible.ts';

/** All formats; `npm test` takes half of them for each attack. */
const EACH = FORMATS.map((format) => [format.provider, format] as const);
/** The maximum length of a reply, as in the product. */
const LIMIT = 2_000_000;

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const chat = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'r1', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

describe('oversized replies', () => {
  test.each(sample(EACH, 2))('%s: a stop is handled during an event of two million lines', async (_, format) => {
    const frames = [...format.frames({ text: 'Hello' }, 1).slice(0, 1), 'data:\n'.repeat(LIMIT)];
    let stopped = Number.POSITIVE_INFINITY;
    const result = await runWithFormat(format, [{ frames, open: true }], {
      cli: {
        onLine: (line, child) => {
          if (!line.includes('"type":"llm_request"')) return;
          setTimeout(() => {
            stopped = performance.now();
            child.kill('SIGINT');
          }, 200);
        },
      },
    });
    // Whichever came first; without the limit, the process was busy with the lines for seconds.
    expect(performance.now() - stopped).toBeLessThan(scaledLimit(2000));
    expect(['cancelled', 'model_error']).toContain(result.finished?.reason);
    if (result.finished?.reason === 'model_error') expect(result.finished.error).toMatch(/10,?000 lines in one event/);
  });

  test.each(EACH)('%s: an event with more lines than any valid one is a clear error', async (_, format) => {
    for (const end of ['\n', '\r', '\r\n']) {
      const frames = [...format.frames({ text: 'Hello' }, 1).slice(0, 1), `data:${end}`.repeat(50_000)];
      const result = await runWithFormat(format, [{ frames }]);
      expect(result.finished).toMatchObject({
        reason: 'model_error',
        error: expect.stringMatching(/more than 10,?000 lines in one event/),
      });
    }
  });

  test('everything after [DONE] is ignored, and the connection is not awaited', async () => {
    const frames = [
      chat({ content: 'Hello.' }),
      chat({}, 'stop'),
      'data: [DONE]\n\n',
      chat({ content: ' And more.' }),
      chat({ tool_calls: [{ index: 0, id: 'x', function: { name: 'list_skills', arguments: '{}' } }] }),
      chat({}, 'tool_calls'),
      'data: {"error":{"message":"late"}}\n\n',
    ];
    for (const open of [{}, { open: true } as const]) {
      const result = await runWithFormat(openaiCompatible, [{ frames, ...open }]);
      expect(result.finished).toMatchObject({ reason: 'final', text: 'Hello.', llmCalls: 1 });
      expect(result.ofType('tool_call')).toEqual([]);
    }
  });

  test.each(sample(EACH, 2, 1))('%s: a chunk of 10 MB is truncated at the limit, with a note', async (_, format) => {
    const text = 'Hello. '.repeat(1_500_000);
    const result = await runWithFormat(format, [{ text }]);
    expect(result.code).toBe(5);
    expect(result.finished).toMatchObject({
      reason: 'model_error',
      error: expect.stringMatching(/longer than 2,000,000/),
    });
    const journal = result.ofType('llm_response')[0]?.text;
    const size = typeof journal === 'string' ? journal.length : (journal?.size ?? 0) - 2;
    expect(size).toBeLessThanOrEqual(LIMIT);
    expect(size).toBeGreaterThan(LIMIT - 1000);
  });

  test.each(EACH)('%s: a tool name of 1 MB is an error that names the limit', async (_, format) => {
    const calls = [['n'.repeat(1_000_000), {}]] as const;
    const result = await runWithFormat(format, [{ text: 'Let me see.', calls }, { text: 'Sorry.' }]);
    expect(result.finished).toMatchObject({ reason: 'final', text: 'Sorry.' });
    expect(result.ofType('llm_response')[0]?.text).toBe('Let me see.');
    expect(result.ofType('tool_result')).toMatchObject([
      { error_code: 'TOOL_NOT_FOUND', result: { error: expect.stringMatching(/at most 256 characters/) } },
    ]);
    // Neither the journal nor the next request contains it.
    expect(result.stdout.length).toBeLessThan(100_000);
    expect(JSON.stringify(result.requests[1]?.body).length).toBeLessThan(100_000);
  });

  test.each(sample(EACH, 2))(
    '%s: arguments nested 5,000 and 200,000 levels deep are INVALID_ARGUMENTS, and the text is kept',
    async (_, format) => {
      for (const levels of [5_000, 200_000]) {
        const frames = format
          .frames({ text: 'Let me look.', calls: [['load_skill', { skill_name: 'PLACE' }]] }, 1)
          .join('')
          // Within JSON, or JSON within JSON.
          .replace(/(\\*)"PLACE\\*"/g, (_all, slashes: string) => nested(levels).replaceAll('"', `${slashes}"`));
        expect(frames).not.toContain('PLACE');
        const result = await runWithFormat(format, [{ frames: [frames] }, { text: 'Sorry.' }]);
        expect(result.stderr).toBe('');
        expect(result.finished).toMatchObject({ reason: 'final', text: 'Sorry.' });
        expect(result.ofType('llm_response')[0]?.text).toBe('Let me look.');
        expect(result.ofType('tool_result')).toMatchObject([
          { error_code: 'INVALID_ARGUMENTS', result: { error: expect.stringMatching(/more than 500 levels/) } },
        ]);
      }
    },
  );
});
