/** The ways in which a secret can enter a run and return. Each plays one run, or one and its resume. */

import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { AnswerPause, ListModels, RunEvents, StartRun, type StartRunParams } from '../../runtime/protocol/rpc.ts';
import { defined } from '../../skill/index.ts';
import { type Answer, startEndpoint } from './endpoint.ts';
import {
  inParts,
  MODULE_KINDS,
  type Problems,
  problemUnless,
  type Scene,
  writeModuleAgent,
  writeStdioServer,
} from './parts.ts';

export type Scenario = (scene: Scene) => Promise<Problems>;

const MODEL = ['--model', 'openai-compatible/m'];
const RUN = ['run', 'Say hello.', '--skills', 'demo', '--json'];
/** A variable of our environment in VS Code's syntax. */
const FROM_OURS = `\${env:SERVER_SECRET}`;
/** Header values are bytes: a key with other characters is refused before anything is sent. */
const isSendable = (secret: string): boolean => /^[\x20-\x7e\x80-\xff]+$/.test(secret);

/** Runs the command line with an endpoint, and the secret as the key in a named variable. */
async function playWithKey(
  scene: Scene,
  answer: (n: number) => Answer,
  more: readonly string[] = [],
): Promise<Problems> {
  const { world, secret } = scene;
  const server = await startEndpoint(answer);
  const ran = await world.cli([...RUN, ...MODEL, '--base-url', server.url, '--api-key-env', 'MY_KEY', ...more], {
    MY_KEY: secret,
  });
  server.close();
  const used = server.received.some((one) => one.includes(JSON.stringify(`Bearer ${secret}`).slice(1, -1)));
  return [
    ...problemUnless(ran.code !== null && ran.code !== 2, `exit ${ran.code}: ${ran.stderr.slice(0, 200)}`),
    ...problemUnless(used || !isSendable(secret), 'the key was not used'),
  ];
}

const calls =
  (tool: string, args: object | string = {}) =>
  (n: number): Answer =>
    n === 1 ? { call: [tool, args] } : { text: ['done'] };

async function withAgent(
  scene: Scene,
  env: Readonly<Record<string, string>>,
  codes: readonly number[],
): Promise<Problems> {
  const server = await startEndpoint(calls('give'));
  const ran = await scene.world.cli([...RUN, ...MODEL, '--base-url', server.url, '--agent', 'main', '--yes'], env);
  server.close();
  return problemUnless(
    codes.includes(ran.code ?? -1),
    `exit ${ran.code}: ${ran.stderr.slice(0, 300)}${ran.stdout.slice(-300)}`,
  );
}

/** Runs an agent that pauses for a credential, then resumes it with the credential. */
async function playWithCredential(scene: Scene, how: (typeof MODULE_KINDS)[number], input: boolean): Promise<Problems> {
  const { world, secret } = scene;
  writeModuleAgent(scene, how, true);
  const server = await startEndpoint((n) =>
    n === 1 ? { call: ['give', {}] } : { text: inParts(scene.form, scene.chance) },
  );
  const paused = await world.cli([...RUN, ...MODEL, '--base-url', server.url, '--agent', 'main']);
  const pause = eventsOf(paused.stdout).find((event) => event.type === 'pause');
  const run = eventsOf(paused.stdout).find((event) => event.type === 'run_started');
  if (pause?.type !== 'pause' || run?.type !== 'run_started') return [`no pause: ${paused.stdout.slice(-300)}`];
  const source = input ? '-' : 'env:GIVEN';
  const resumed = await world.cli(
    ['resume', run.run, '--credential', `${pause.id}=${source}`, '--json'],
    input ? {} : { GIVEN: secret },
    input ? secret : '',
  );
  server.close();
  return problemUnless(
    [0, 6].includes(resumed.code ?? -1),
    `exit ${resumed.code}: ${resumed.stderr}${resumed.stdout.slice(-300)}`,
  );
}

