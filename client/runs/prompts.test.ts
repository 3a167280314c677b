import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { RunPrompts } from './prompts.ts';
import { readSavedRun } from './saved-runs.ts';

const started = (seq: number, prompt: string, invocation: string) =>
  `${JSON.stringify({ type: 'run_started', seq, time: '2026-01-05T10:20:00.000Z', invocation, agent: 'a', run: 'r', model: 'm', skills: [], guards: 'default', maxLlmCalls: 5, prompt, simulated: false })}\n`;
const finished = (seq: number, invocation: string) =>
  `${JSON.stringify({ type: 'run_finished', seq, time: '2026-01-05T10:21:00.000Z', invocation, agent: 'a', reason: 'final', llmCalls: 1, text: '', usage: {} })}\n`;

function journalOf(text: string): string {
  const folder = join(temporaryFolder(), 'r');
  mkdirSync(folder);
  writeFileSync(join(folder, 'journal.jsonl'), text);
  return join(folder, 'journal.jsonl');
}

test('reads the prompts of a run, and later ones when they arrive', async () => {
  const journal = journalOf(started(1, 'First.\nMore of it.', 'one') + finished(2, 'one'));
  const prompts = new RunPrompts();
  expect(await prompts.of(journal)).toEqual([{ seq: 1, text: 'First.' }]);
  appendFileSync(journal, started(3, 'Second.', 'two'));
  const both = [
    { seq: 1, text: 'First.' },
    { seq: 3, text: 'Second.' },
  ];
  expect(await Promise.all([prompts.of(journal), prompts.of(journal)])).toEqual([both, both]);
});

test('has no prompts of a journal that does not exist', async () => {
  expect(await new RunPrompts().of(join(temporaryFolder(), 'journal.jsonl'))).toEqual([]);
});

test('a run whose last event belongs to another prompt was continued', () => {
  const first = started(1, 'First.', 'one') + finished(2, 'one');
  expect(readSavedRun(journalOf(first))).not.toHaveProperty('isContinued');
  expect(readSavedRun(journalOf(first + started(3, 'Second.', 'two')))).toMatchObject({ isContinued: true });
});
