import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../run-support.ts';
import { openScripted } from './debugged-run.ts';

test('a debugged run is exported with its pauses in each format', async () => {
  const { client, launch, folder } = await openScripted([{ calls: [['mark', { mood: 'a' }]] }, { text: 'Done.' }]);
  await client.begin(launch, () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'mark' }] }));
  await client.nextStop();
  await client.setExpressionRequest('args.mood', '"changed"');
  await client.finish();
  const run = basename(dirname(client.journal));
  const exported = async (format: string): Promise<string> => {
    const { code, stdout, stderr } = await runCli(['export', run, '--format', format], { cwd: folder });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return stdout;
  };
  const { traceEvents } = JSON.parse(await exported('perfetto')) as { traceEvents: { name: string; args: object }[] };
  const pause = traceEvents.find(({ name }) => name === 'debug_pause');
  expect(pause?.args).toMatchObject({
    'skillwright.debug_pause.at': 'tool_call',
    'skillwright.debug_pause.why': expect.stringContaining('mark'),
  });
  const otlp = await exported('otlp');
  expect(otlp).toContain('skillwright.debug_pause');
  expect(otlp).toContain('changed');
  expect(await exported('html')).toContain('debug_pause');
});
