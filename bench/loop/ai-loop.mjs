/** Common parts of the two `ai` loops: the tool, the prompt and the step limit. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answer, instantModel, SCHEMA } from './model.mjs';

/**
 * An adapter for `measure.mjs`. `play(ai, options)` gets the package and the options of a run, and plays it to its
 * end.
 */
export const aiLoop = (play) => async (modules) => {
  const ai = await import(pathToFileURL(join(resolve(modules), 'node_modules/ai/dist/index.js')).href);
  const until = ai.isStepCount ?? ai.stepCountIs;
  return async (steps) => {
    let calls = 0;
    const look = ai.tool({
      description: 'Looks.',
      inputSchema: ai.jsonSchema(SCHEMA),
      execute: async ({ n }) => {
        calls++;
        return answer(n);
      },
    });
    const options = { model: instantModel(steps), prompt: 'Look around.', tools: { look }, stopWhen: until(steps + 1) };
    await play(ai, options);
    return calls;
  };
};
