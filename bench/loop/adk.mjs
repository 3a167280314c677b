/** The loop of @google/adk with its session in memory. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answer } from './model.mjs';

export default async function open(modules) {
  const adk = await import(pathToFileURL(join(resolve(modules), 'node_modules/@google/adk/dist/esm/index.js')).href);
  adk.setLogLevel?.(adk.LogLevel?.ERROR);
  return async (steps) => {
    let calls = 0;
    let n = 0;
    class Instant extends adk.BaseLlm {
      async *generateContentAsync() {
        n++;
        const part = n <= steps ? { functionCall: { id: `c${n}`, name: 'look', args: { n } } } : { text: 'Done.' };
        yield { content: { role: 'model', parts: [part] }, turnComplete: true };
      }
    }
    const look = new adk.FunctionTool({
      name: 'look',
      description: 'Looks.',
      parameters: { type: 'OBJECT', properties: { n: { type: 'NUMBER' } } },
      execute: (input) => {
        calls++;
        return answer(input.n);
      },
    });
    const agent = new adk.LlmAgent({ name: 'agent', model: new Instant({ model: 'm' }), tools: [look] });
    const sessionService = new adk.InMemorySessionService();
    const runner = new adk.Runner({ appName: 'bench', agent, sessionService });
    const session = await sessionService.createSession({ appName: 'bench', userId: 'u' });
    const newMessage = { role: 'user', parts: [{ text: 'Look around.' }] };
    const runConfig = { maxLlmCalls: steps + 10 };
    for await (const event of runner.runAsync({ userId: 'u', sessionId: session.id, newMessage, runConfig }))
      if (event.errorCode) throw new Error(`${event.errorCode}: ${event.errorMessage}`);
    return calls;
  };
}
