/**
 * Checks what can be read of a key from outside the runtime's process, as a script without a sandbox can do (Linux):
 * the environment and the arguments with which the extension starts it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { forkRuntime } from '../../client/runtime-process/process.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { createDemo, DONE, script, step } from './contract/agent-run.ts';
import { pathWithOnly } from './contract/limited-path.ts';
import { startModelServer } from './run-server.ts';
import { createTemporaryFolder } from './run-support.ts';
import { RUNTIME } from './runtime-process.ts';

// VS Code's settings in the section `http`.
vi.mock('../../client/runtime-process/network.ts', () => ({ networkSettings: () => ({}) }));

const GIVEN = 'sk-entered-7f3a19c4e2b8';
const EXPORTED = 'sk-exported-51d9b7a3f60c';

/** Returns what every process of the same user can read of the processes that we started. */
function childProcesses(): readonly { readonly pid: number; readonly shown: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      const shown = ['environ', 'cmdline'].map((file) => readFileSync(`/proc/${name}/${file}`, 'utf8')).join('\0');
      return Number(parent) === process.pid ? [{ pid: Number(name), shown }] : [];
    } catch {
      return [];
    }
  });
}

test.runIf(process.platform === 'linux')(
  'no key is in the environment or the arguments of a run from VS Code',
  async () => {
    const { PATH } = process.env;
    process.env.OFFICE_MODEL_TOKEN = EXPORTED;
    process.env.PATH = pathWithOnly('bash', 'sh', 'cat', 'tr');
    onTestFinished(() => {
      delete process.env.OFFICE_MODEL_TOKEN;
      process.env.PATH = PATH;
    });
    // The script's parent is the runtime, which it can inspect without a sandbox.
    const look =
      'tr "\\0" "\\n" < /proc/$PPID/environ\ntr "\\0" "\\n" < /proc/$PPID/cmdline\necho "hidden: sk-exported-"\'51d9b7a3f60c\'';
    const server = await startModelServer([step(script('look.sh')), DONE]);
    onTestFinished(() => server.close());
    const events: RunEvent[] = [];
    let exited = false;
    const run = forkRuntime(RUNTIME, {
      onEvents: (some) => void events.push(...some),
      onExit: () => {
        exited = true;
      },
      onLog: () => undefined,
    });
    onTestFinished(() => run.cancel());
    const started = await run.start({
      prompt: 'Look.',
      skills: [createDemo({ 'demo/scripts/look.sh': look })],
      model: 'openai-compatible/tiny',
      baseUrl: server.url,
      apiKey: GIVEN,
      runs: createTemporaryFolder(),
      guards: 'default',
      maxLlmCalls: 5,
      trusted: true,
    });
    expect(started).toMatchObject({ kind: 'started' });
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('pause'), 20_000);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${GIVEN}`);

    const runtime = childProcesses().filter(({ shown }) => shown.includes(RUNTIME));
    expect(runtime).toHaveLength(1);
    for (const secret of [GIVEN, EXPORTED]) expect(runtime[0]?.shown).not.toContain(secret);

    const pause = events.find((event) => event.type === 'pause');
    expect(pause).toMatchObject({ script: { sandbox: 'none' }, hint: expect.stringMatching(/^No sandbox: /) });
    await run.answer({ id: pause?.id ?? '', answer: 'approve' });
    await vi.waitFor(() => expect(exited).toBe(true), 20_000);
    const result = JSON.stringify(events.find((event) => event.type === 'tool_result'));
    // The script did inspect it.
    expect(result).toMatch(/HOME=.*runtime\.cjs/);
    expect(result).not.toMatch(/sk-entered|OFFICE_MODEL_TOKEN/);
    // The run still knows what must be redacted.
    expect(result).toContain('hidden: [redacted]');
  },
);
