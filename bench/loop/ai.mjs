/** `generateText` of `ai`, its leaner way: no streaming, nothing is stored. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answer, instantModel, SCHEMA } from './model.mjs';

export default async function open(modules) {
  const { generateText, isStepCount, stepCountIs, jsonSchema, tool } = await import(
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
    await generateText({
      model: instantModel(steps),
      prompt: 'Look around.',
      tools: { look },
      stopWhen: until(steps + 1),
    });
    return calls;
  };
}
