import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Random } from '../../runtime/random.ts';
import { RedisServer } from '../../test/equipment/runtime/redis-server.ts';
import { makeUpSkill } from '../evals/made-up-skill.ts';
import { itemsOf } from '../evals/overhead.ts';
import { type OwnProcess, startCli, startWorker, stopAll, wait } from './processes.ts';

const WORKERS = 4;
/** The cost of each answer of the model, in US dollars. */
const PRICE = 0.01;

/**
 * Runs trials with a model that reports a cost until their limit is reached, while workers are killed. The money is counted where it
 * is spent, by the model's server. Returns false if it exceeds the limit by more than one trial for each worker.
 */
export async function keepCap(maxUsd: number, kills: number, random: Random): Promise<boolean> {
  const made = makeUpSkill(itemsOf(20));
  const redis = await RedisServer.start();
  const model = await startModel();
  const workers: OwnProcess[] = [];
  const launch = (): OwnProcess =>
    startWorker(redis.url, made.folder, ['--lease', '2', '--base-url', model.url], {
      OPENAI_COMPATIBLE_API_KEY: 'none',
    });
  const coordinator = startCli(
    [
      ...['eval', 'notes', '--trials', '1000', '--queue', redis.url, '--out', join(made.folder, 'out'), '--json'],
      ...['--model', 'openai-compatible/m', '--base-url', model.url, '--max-cost', String(maxUsd)],
    ],
    made.folder,
  );
  try {
    for (let index = 0; index < WORKERS; index++) workers.push(launch());
    let killed = 0;
    while (killed < kills && coordinator.child.exitCode === null) {
      const next = ((killed + 1) / (kills + 1)) * maxUsd * 0.95;
      while (model.spent() < next && coordinator.child.exitCode === null) await wait(10);
      await wait(random.int(30));
      const index = random.int(WORKERS);
      workers[index]?.child.kill('SIGKILL');
      await workers[index]?.ended;
      workers[index] = launch();
      killed++;
    }
    const code = await coordinator.ended;
    await wait(1_000);
    const excess = Math.max(0, model.spent() - maxUsd);
    const isKept = code === 4 && excess <= WORKERS * 2 * PRICE + 1e-9;
    console.log(
      `Limit of $${maxUsd.toFixed(2)} with ${WORKERS} workers and ${killed} kills: the model was paid $${model.spent().toFixed(2)}, ${excess === 0 ? 'not above it' : `$${excess.toFixed(2)} above it`} (one trial costs $${(2 * PRICE).toFixed(2)} at most; exit code ${code}).`,
    );
    if (code !== 4) console.log(coordinator.output().slice(-2_000));
    return isKept;
  } finally {
    coordinator.child.kill('SIGKILL');
    await stopAll(workers);
    model.close();
    await redis.stop();
    made.remove();
  }
}

/** Starts a server of OpenAI's chat completions that lists the skills first, and then answers. */
async function startModel() {
  let answers = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => {
      body += data.toString();
    });
    request.on('end', () => {
      answers++;
      const isFirst = !body.includes('"role":"assistant"');
      const call = { index: 0, id: 'c1', type: 'function', function: { name: 'list_skills', arguments: '{}' } };
      const delta = isFirst ? { tool_calls: [call] } : { content: 'Done.' };
      const chunk = (fields: object): string =>
        `data: ${JSON.stringify({ id: 'r', object: 'chat.completion.chunk', created: 1, model: 'm', ...fields })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        chunk({ choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] }) +
          chunk({ choices: [{ index: 0, delta: {}, finish_reason: isFirst ? 'tool_calls' : 'stop' }] }) +
          chunk({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: PRICE } }) +
          'data: [DONE]\n\n',
      );
    });
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
  return { url: `http://127.0.0.1:${port}/v1`, spent: () => answers * PRICE, close: () => server.close() };
}
