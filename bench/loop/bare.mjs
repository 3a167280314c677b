/**
 * The minimum for any loop: the model's stream read, four journal lines written, the tool called, without guards,
 * limits or cancellation, and without keeping the conversation.
 */
import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, instantModel } from './model.mjs';

export default async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-bare-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const journal = openSync(join(folder, 'journal.jsonl'), 'a');
  return async (steps) => {
    const model = instantModel(steps);
    let calls = 0;
    const line = (type, more) =>
      writeSync(journal, `${JSON.stringify({ type, time: new Date().toISOString(), agent: 'agent', ...more })}\n`);
    while (true) {
      line('llm_request', { tools: ['look'] });
      const { stream } = await model.doStream({ prompt: [] });
      let call;
      for await (const part of stream) if (part.type === 'tool-call') call = part;
      line('llm_response', { call });
      if (call === undefined) return calls;
      line('tool_call', { call });
      line('tool_result', { result: answer(JSON.parse(call.input).n) });
      calls++;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}