function eventsOf(text: string): readonly RunEvent[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as RunEvent);
}

/** Runs in the extension's process: the key comes with the request, from VS Code's secret storage. */
async function playOverRpc(scene: Scene, answer: (n: number) => Answer, agent?: 'main'): Promise<Problems> {
  const { world, secret } = scene;
  const server = await startEndpoint(answer);
  const { connection, ended } = world.runtime();
  const events: RunEvent[] = [];
  connection.onNotification(RunEvents, (batch) => {
    events.push(...batch);
    for (const event of batch)
      if (event.type === 'pause') {
        const reply =
          event.kind === 'credential'
            ? { answer: 'credential' as const, credential: secret }
            : { answer: 'approve' as const };
        void connection.sendRequest(AnswerPause, { id: event.id, ...reply }).catch(() => undefined);
      }
  });
  const params: StartRunParams = defined({
    prompt: 'Say hello.',
    skills: [`${world.project}/demo`],
    agent,
    folder: agent === undefined ? undefined : world.project,
    model: 'openai-compatible/m',
    baseUrl: server.url,
    apiKey: secret,
    guards: 'default',
    maxLlmCalls: 10,
    runs: `${world.project}/.skillwright/runs`,
    trusted: true,
  });
  const problem = await connection.sendRequest(StartRun, params).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  await ended;
  server.close();
  return [
    ...problemUnless(problem === undefined, `did not start: ${problem}`),
    ...problemUnless(events.at(-1)?.type === 'run_finished', 'did not end'),
  ];
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'error 401 that echoes the key': (scene) =>
    playWithKey(scene, () => ({
      status: 401,
      body: JSON.stringify({ error: { message: scene.form, type: 'invalid_api_key' } }),
    })),
  'error 401 that is not JSON': (scene) => playWithKey(scene, () => ({ status: 401, body: scene.form })),
  'error 400 with the key in a header': (scene) =>
    playWithKey(scene, () => ({ status: 400, body: '{}', headers: { 'x-echo': encodeURIComponent(scene.secret) } })),
  'error in the stream': (scene) => playWithKey(scene, () => ({ broken: scene.form })),
  'text in parts': (scene) => playWithKey(scene, () => ({ text: inParts(scene.form, scene.chance) })),
  'reasoning in parts': (scene) =>
    playWithKey(scene, () => ({
      reasoning: inParts(scene.form, scene.chance),
      text: inParts(scene.form, scene.chance),
    })),
  'arguments of a call': (scene) =>
    playWithKey(
      scene,
      calls('load_skill', { skill_name: scene.form.slice(0, 4000), [scene.secret.slice(0, 40)]: [scene.form] }),
    ),
  'arguments that are not JSON': (scene) =>
    playWithKey(scene, calls('load_skill', `{"skill_name": "${scene.form.slice(0, 5000)}`)),
  'name of a tool': (scene) => playWithKey(scene, calls(scene.form.slice(0, 3000))),
  'path of a resource': (scene) =>
    playWithKey(scene, calls('load_skill_resource', { skill_name: 'demo', file_path: scene.form.slice(0, 3000) })),
  'formatted output, not JSON': async (scene) => {
    const { world, secret, form, chance } = scene;
    const server = await startEndpoint(() => ({ text: inParts(form, chance) }));
    const args = ['run', 'x', '--skills', 'demo', ...MODEL, '--base-url', server.url, '--api-key-env', 'MY_KEY'];
    const ran = await world.cli(args, { MY_KEY: secret });
    server.close();
    return problemUnless(ran.code === (isSendable(secret) ? 0 : 2), `exit ${ran.code}`);
  },
  'usual variable, another address': async (scene) => {
    const { world, secret, form } = scene;
    const server = await startEndpoint(() => ({ status: 401, body: form }));
    const ran = await world.cli([...RUN, '--model', 'openai/m', '--base-url', server.url], { OPENAI_API_KEY: secret });
    server.close();
    return [
      ...problemUnless(ran.code === 5, `exit ${ran.code}`),
      ...problemUnless(!server.received.join().includes(secret), 'THE KEY WENT TO ANOTHER ADDRESS'),
    ];
  },
  'key file of mode 0600': async (scene) => {
    const { world, secret, form, chance } = scene;
    // A value that cannot be a key is refused and never stored.
    const isKey = /^[\x21-\x7e]+$/.test(secret);
    const server = await startEndpoint((n) =>
      !isKey ? { text: ['no key'] } : n === 1 ? { status: 503, body: form } : { text: inParts(form, chance) },
    );
    const keys = JSON.stringify({ [new URL(server.url).origin]: secret });
    const file = world.write('../home/.config/skillwright/keys.json', keys, true);
    chmodSync(file, 0o600);
    const ran = await world.cli([...RUN, ...MODEL, '--base-url', server.url]);
    server.close();
    return [
      ...problemUnless(ran.code === 0, `exit ${ran.code}: ${ran.stderr.slice(0, 200)}`),
      ...problemUnless(server.received.join().includes('Bearer') === isKey, 'the key was not used'),
    ];
  },
  'key in the query': async (scene) => {
    const { world, secret } = scene;
    const server = await startEndpoint((_, request) => ({
      status: 404,
      body: `No ${request.url} here: ${scene.form}`,
    }));
    const ran = await world.cli([...RUN, ...MODEL, '--base-url', `${server.url}?key=${encodeURIComponent(secret)}`]);
    server.close();
    return problemUnless(ran.code === 5 && server.received.join().includes('?key='), `exit ${ran.code}`);
  },
  'password in the address': async ({ world, secret }) => {
    const ran = await world.cli([
      ...RUN,
      ...MODEL,
      '--base-url',
      `http://ada:${encodeURIComponent(secret)}@127.0.0.1:9/v1`,
    ]);
    return problemUnless(ran.code === 2, `exit ${ran.code}`);
  },
  'an invalid address': async ({ world, secret }) => {
    const ran = await world.cli([...RUN, ...MODEL, '--base-url', `htp//ada:${secret}@host/v1?key=${secret}`]);
    return problemUnless(ran.code === 2, `exit ${ran.code}`);
  },
  'script that prints its environment': async (scene) => {
    const server = await startEndpoint(calls('run_skill_script', { skill_name: 'demo', file_path: 'scripts/show.sh' }));
    const ran = await scene.world.cli(
      [...RUN, ...MODEL, '--base-url', server.url, '--api-key-env', 'MY_KEY', '--yes'],
      {
        MY_KEY: scene.secret,
        SERVICE_TOKEN: scene.secret,
      },
    );
    server.close();
    return problemUnless(ran.code === (isSendable(scene.secret) ? 0 : 2), `exit ${ran.code} ${ran.stdout.slice(-300)}`);
  },
  'script that prints the key': async (scene) => {
    scene.world.write('demo/assets/out.txt', scene.form, true);
    scene.world.write('demo/scripts/show.sh', 'cat assets/out.txt; cat assets/out.txt >&2; exit 4\n');
    const server = await startEndpoint(calls('run_skill_script', { skill_name: 'demo', file_path: 'scripts/show.sh' }));
    const ran = await scene.world.cli(
      [...RUN, ...MODEL, '--base-url', server.url, '--api-key-env', 'MY_KEY', '--yes'],
      {
        MY_KEY: scene.secret,
      },
    );
    server.close();
    return problemUnless(ran.code === (isSendable(scene.secret) ? 0 : 2), `exit ${ran.code}`);
  },
  ...Object.fromEntries(
    MODULE_KINDS.flatMap((how): [string, Scenario][] => [
      [`credential from a variable, the module ${how}`, (scene) => playWithCredential(scene, how, false)],
      [
        `credential over RPC, the module ${how}`,
        (scene) => {
          writeModuleAgent(scene, how, true);
          return playOverRpc(scene, calls('give'), 'main');
        },
      ],
    ]),
  ),
  'credential from standard input': (scene) => playWithCredential(scene, 'returns', true),
  'variable that a module returns': (scene) => {
    writeModuleAgent(scene, 'returns', false);
    return withAgent(scene, { SERVICE_API_KEY: scene.secret }, [0]);
  },
  'MCP server, variable from ours': (scene) => {
    writeStdioServer(scene, { env: { TOKEN: FROM_OURS } }, false);
    return withAgent(scene, { SERVER_SECRET: scene.secret }, [0]);
  },
  'MCP server, variable in the file': (scene) => {
    writeStdioServer(scene, { env: { ACCESS_TOKEN: scene.secret } }, false);
    return withAgent(scene, {}, [0]);
  },
  'MCP server, argument': (scene) => {
    writeStdioServer(scene, { args: ['server.mjs', '--api-key', FROM_OURS] }, false);
    return withAgent(scene, { SERVER_SECRET: scene.secret }, [0]);
  },
  'MCP server that exits with a message': (scene) => {
    writeStdioServer(scene, { env: { TOKEN: FROM_OURS } }, true);
    return withAgent(scene, { SERVER_SECRET: scene.secret }, [0]);
  },
  'MCP server over HTTP that echoes its headers': async (scene) => {
    const server = createServer((request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' });
      response.end(`${JSON.stringify(request.headers)} ${scene.form}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { world, secret } = scene;
    const url = `http://127.0.0.1:${port}/mcp?key=\${env:SERVER_SECRET}`;
    const headers = {
      Authorization: `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`,
      'X-Key': FROM_OURS,
    };
    world.write('.vscode/mcp.json', JSON.stringify({ servers: { s: { url, headers } } }), true);
    world.write('.skillwright.json', JSON.stringify({ agents: { main: { tools: ['s/*'] } } }));
    const played = await withAgent(scene, { SERVER_SECRET: secret }, [0]);
    server.close();
    return played;
  },
  'proxy with a password': (scene) => {
    const proxy = `http://ada:${encodeURIComponent(scene.secret)}@127.0.0.1:9`;
    const { world } = scene;
    return world
      .cli([...RUN, ...MODEL, '--base-url', 'http://models.invalid/v1', '--model-timeout', '2'], {
        HTTP_PROXY: proxy,
        HTTPS_PROXY: proxy,
        http_proxy: proxy,
      })
      .then((ran) => problemUnless(ran.code === 5, `exit ${ran.code}`));
  },
  'key over RPC, error that echoes it': (scene) =>
    playOverRpc(scene, () => ({ status: 401, body: JSON.stringify({ error: { message: scene.form } }) })),
  'key over RPC, text in parts': (scene) => playOverRpc(scene, () => ({ text: inParts(scene.form, scene.chance) })),
  'list of models over RPC': async (scene) => {
    const server = await startEndpoint(() => ({ status: 401, body: scene.form }));
    const { connection, ended, child } = scene.world.runtime();
    const listed = await connection.sendRequest(ListModels, {
      provider: 'openai-compatible',
      baseUrl: server.url,
      apiKey: scene.secret,
    });
    child.disconnect();
    await ended;
    server.close();
    return problemUnless(listed.kind === 'failed', 'a list was returned');
  },
  'list of models on the command line': async (scene) => {
    const server = await startEndpoint(() => ({ status: 401, body: scene.form }));
    const args = ['models', 'openai-compatible', '--base-url', server.url, '--api-key-env', 'MY_KEY'];
    const ran = await scene.world.cli(args, { MY_KEY: scene.secret });
    server.close();
    return problemUnless(ran.code === 1, `exit ${ran.code}`);
  },
  'credential as an argument is refused and not repeated': async ({ world, secret }) => {
    const ran = await world.cli(['resume', '20260101T000000000Z-0000000a', '--credential', `pause-1=${secret}`]);
    return problemUnless(ran.code === 2, `exit ${ran.code}`);
  },
};
