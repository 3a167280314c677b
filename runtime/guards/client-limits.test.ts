import { describe, expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { faultsOf, type RunOnceOptions, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { clientRun } from '../clients/client-run.ts';
import type { GuardAnswer } from '../loop/interfaces/hooks.ts';
import type { Host } from '../loop/interfaces/host.ts';

/** Runs a model of a client with the guards of that client. */
async function play(id: string, lines: Parameters<typeof scriptedModel>[0], more: Partial<RunOnceOptions> = {}) {
  const client = clientRun(id);
  if (client === undefined) throw new Error(`no client ${id}`);
  const skills = [skillOnDisk('demo', { 'references/guide.md': 'Guide.' }, '\nRead `references/guide.md`.\n')];
  const ran = await runOnce({
    model: scriptedModel(lines),
    skills,
    guards: 'client',
    maxLlmCalls: 120,
    ...more,
    client,
  });
  expect(faultsOf(ran)).toEqual([]);
  return ran;
}

/** A user who answers every question of a guard in this way. */
const user = (answer: GuardAnswer, questions: string[] = []): Host => ({
  isInteractive: true,
  preapproves: () => false,
  answer: async ({ kind, hint }) => {
    questions.push(String(hint));
    return kind === 'guard' && answer !== 'unanswered' ? answer : 'unanswered';
  },
});

const READ: Line = { calls: [['read', { filePath: '/absent.md' }]] };
const READ_FILE: Line = { calls: [['read_file', { file_path: 'absent.md' }]] };

describe('--guards client', () => {
  test('stops Gemini CLI at the fifth equal call in a row, which is not run', async () => {
    const ran = await play('gemini-cli', [READ_FILE]);
    expect(ran.guards).toEqual(['repeated_call stop 5/5']);
    expect(ran.codes).toEqual([...Array(4).fill('FILE_NOT_FOUND'), 'CLIENT_LIMIT']);
    expect(ran.finished.reason).toBe('guard');
  });

  test('counts equal calls only if no other call is between them', async () => {
    const other: Line = { calls: [['read_file', { file_path: 'other.md' }]] };
    const ran = await play('gemini-cli', [
      ...Array(3).fill([READ_FILE, READ_FILE, READ_FILE, other]).flat(),
      { text: 'done' },
    ]);
    expect([ran.guards, ran.finished.reason]).toEqual([[], 'final']);
  });

  test('stops Gemini CLI after 100 model calls', async () => {
    const ran = await play('gemini-cli', (_, n): Line => ({ calls: [['read_file', { file_path: `absent${n}.md` }]] }));
    expect(ran.guards).toEqual(['client_limit stop 100/100']);
  });

  test('asks at the third equal call as opencode does, and continues if the user agrees', async () => {
    const questions: string[] = [];
    const ran = await play('opencode', [READ, READ, READ, READ, { text: 'done' }], {
      host: user('continue', questions),
    });
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain('for the 3rd time in a row');
    expect([ran.guards, ran.finished.reason]).toEqual([[], 'final']);
    const stopped = await play('opencode', [READ], { host: user('stop') });
    expect(stopped.guards).toEqual(['repeated_call stop 3/3']);
  });

  test('asks after every 25 model calls as VS Code does', async () => {
    const questions: string[] = [];
    const lines = (_: unknown, n: number): Line =>
      n > 60 ? { text: 'done' } : { calls: [['read_file', { filePath: `/absent${n}`, startLine: 1, endLine: 2 }]] };
    const ran = await play('vscode', lines, { host: user('continue', questions) });
    expect([questions.length, ran.guards, ran.finished.reason]).toEqual([2, [], 'final']);
  });

  test.each(['claude-code', 'codex', 'pi', 'copilot-cli'])(
    'never interferes in %s, and records misses with their causes',
    async (id) => {
      const client = clientRun(id);
      const read = client?.behavior.fileTools.find((tool) => tool.kind === 'read');
      const { activation } = client?.behavior ?? {};
      if (read === undefined || activation?.kind !== 'tool') return;
      const load: Line = { calls: [[activation.tool, { [activation.parameter]: 'demo' }]] };
      const miss: Line = { calls: [[read.tool, { [read.path]: 'references/guide.md' }]] };
      const ran = await play(id, [load, ...Array(9).fill(miss), { text: 'done' }]);
      expect(new Set(ran.of('guard').map(({ rule, verdict }) => `${rule} ${verdict}`))).toEqual(
        new Set(['resource_not_found warn']),
      );
      expect(ran.of('guard').every(({ cause }) => cause?.text === 'references/guide.md')).toBe(true);
      expect(
        ran
          .of('tool_result')
          .slice(1)
          .map(({ result }) => result),
      ).toEqual(Array(9).fill(ran.of('tool_result')[1]?.result));
      expect(ran.finished.reason).toBe('final');
    },
  );
});
