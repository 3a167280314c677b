import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect, test } from 'vitest';
import { ARGUMENTS } from '../../../runtime/debug/dap/arguments.ts';
import { createChance } from '../../../runtime/random.ts';
import { resource } from '../run-replies.ts';
import { eventsOf, openScripted } from './debugged-run.ts';

/** Requests that would end the session if their arguments happened to be valid. */
const ENDS: ReadonlySet<string> = new Set(['terminate', 'disconnect']);
const ROUNDS = 12;

const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e300,
  0.5,
  '',
  'x',
  '__proto__',
  'state:',
  [],
  [null],
  {},
  { path: '' },
  { path: 7 },
  [{ line: -1 }],
  [{ line: 'x' }],
  [{ name: {} }],
  99_999_999,
  'a'.repeat(1_000_001),
];
const FIELDS = [
  ...['threadId', 'frameId', 'variablesReference', 'name', 'value', 'expression', 'source', 'breakpoints', 'filters'],
  ...[
    'dataId',
    'targetId',
    'startFrame',
    'levels',
    'context',
    'pathFormat',
    'linesStartAt1',
    'start',
    'count',
    'prompt',
    'path',
  ],
];

test('every request with bad arguments is answered, and the session continues', async () => {
  const { client, launch } = await openScripted(
    [resource('references/guide.md'), { text: 'Done.' }],
    [],
    {},
    { process: true },
  );
  client.on('error', () => undefined);
  await client.begin({ ...launch, stopOnEntry: true });
  await client.nextStop();
  const { pick, int, oneIn } = createChance(7);
  const commands = [...Object.keys(ARGUMENTS), 'launch', 'attach', 'goto', 'constructor', '__proto__', 'toString', ''];
  let refused = 0;
  let answered = 0;
  for (const command of commands) {
    if (ENDS.has(command)) continue;
    for (let round = 0; round < ROUNDS; round++) {
      const fields = Array.from({ length: int(4) }, () => [pick(FIELDS), pick(VALUES)]);
      const args: unknown = oneIn(5) ? pick(VALUES) : Object.fromEntries(fields);
      await client.customRequest(command, args as object).then(
        () => answered++,
        (error: Error) => {
          expect(error.message, `${command} ${JSON.stringify(args).slice(0, 200)}`).toMatch(/^\S.{0,159}$/);
          refused++;
        },
      );
    }
  }
  expect(answered + refused).toBe((commands.length - ENDS.size) * ROUNDS);
  expect(refused).toBeGreaterThan(answered);
  // Requests that happened to be valid may have let the run continue.
  await client.initializeRequest({ adapterID: 'skillwright' } as DebugProtocol.InitializeRequestArguments);
  await client.threadsRequest();
  await client.disconnectRequest();
  await client.exited;
  expect(['final', 'cancelled']).toContain(eventsOf(client, 'run_finished')[0]?.reason);
});
