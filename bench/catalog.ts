/**
 * Compares the catalog of each client with the list that the installed client sends to its model:
 * `npm run bench:catalog -- --bin ID=PATH … [--home ID …]`. Both sides are in `.cache/catalog/`. README in `clients/`.
 * `--probes` says how often the catalog names the reason why a skill is not offered; with `--bin`, the clients are asked first.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { diskFiles } from '../skill/disk.ts';
import { CLIENTS, catalogOf } from '../skill/index.ts';
import { readConversation } from './clients/conversation.ts';
import { HOMES, inRoot, makeHome, type ProbeHome } from './clients/homes.ts';
import { batchesOf, type ProbeBatch } from './clients/not-offered.ts';
import { makeBatch, type ProbeRow, readRows, rowsOf, verdictsOf, writeRows } from './clients/probe-rows.ts';
import { REAL_CLIENTS, type RealClient, runRealClient } from './clients/real-clients.ts';
import { startScriptedServer } from './clients/scripted-server.ts';

const OUT = join(import.meta.dirname, '../.cache/catalog');

/** The client's own skills, which no folder has, by their names. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['dataviz'],
  'copilot-cli': ['customize-cloud-agent', 'github-pr-media'],
  'gemini-cli': ['skill-creator', 'antigravity-support'],
  opencode: ['customize-opencode'],
};

/** Returns the list that a client sends with these homes and settings, and all that it sent or printed. */
async function askClient(
  client: RealClient,
  bin: string,
  { root, home, cwd, settings }: { root: string; home: string; cwd: string; settings: object | string | undefined },
): Promise<{ readonly list: string; readonly all: string }> {
  const server = await startScriptedServer([]);
  const fixture = { root, home, workspace: cwd, skills: [] };
  const { output } = await runRealClient(client, bin, fixture, server.url, settings);
  server.close();
  const sent = readConversation(server.requests);
  const whole = sent?.opening.map(({ text }) => text).join('\n=====\n');
  if (whole === undefined) return { list: `no request\n${output}`, all: output };
  return { list: sentList(client.id, whole), all: whole };
}

