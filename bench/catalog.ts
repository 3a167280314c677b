/**
 * Compares the catalog of each client with the list that the installed client sends to its model:
 * `npm run bench:catalog -- --bin ID=PATH … [--home ID …]`. Both sides are in `.cache/catalog/`. README in `clients/`.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConversation } from './clients/conversation.ts';
import { HOMES, inRoot, makeHome, type ProbeHome } from './clients/homes.ts';
import { REAL_CLIENTS, type RealClient, runRealClient } from './clients/real-clients.ts';
import { startScriptedServer } from './clients/scripted-server.ts';

const OUT = join(import.meta.dirname, '../.cache/catalog');

const { values } = parseArgs({
  options: {
    bin: { type: 'string', multiple: true, default: [] },
    home: { type: 'string', multiple: true, default: [] },
  },
});
mkdirSync(OUT, { recursive: true });
for (const pair of values.bin) {
  const [id, bin] = pair.split('=');
  const client = REAL_CLIENTS.find((one) => one.id === id);
  if (client === undefined || bin === undefined) throw new Error(`Use --bin ID=PATH; ${id} is not known.`);
  for (const home of HOMES)
    if (values.home.length === 0 || values.home.includes(home.id)) await compareOne(client, bin, home);
}

async function compareOne(client: RealClient, bin: string, home: ProbeHome): Promise<void> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-catalog-'));
  try {
    makeHome(home, root, client.id, client.folders);
    const server = await startScriptedServer([]);
    const workspace = join(root, 'workspace', home.cwd ?? '.');
    const fixture = { root, home: join(root, 'home'), workspace, skills: [] };
    const settings = home.settings?.[client.id];
    const { output } = await runRealClient(
      client,
      bin,
      fixture,
      server.url,
      settings && JSON.parse(inRoot(JSON.stringify(settings), root)),
    );
    server.close();
    const sent = readConversation(server.requests);
    const text = sent?.opening.map(({ text }) => text).join('\n=====\n') ?? `no request\n${output}`;
    writeFileSync(join(OUT, `${home.id}.${client.id}.real.txt`), text.replaceAll(root, '<root>'));
    console.log(home.id, client.id, text.length, (text.match(/<name>|\(file: /g) ?? []).length);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
