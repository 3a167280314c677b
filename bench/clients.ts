/**
 * Compares each profile of a client with the real client: `npm run bench:clients -- --bin ID=PATH … [--scope project]`.
 * Prints the parts that differ, and writes both sides to `.cache/clients/`. README in `clients/`.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENTS } from '../skill/index.ts';
import { compare, normalize } from './clients/compare.ts';
import { readConversation } from './clients/conversation.ts';
import { makeFixture } from './clients/fixture.ts';
import { type Played, playOurs } from './clients/our-client.ts';
import { probesFor } from './clients/probes.ts';
import { REAL_CLIENTS, type RealClient, runRealClient } from './clients/real-clients.ts';
import { runRecipe } from './clients/recipes.ts';
import { startScriptedServer } from './clients/scripted-server.ts';

const OUT = join(import.meta.dirname, '../.cache/clients');

/** Shortens a text to fit on a line of the report. */
const short = (text: string): string => {
  const line = JSON.stringify(text).slice(1, -1);
  return line.length > 300 ? `${line.slice(0, 180)} … ${line.slice(-100)} (${text.length})` : line;
};

async function compareOne(client: RealClient, bin: string, scope: 'user' | 'project'): Promise<void> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-clients-'));
  try {
    await compareIn(root, client, bin, scope);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function compareIn(root: string, client: RealClient, bin: string, scope: 'user' | 'project'): Promise<void> {
  const profile = CLIENTS.find(({ behaviors }) => behaviors.some(({ id }) => id === client.id));
  const behavior = profile?.behaviors.find(({ id }) => id === client.id);
  if (profile === undefined || behavior === undefined) throw new Error(`${client.id} has no behavior.`);
  const folder = client.folders[scope];
  const fixture = makeFixture(root, {
    user: scope === 'user' ? [folder] : [],
    project: scope === 'project' ? [folder] : [],
  });
  const { home, workspace } = fixture;
  const paths = { workspace, home, skill: join(scope === 'user' ? home : workspace, folder, 'tally-lines') };
  const probes = probesFor(behavior, paths);
  const server = await startScriptedServer(probes);
  const { code, output } = await runRealClient(client, bin, fixture, server.url);
  server.close();
  const sent = readConversation(server.requests);
  mkdirSync(OUT, { recursive: true });
  writeFileSync(
    join(OUT, `${client.id}-${scope}.request.json`),
    JSON.stringify(server.requests.at(-1) ?? null, null, 1),
  );
  writeFileSync(join(OUT, `${client.id}-${scope}.output.txt`), output);
  if (sent === undefined) {
    console.log(`\n${client.id}: sent no request (exit code ${code}).\n${output.slice(-2000)}`);
    return;
  }
  const real: Played = { probes, paths, sent };
  const ours = await playOurs(profile, behavior, fixture, scope);
  const { same, differences, otherTools } = compare(real, ours);
  for (const [side, played] of [
    ['real', real],
    ['ours', ours],
  ] as const) {
    const opening = played.sent.opening.map(({ role, text }) => `=== ${role}\n${normalize(text, played.paths)}`);
    const answers = played.probes.map(({ label, tool, args }, index) => {
      const { text = '(not answered)', messages = [] } = played.sent.answers[index] ?? {};
      return `=== ${label}: ${tool} ${JSON.stringify(args)}\n${normalize([text, ...messages].join('\n[message] '), played.paths)}`;
    });
    const tools = played.sent.tools.map((tool) => JSON.stringify(tool));
    writeFileSync(join(OUT, `${client.id}-${scope}.${side}.txt`), [...opening, ...tools, ...answers].join('\n\n'));
  }
  console.log(`\n${client.id} (${scope}): ${same} parts the same, ${differences.length} differ. exit code ${code}`);
  if (otherTools.length > 0) console.log(`  only in the real client: ${otherTools.join(', ')}`);
  for (const { part, real: theirs, ours: mine } of differences)
    console.log(`- ${part}\n    real: ${short(theirs)}\n    ours: ${short(mine)}`);
}

/** Prints the verdicts of the cases in a client with its recipe. */
async function showRecipe(client: RealClient, bin: string): Promise<void> {
  const { outcomes, isUntouched, output } = await runRecipe(client, bin);
  const right = outcomes.filter((one) => one.isRight).length;
  console.log(
    `\n${client.id}, its recipe: ${right} of ${outcomes.length} verdicts are right; ${isUntouched ? 'the folder of the call is as before' : 'THE FOLDER OF THE CALL CHANGED'}`,
  );
  for (const { id, verdict, isRight } of outcomes) if (!isRight) console.log(`- ${id}: ${verdict}`);
  if (right < outcomes.length) console.log(output.slice(-1500));
}

const { values } = parseArgs({
  options: {
    bin: { type: 'string', multiple: true, default: [] },
    scope: { type: 'string', default: 'user' },
    part: { type: 'string', default: 'all' },
  },
});
for (const pair of values.bin) {
  const [id, bin] = pair.split('=');
  const client = REAL_CLIENTS.find((one) => one.id === id);
  if (client === undefined || bin === undefined) throw new Error(`Use --bin ID=PATH; ${id} is not known.`);
  if (values.part !== 'recipes') await compareOne(client, bin, values.scope === 'project' ? 'project' : 'user');
  if (values.part !== 'profiles') await showRecipe(client, bin);
}