/** Returns the list in what a client sent, without its own skills. */
function sentList(client: string, text: string): string {
  const own = OWN[client] ?? [];
  if (client === 'claude-code') {
    const list = /The following skills are available[^\n]*\n\n([\s\S]*?)<\/system-reminder>/.exec(text)?.[1] ?? '';
    return (
      list
        .split('\n- dataviz')[0]
        ?.replace(/^- dataviz[\s\S]*/, '')
        .trimEnd() ?? ''
    );
  }
  if (client === 'codex') {
    const [, list = ''] = /\n(### Skill roots\n[\s\S]*?)\n(?:### How|<\/skills_instructions>)/.exec(text) ?? [];
    return list.trimEnd();
  }
  const list = /<available_skills>\n([\s\S]*?)\n?<\/available_skills>/.exec(text)?.[1] ?? '';
  const entries = list
    .split(/\n(?=\s*<skill>)/)
    .filter((entry) => !own.some((name) => entry.includes(`<name>${name}</name>`)));
  // Copilot CLI names those that no longer fit.
  return own.reduce((rest, name) => rest.replace(`, ${name}`, ''), entries.join('\n').trimEnd());
}

async function compareOne(client: RealClient, bin: string, home: ProbeHome): Promise<boolean> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-catalog-'));
  try {
    makeHome(home, root, client.id, client.folders);
    const workspace = join(root, 'workspace', home.cwd ?? '.');
    const more = home.settings?.[client.id];
    const settings: object | string | undefined = more && JSON.parse(inRoot(JSON.stringify(more), root));
    const { list: real, all } = await askClient(client, bin, {
      root,
      home: join(root, 'home'),
      cwd: workspace,
      settings,
    });
    const profile = CLIENTS.find(({ id }) => id === client.id);
    if (profile === undefined) throw new Error(`${client.id} has no profile.`);
    const catalog = catalogOf(profile, { fs: diskFiles(), cwd: workspace, home: join(root, 'home'), environment: {} });
    const ours = catalog.text ?? '';
    const isSame = real.trim() === ours.trim();
    const write = (side: string, text: string): void =>
      writeFileSync(join(OUT, `${home.id}.${client.id}.${side}.txt`), text.replaceAll(root, '<root>'));
    write('real', real);
    write('sent', all);
    write('ours', ours);
    write(
      'reasons',
      catalog.notOffered.map(({ file, reason, says, fix = '' }) => `${file}\t${reason}\t${says}\t${fix}`).join('\n'),
    );
    console.log(`${isSame ? 'same' : 'DIFFERS'}\t${home.id}\t${client.id}`);
    return isSame;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Asks a client about the probes of these homes, and returns what it lists of them. */
async function observe(client: RealClient, bin: string, batches: readonly ProbeBatch[]): Promise<readonly ProbeRow[]> {
  const rows: ProbeRow[] = [];
  for (const batch of batches)
    await withFolder(async (root) => {
      const { list } = await askClient(client, bin, { root, ...makeBatch(client, batch, root) });
      rows.push(...rowsOf(client.id, batch, list));
      writeFileSync(join(OUT, `probes.${batch.home.id}.${client.id}.txt`), list.replaceAll(root, '<root>'));
      console.log(`${client.id}\t${batch.home.id}\t${batch.probes.length} probes`);
    });
  return rows;
}

/** Prints how often the catalog has the reason of a skill that a client does not offer, and every other verdict. */
async function scoreProbes(rows: readonly ProbeRow[]): Promise<void> {
  const counts = { probes: 0, right: 0, listed: 0, offered: 0 };
  for (const client of REAL_CLIENTS) {
    const mine = { probes: 0, right: 0 };
    for (const batch of batchesOf(client))
      await withFolder(async (root) => {
        const verdicts = verdictsOf(client, batch, root);
        for (const row of rows) {
          if (row.client !== client.id || row.batch !== batch.home.id || row.good === 'absent') continue;
          const verdict = verdicts.get(row.token)?.verdict ?? 'nothing';
          const wanted = row.faulty === 'absent' ? 'right' : 'offered';
          if (row.faulty === 'absent') {
            mine.probes++;
            if (verdict === 'right') mine.right++;
          } else {
            counts.listed++;
            if (verdict === 'offered') counts.offered++;
          }
          if (verdict !== wanted)
            console.log(`${row.client}\t${row.batch}\t${row.fault}\t${row.token}\t${row.faulty}\t${verdict}`);
        }
      });
    counts.probes += mine.probes;
    counts.right += mine.right;
    console.log(`${client.id}: the reason is right for ${mine.right} of ${mine.probes} skills that it does not list`);
  }
  console.log(
    `all: ${counts.right} of ${counts.probes}; of ${counts.listed} that are listed, ${counts.offered} are offered`,
  );
}

async function withFolder(act: (root: string) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-catalog-'));
  try {
    await act(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    bin: { type: 'string', multiple: true, default: [] },
    home: { type: 'string', multiple: true, default: [] },
    probes: { type: 'boolean', default: false },
  },
});
let same = 0;
let different = 0;
mkdirSync(OUT, { recursive: true });
let rows = readRows();
for (const pair of values.bin) {
  const [id, bin] = pair.split('=');
  const client = REAL_CLIENTS.find((one) => one.id === id);
  if (client === undefined || bin === undefined) throw new Error(`Use --bin ID=PATH; ${id} is not known.`);
  if (values.probes) {
    const batches = batchesOf(client).filter(({ home }) => values.home.length === 0 || values.home.includes(home.id));
    const isAsked = (row: ProbeRow): boolean => row.client === id && batches.some(({ home }) => home.id === row.batch);
    rows = [...rows.filter((row) => !isAsked(row)), ...(await observe(client, bin, batches))];
    writeRows(rows);
    continue;
  }
  for (const home of HOMES)
    if (values.home.length > 0 && !values.home.includes(home.id)) continue;
    else if (await compareOne(client, bin, home)) same++;
    else different++;
}

if (values.probes) await scoreProbes(rows);
else console.log(`${same} same, ${different} different`);
