/** `streamText` of `ai`: it streams as ours does; nothing is stored. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answer, instantModel, SCHEMA } from './model.mjs';

export default async function open(modules) {
  const { streamText, isStepCount, stepCountIs, jsonSchema, tool } = await import(
    pathToFileURL(join(resolve(modules), 'node_modules/ai/dist/index.js')).href
  );
  const until = isStepCount ?? stepCountIs;
  return async (steps) => {
    let calls = 0;
    const look = tool({
      description: 'Looks.',
      inputSchema: jsonSchema(SCHEMA),
      execute: async ({ n }) => {
        calls++;
        return answer(n);
      },
    });
    const result = streamText({
      model: instantModel(steps),
      prompt: 'Look around.',
      tools: { look },
      stopWhen: until(steps + 1),
    });
    await result.consumeStream();
    return calls;
  };
}
