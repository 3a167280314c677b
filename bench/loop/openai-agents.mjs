/** The loop of @openai/agents, without tracing. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answer, SCHEMA } from './model.mjs';

export default async function open(modules) {
  const { Agent, Runner, setTracingDisabled, tool, Usage } = await import(
    pathToFileURL(join(resolve(modules), 'node_modules/@openai/agents/dist/index.mjs')).href
  );
  setTracingDisabled(true);
  return async (steps) => {
    let calls = 0;
    let n = 0;
    const model = {
      getResponse: async () => {
        n++;
        const output =
          n <= steps
            ? {
                type: 'function_call',
                callId: `c${n}`,
                name: 'look',
                arguments: JSON.stringify({ n }),
                status: 'completed',
              }
            : {
                type: 'message',
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text: 'Done.' }],
              };
        return { usage: new Usage({ inputTokens: 10, outputTokens: 5, totalTokens: 15 }), output: [output] };
      },
      getStreamedResponse: () => {
        throw new Error('not streamed');
      },
    };
    const look = tool({
      name: 'look',
      description: 'Looks.',
      strict: false,
      parameters: { ...SCHEMA, required: [], additionalProperties: true },
      execute: async (input) => {
        calls++;
        return answer(input.n);
      },
    });
    const agent = new Agent({ name: 'agent', model, tools: [look] });
    await new Runner({ tracingDisabled: true }).run(agent, 'Look around.', { maxTurns: steps + 10 });
    return calls;
  };
}
