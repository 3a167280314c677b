import { expect, test } from 'vitest';
import { createDemo, DONE, resource, run, runAgainst, step } from './contract/agent-run.ts';
import { startModelServer } from './run-server.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);

test('[29] [30] an image is sent with the next request only', async () => {
  const result = await runAgainst(
    [step(resource('assets/logo.png')), step(['list_skills', {}]), DONE],
    ['--skills', createDemo({ 'demo/assets/logo.png': PNG })],
  );
  expect(result.results()[0]?.result).toEqual({
    skill_name: 'demo',
    file_path: 'assets/logo.png',
    status: expect.stringMatching(/binary/),
  });
  const shown = result.requests.map(({ body }) => JSON.stringify(body.messages).includes(PNG.toString('base64')));
  expect(shown).toEqual([false, true, false]);
  expect(result.requests[1]?.body.messages.at(-1)).toMatchObject({
    role: 'user',
    content: [{ type: 'text', text: expect.stringContaining('assets/logo.png') }, { type: 'image_url' }],
  });
  expect(result.stdout).not.toContain(PNG.toString('base64'));
});

test.each(['data.bin', 'all.zip', 'table.xlsx', 'film.mp4'])(
  '[30] %s, an unsupported type, is described by name, and the run continues',
  async (name) => {
    const result = await runAgainst(
      [step(resource(`assets/${name}`)), DONE],
      ['--skills', createDemo({ [`demo/assets/${name}`]: PNG })],
    );
    expect(result.end).toMatchObject({ reason: 'final', llmCalls: 2 });
    expect(JSON.stringify(result.requests[1]?.body.messages.at(-1))).toContain('cannot be shown to this model');
  },
);

test('a query in the endpoint address is sent with every request', async () => {
  const server = await startModelServer([DONE]);
  const result = await run([
    ...['--skills', createDemo(), '--model', 'openai-compatible/tiny'],
    ...['--base-url', `${server.url}/?api-version=2026-01-01&x=a%20b`],
  ]);
  server.close();
  expect(result.end.reason).toBe('final');
  expect(server.requests[0]?.path).toBe('/v1/chat/completions?api-version=2026-01-01&x=a+b');
});
