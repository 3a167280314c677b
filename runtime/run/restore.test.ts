import { expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../journal/reader.ts';
import { SessionState } from '../loop/interfaces/state.ts';
import { Conversation } from '../loop/model-call/conversation.ts';
import type { RunEvent } from '../protocol/events.ts';
import { restoreSession } from './restore.ts';

async function recordRun() {
  const big = 'x'.repeat(100_000);
  const skill = skillOnDisk('demo', { 'references/big.md': big });
  const model = scriptedModel([
    {
      text: 'Let me see.',
      calls: [
        ['load_skill', { skill_name: 'demo' }],
        ['load_skill_resource', { skill_name: 'demo', file_path: 'references/big.md' }],
      ],
    },
    { calls: [['load_skill', 'broken {']] },
    { text: 'Done.' },
  ]);
  const ran = await runOnce({ model, skills: [skill] });
  return { ran, model, big };
}

test('restores exactly the messages that the model was sent, with payloads and state', async () => {
  const { ran, model, big } = await recordRun();
  const conversation = new Conversation();
  const state = new SessionState();
  const folder = ran.journal.replace(/\/[^/]+$/, '');
  const { callIds } = restoreSession(readJournal(ran.journal).events, folder, conversation, state);
  const sent = model.requests.at(-1)?.prompt.slice(1) ?? [];
  expect(conversation.messages.slice(0, sent.length)).toEqual(sent);
  expect(conversation.messages.at(-1)).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Done.' }] });
  expect(JSON.stringify(conversation.messages)).toContain(big);
  expect(state.get('_adk_activated_skill_agent')).toEqual(['demo']);
  expect(callIds).toEqual(['call-1', 'call-2', 'call-3']);
});

test('answers open calls of a killed run as interrupted before the next prompt', async () => {
  const { ran } = await recordRun();
  const first = ran.of('tool_result')[0];
  const conversation = new Conversation();
  const events = ran.events.filter((event: RunEvent) => event.seq < (first?.seq ?? 0));
  for (const event of events) conversation.apply(event);
  expect(conversation.unanswered).toEqual(['call-1', 'call-2']);
  conversation.addUserMessage('Continue.');
  expect(conversation.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user']);
  expect(JSON.stringify(conversation.messages[2])).toMatch(/Interrupted/);
});
