import { describe, expect, test } from 'vitest';
import { skillOnDisk } from '../test/equipment/runtime/folders.ts';
import { APPROVES, runOnce } from '../test/equipment/runtime/run-once.ts';
import type { ScriptedModel } from '../test/equipment/runtime/scripted-model.ts';
import { simulatedModel } from './models/simulated/simulated.ts';
import type { SimulatedMode } from './models/simulated/simulated-modes.ts';
import type { RunEvent } from './protocol/events.ts';
import { localExecutor } from './scripts/local-executor.ts';

/**
 * Complete runs, event by event, as written to the journal. `npx vitest run runtime/golden.test.ts -u` updates them;
 * review the difference before you commit it.
 */
describe('transcripts', () => {
  const body =
    '\nSee the user guide before you begin.\n\nThen run `scripts/hello.sh` and read [notes](references/notes.md).\n';
  test.each<[string, SimulatedMode, 'default' | 'adk' | 'off']>([
    ['weak-guarded', 'weak', 'default'],
    ['weak-adk', 'weak', 'adk'],
    ['weak-unguarded', 'weak', 'off'],
    ['heeding', 'heeding', 'default'],
    ['stubborn-guarded', 'stubborn', 'default'],
    ['stubborn-scripts-guarded', 'stubborn-scripts', 'default'],
  ])('%s', async (name, mode, guards) => {
    const skill = skillOnDisk(
      'demo',
      { 'references/guide.md': 'Guide.', 'references/notes.md': 'Notes.', 'scripts/hello.sh': 'echo hello\n' },
      body,
    );
    const ran = await runOnce({
      model: simulatedModel({ mode, delayMs: [0, 0] }) as ScriptedModel,
      skills: [skill],
      guards,
      host: APPROVES,
      executor: localExecutor({ trusted: true, sandbox: false }),
    });
    const lines = ran.events.map((event) => JSON.stringify(stable(event, skill.root)));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../test/equipment/fixtures/transcripts/${name}.jsonl`);
  });
});

/** Returns the event with the values that differ from run to run replaced. */
function stable(event: RunEvent, root: string): unknown {
  const fixed: Record<string, unknown> = {
    time: 'TIME',
    invocation: 'INVOCATION',
    run: 'RUN',
    durationMs: 0,
    blob: 'BLOB',
  };
  return JSON.parse(
    JSON.stringify(event, (key, value: unknown) => {
      if (key in fixed && value !== undefined) return fixed[key];
      return typeof value === 'string' ? value.replaceAll(root, '/SKILL') : value;
    }),
  );
}
